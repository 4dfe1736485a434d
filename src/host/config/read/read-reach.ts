import type { Fields } from "./fields.ts";
import { kindOf } from "./fields.ts";
import type { Pointer } from "./problem.ts";
import type { Reader } from "./reader.ts";
import type { Reach } from "../server-definition.ts";

/** The words for transports, and what they mean. */
const transports: Readonly<Record<string, Reach["transport"]>> = {
  stdio: "stdio",
  http: "http",
  "streamable-http": "http",
  streamable_http: "http",
  streamableHttp: "http",
  sse: "sse",
};

/** The members that hold an address: each host has its own word. */
export const urlMembers = ["url", "base_url", "serverUrl", "httpUrl"];

/** How the server of an entry is reached, or undefined after a problem was noted. */
export function readReach(
  object: Readonly<Record<string, unknown>>,
  fields: Fields,
  pointer: Pointer,
  reader: Reader,
): Reach | undefined {
  const words = commandWords(object, fields, reader);
  const url = fields.text(...urlMembers);
  const named = namedTransport(fields, reader);
  if (named === "unknown" || words === "wrong") return undefined;
  const transport = chooseTransport(named, words.length > 0, url !== undefined, pointer, reader);
  if (transport === undefined) return undefined;
  if (transport !== "stdio") {
    if (url === undefined) return noted(reader, pointer, `transport ${transport} needs a url`);
    return readRemote(transport, url, fields, reader);
  }
  const [command, ...first] = words;
  if (command === undefined || command === "") return noted(reader, pointer, "transport stdio needs a command");
  return {
    transport,
    command,
    args: [...first, ...(fields.texts("args") ?? [])],
    env: fields.textMap("env") ?? {},
    cwd: fields.text("cwd"),
  };
}

function readRemote(transport: "http" | "sse", url: string, fields: Fields, reader: Reader): Reach | undefined {
  const member = urlMembers.find((name) => fields.text(name) !== undefined) ?? "url";
  const fault = urlFault(url);
  if (fault !== undefined) return noted(reader, fields.at(member), fault);
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    reader.warning(fields.at(member), "http without encryption to another machine");
  }
  return { transport, url, headers: fields.textMap("headers") ?? {} };
}

/** What is wrong with the address of a server, or undefined. */
function urlFault(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return "the url must start with http:// or https://";
  if (!URL.canParse(url)) return "the url is not valid";
  return undefined;
}

/** A command is text, or a list of which the rest are arguments. */
function commandWords(object: Readonly<Record<string, unknown>>, fields: Fields, reader: Reader): readonly string[] | "wrong" {
  const value = Object.hasOwn(object, "command") ? object["command"] : undefined;
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return fields.texts("command") ?? [];
  if (typeof value === "string") return [fields.text("command") ?? ""];
  reader.problem(fields.at("command"), `expected text or a list of texts, got ${kindOf(value)}`);
  return "wrong";
}

function namedTransport(fields: Fields, reader: Reader): Reach["transport"] | "unknown" | undefined {
  for (const member of ["transport", "type"]) {
    const word = fields.text(member);
    if (word === undefined) continue;
    if (Object.hasOwn(transports, word)) return transports[word];
    reader.problem(fields.at(member), `unknown transport "${word}": expected stdio, http, streamable-http or sse`);
    return "unknown";
  }
  return undefined;
}

/** What the entry names, or what its members leave no doubt about; where hosts differ, the profile decides. */
function chooseTransport(
  named: Reach["transport"] | undefined,
  hasCommand: boolean,
  hasUrl: boolean,
  pointer: Pointer,
  reader: Reader,
): Reach["transport"] | undefined {
  const { commandAndUrl, transport, urlTransport } = reader.rules.profile.configuration;
  if (hasCommand && hasUrl) {
    if (commandAndUrl === "error") return noted(reader, pointer, "both a command and a url; a server has one of them");
    if (commandAndUrl === "url") return named === undefined || named === "stdio" ? urlTransport : named;
    return named ?? "stdio";
  }
  if (named !== undefined) return named;
  if (!hasCommand && !hasUrl) return noted(reader, pointer, "neither a command nor a url");
  if (transport === "required") return noted(reader, pointer, "no transport: expected stdio, http or sse");
  return hasCommand ? "stdio" : urlTransport;
}

function noted(reader: Reader, pointer: Pointer, message: string): undefined {
  reader.problem(pointer, message);
}
