import { existsSync } from "node:fs";
import type { Secrets } from "../../base/secrets/secrets.ts";
import { isProtocolWord } from "../../spec/protocol-words.ts";
import { headerValues } from "../options/header-option.ts";
import type { ServerEntry } from "./server-entry.ts";

/**
 * Makes known what is secret of a server before it is reached: values of its variables and headers, what its URL brings. Words of the
 * protocol and paths of what there is are none: without them nothing could be judged.
 */
export function learnSecrets(entry: ServerEntry, secrets: Secrets): void {
  if (entry.kind === "stdio") return learnVariables(entry.env, secrets);
  secrets.add(headerValues(entry.headers), isPublic);
  secrets.addUrl(entry.url, isPublic);
}

/** Makes known what is secret of variables that are handed on. */
export function learnVariables(env: Readonly<Record<string, string>>, secrets: Secrets): void {
  secrets.add(env, isPublic);
}

function isPublic(value: string): boolean {
  return isProtocolWord(value) || (/^(?:\.{1,2}|[A-Za-z]:)?[/\\]/.test(value) && existsSync(value));
}
