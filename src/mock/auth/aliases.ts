import type { Json, JsonObject } from "../../jsonrpc/json.ts";

/** Names for values that open something: what is written down tells them apart, and opens nothing. */
export type Aliases = {
  /** A text with the value of a member called so replaced by its name, `<code 1>`; others stay as they are. */
  readonly value: (member: string, value: string) => string;
  /** A JSON value in which members that open something are replaced, however deep. */
  readonly json: <T extends Json>(value: T) => T;
  /** The query of an address likewise. */
  readonly url: (url: string) => string;
};

/** Members of requests and answers whose values open something, or are there to be known by one side alone. */
const kinds: Readonly<Record<string, string>> = {
  code: "code",
  code_verifier: "verifier",
  state: "state",
  access_token: "access token",
  token: "access token",
  refresh_token: "refresh token",
  id_token: "id token",
  client_secret: "client secret",
  client_assertion: "assertion",
  assertion: "assertion",
  subject_token: "subject token",
  actor_token: "actor token",
  registration_access_token: "registration token",
  password: "password",
};

/** Names that are given as values are met; the same value has the same name wherever it stands. */
export function createAliases(): Aliases {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  function value(member: string, text: string): string {
    const kind = kinds[member];
    if (kind === undefined || text === "") return text;
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    names.set(text, name);
    return name;
  }

  function replaced(json: Json, member: string): Json {
    if (typeof json === "string") return value(member, json);
    if (Array.isArray(json)) return json.map((one: Json) => replaced(one, member));
    if (typeof json !== "object" || json === null) return json;
    return Object.fromEntries(Object.entries(json as JsonObject).map(([name, one]) => [name, replaced(one ?? null, name)]));
  }

  return {
    value,
    json: <T extends Json>(json: T): T => replaced(json, "") as T,
    url(text) {
      const parsed = URL.canParse(text) ? new URL(text) : undefined;
      if (parsed === undefined) return text;
      const query = [...parsed.searchParams].map(([name, one]) => `${name}=${shown(value(name, one))}`).join("&");
      return `${parsed.origin}${parsed.pathname}${query === "" ? "" : `?${query}`}`;
    },
  };
}

/** A value in a query; names of values stay readable. */
const shown = (text: string): string => (/^<.*>$/.test(text) ? text : encodeURIComponent(text));
