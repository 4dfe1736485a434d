import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { suggestion } from "../../base/nearest.ts";
import {
  type ClientAbility,
  clientAbilities,
  type ClientTransportName,
  clientTransports,
} from "../../run/client/scenario/client-suite.ts";
import { placeholdersIn } from "../../run/client/driver/command-words.ts";

/** What the options say a client can do. */
export type ClientChoice = {
  /** The transports it is met on; where nothing names them, those the command may understand. */
  readonly transports: readonly ClientTransportName[];
  readonly cannot: ReadonlySet<ClientAbility>;
};

/** Reads `--transport` and `--abilities` beside the words of the command. @throws McpcheckError `usage` naming the option */
export function readClientChoice(
  command: readonly string[],
  { transport, abilities }: { readonly transport?: string | undefined; readonly abilities?: string | undefined },
): ClientChoice {
  const able = abilities === undefined ? undefined : namesIn("--abilities", abilities, [...clientTransports, ...clientAbilities]);
  const named = transport === undefined ? undefined : namesIn("--transport", transport, clientTransports);
  const can = clientTransports.filter((one) => able?.includes(one) === true);
  const transports = named ?? (can.length > 0 ? can : usualTransports(command));
  const used = placeholdersIn(command);
  const unreachable = transports.every((one) => one === "stdio");
  if (used.has("url") && unreachable)
    throw new McpcheckError(
      "usage",
      "{url} stands for an address, and a run over stdio alone has none: use {command} or {config}",
    );
  if (used.has("command") && !transports.includes("stdio"))
    throw new McpcheckError(
      "usage",
      "{command} stands for a command line, and only a run over stdio has one: use {url} or {config}",
    );
  return {
    transports,
    cannot: new Set(able === undefined ? [] : clientAbilities.filter((one) => !able.includes(one))),
  };
}

function usualTransports(command: readonly string[]): readonly ClientTransportName[] {
  const used = placeholdersIn(command);
  if (used.has("url") && !used.has("command")) return ["http"];
  return used.has("command") && !used.has("url") ? ["stdio"] : ["http", "stdio"];
}

function namesIn<T extends string>(option: string, list: string, known: readonly T[]): readonly T[] {
  return list.split(",").map((word) => {
    const name = word.trim();
    const found = known.find((one) => one === name);
    if (found === undefined)
      throw new McpcheckError("usage", `${option}: "${name}" is none of ${known.join(", ")}${suggestion(name, known)}`);
    return found;
  });
}
