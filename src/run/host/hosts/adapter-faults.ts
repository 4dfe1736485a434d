import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { suggestion } from "../../../base/nearest.ts";
import { type HostAdapter, missingNeeds } from "./adapter.ts";

/** What stands for something everywhere in an adapter, and what does so in triggers besides. */
const everywhere = ["dir", "adapter", "node", "config", "model", "modelName", "server", "port", "timeScale"];
const inTriggers = [...everywhere, "prompt", "tool", "arguments"];

type Place = { readonly at: string; readonly text: string; readonly known: readonly string[] };

/**
 * What is wrong with an adapter that is right in its form: files and programs that are not there, placeholders nobody fills in,
 * capabilities that do not go with the rest. Each with its place, as a JSON pointer, and the remedy. Nothing is started.
 * @param path the folders in which programs are looked for, as in PATH
 */
export function adapterFaults(adapter: HostAdapter, path: string): string[] {
  const missing = missingNeeds(adapter);
  return [
    ...(missing === undefined
      ? []
      : [`#/needs: ${missing} is not there, so that the host is taken for not installed; install it`]),
    ...placesOf(adapter).flatMap(unknownPlaceholders),
    ...programsOf(adapter).flatMap((one) => programFault(one, adapter.directory, path)),
    ...contradictions(adapter),
  ];
}

function placesOf({ start, triggers, environment, files, address, stdin }: HostAdapter): Place[] {
  const words = (list: readonly unknown[] | undefined, at: string, known: readonly string[]): Place[] =>
    (list ?? []).flatMap((word, index) => {
      if (typeof word === "string") return [{ at: `${at}/${index}`, text: word, known }];
      const each = word as { readonly as: readonly string[] };
      return each.as.map((text, part) => ({ at: `${at}/${index}/as/${part}`, text, known: [...known, "key", "value"] }));
    });
  const texts = (map: Readonly<Record<string, string>> | undefined, at: string): Place[] =>
    Object.entries(map ?? {}).map(([name, text]) => ({ at: `${at}/${name}`, text, known: everywhere }));
  return [
    ...words(start?.command, "#/start/command", everywhere),
    ...Object.entries(triggers ?? {}).flatMap(([name, list]) => words(list, `#/triggers/${name}`, inTriggers)),
    ...texts(environment, "#/environment"),
    ...texts(files, "#/files").map((place) => ({ ...place, known: [] })),
    ...(stdin === undefined ? [] : [{ at: "#/stdin", text: stdin, known: inTriggers }]),
    ...(address === undefined ? [] : [{ at: "#/address", text: address, known: everywhere }]),
  ];
}

/** Files are often JSON or code of their own, where braces are nothing special: only other places are looked at. */
function unknownPlaceholders({ at, text, known }: Place): string[] {
  if (known.length === 0) return [];
  const names = [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = ""]) => name);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `${at}: nothing is filled in for {${name}}${suggestion(name, known)} (known here: ${known.join(", ")})`);
}

type Started = { readonly at: string; readonly program: string };

function programsOf({ start, triggers }: HostAdapter): Started[] {
  const all: readonly (readonly [string, unknown])[] = [
    ["#/start/command/0", start?.command[0]],
    ...Object.entries(triggers ?? {}).map(([name, list]) => [`#/triggers/${name}/0`, list?.[0]] as const),
  ];
  return all.flatMap(([at, program]) => (typeof program === "string" ? [{ at, program }] : []));
}

function programFault({ at, program }: Started, directory: string, path: string): string[] {
  const filled = program.replaceAll("{adapter}", directory).replaceAll("{node}", process.execPath);
  if (/\{[A-Za-z]+\}/.test(filled)) return [];
  if (!/[/\\]/.test(filled)) {
    const found = path.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, filled)));
    return found ? [] : [`${at}: no program ${filled} on PATH; install it, or name it with its folder`];
  }
  if (!isAbsolute(filled))
    return [`${at}: ${filled} is looked for in the directory of a case, where it is not; write {adapter}/${filled}`];
  return existsSync(resolve(filled)) ? [] : [`${at}: there is no ${filled}`];
}

function contradictions({ surface, capabilities, model, servers, triggers }: HostAdapter): string[] {
  const has = (name: (typeof capabilities)[number]): boolean => capabilities.includes(name);
  return [
    ...(has("stdio") || has("http") || has("sse")
      ? []
      : ['#/capabilities: none of "stdio", "http" and "sse", so that no server can be given to the host']),
    ...(has("model") && model === undefined
      ? ['#/model: "model" is among the capabilities, and nothing says how it asks its model']
      : []),
    ...((surface === "openai" || surface === "ollama") && !has(surface)
      ? [`#/capabilities: the surface is ${surface}, and "${surface}" is not among them: its cases do not apply`]
      : []),
    ...(servers.form === "request" && !has("request-servers")
      ? ['#/capabilities: servers come with the request, and "request-servers" is not among them']
      : []),
    ...(surface === "cli" && triggers?.chat === undefined && has("model")
      ? ['#/triggers: "model" is among the capabilities, and there is no "chat"']
      : []),
  ];
}
