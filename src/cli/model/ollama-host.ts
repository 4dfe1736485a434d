import { withoutEnd } from "../../base/without-end.ts";

/** Where an Ollama listens when nothing else is said. */
const defaultUrl = "http://127.0.0.1:11434";

/** The address in OLLAMA_HOST as a URL, in any form Ollama takes: host, host:port, :port, or a URL; otherwise the default. */
export function ollamaUrl(env: Readonly<Record<string, string | undefined>>): string {
  const said = (env["OLLAMA_HOST"] ?? "").trim().replaceAll(/^["']|["']$/g, "");
  if (said === "") return defaultUrl;
  const [, scheme = "http", rest = said] = /^(https?):\/\/(.*)$/.exec(said) ?? [];
  const [authority = "", ...path] = rest.split("/");
  const [, bracketed, plain, port] = /^(?:(\[[^\]]*\])|([^:]*))(?::(\d+))?$/.exec(authority) ?? [];
  const host = bracketed ?? (plain === undefined || plain === "" ? "127.0.0.1" : plain);
  // A server told to listen everywhere is asked on this machine.
  const asked = host === "0.0.0.0" ? "127.0.0.1" : host === "[::]" ? "[::1]" : host;
  const standard = scheme === "https" ? "443" : said.startsWith("http://") ? "80" : "11434";
  const tail = withoutEnd(path.join("/"), "/");
  return `${scheme}://${asked}:${port ?? standard}${tail === "" ? "" : `/${tail}`}`;
}
