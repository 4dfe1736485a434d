import { expect, test } from "vitest";
import { envelopeKeys } from "../../session/envelope.ts";
import { identityOf } from "./identity.ts";

const same = (text: string): string => text;

test("what a server calls itself, in either era; the first that says so", () => {
  const stateful = { serverInfo: { name: "a", version: "1" } };
  const stateless = { _meta: { [envelopeKeys.serverInfo]: { name: "b", version: 2 } } };
  expect(identityOf([{}, stateful, stateless], same)).toEqual({ name: "a", version: "1" });
  expect(identityOf([stateless], same)).toEqual({ name: "b" });
  expect(identityOf([{ serverInfo: "c" }], same)).toEqual({});
});

test("of a name of megabytes only the beginning, without half a character", () => {
  const name = "x".repeat(255) + "\u{1F600}".repeat(1_000_000);
  expect(identityOf([{ serverInfo: { name, version: name } }], same)).toEqual({
    name: `${"x".repeat(255)}…`,
    version: `${"x".repeat(255)}…`,
  });
});

test("a secret is taken out before the name is cut", () => {
  const name = `${"x".repeat(250)}secret-word`;
  const redact = (text: string): string => text.replaceAll("secret-word", "***");
  expect(identityOf([{ serverInfo: { name } }], redact)).toEqual({ name: `${"x".repeat(250)}***` });
});
