import { expect, test } from "vitest";
import { withoutTokens } from "./known-tokens.ts";

// Put together here, so that nobody who looks for leaked keys finds this file.
const letters = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ0123456789";
const tokens = [
  `sk-${letters}`,
  `sk-ant-api03-${letters}`,
  `sk_live_${letters}`,
  `ghp_${letters}`,
  `github_pat_${letters}`,
  `glpat-${letters}`,
  `xoxb-${letters}`,
  `npm_${letters}`,
  `AKIA${"Z7".repeat(8)}`,
  `AIza${letters}`,
  `hf_${letters}`,
  `eyJ${letters}.eyJ${letters}.${letters}`,
];

test.each(tokens)("%s is known by its form, wherever it stands", (token) => {
  for (const text of [token, `the key is ${token}.`, JSON.stringify({ note: `use ${token}` })])
    expect(withoutTokens(text)).toBe(text.replace(token, "x".repeat(token.length)));
});

test.each([
  ['{"access_token":"abcd1234","expires_in":3600}', '{"access_token":"xxxxxxxx","expires_in":3600}'],
  [String.raw`{"text":"{\"client_secret\":\"hush-hush\"}"}`, String.raw`{"text":"{\"client_secret\":\"xxxxxxxxx\"}"}`],
  ["grant_type=refresh_token&refresh_token=abcd1234&x=1", "grant_type=refresh_token&refresh_token=xxxxxxxx&x=1"],
  ["Authorization: Bearer abcdefgh", "Authorization: Bearer xxxxxxxx"],
  ['{"headers":{"Authorization":"Basic YWxhZGRpbjpvcGVu"}}', '{"headers":{"Authorization":"Basic xxxxxxxxxxxxxxxx"}}'],
])("what is a credential by its name goes: %s", (text, hidden) => {
  expect(withoutTokens(text)).toBe(hidden);
});

test.each([
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"skip-navigation-of-a-page","arguments":{"apiKeyName":"x"}}}',
  '{"progressToken":"abcdefghijkl","nextCursor":"eyJwYWdlIjoyfQ=="}',
  "a bearer of good news, and basic knowledge",
  "desk-1234567890123456",
  '{"password":12345678,"api_key":true,"authorization":null,"access_token":["a"]}',
  '{"type":"object","properties":{"password":{"type":"string"},"api_key":{"type":"string"}}}',
  '{"name":"sk-learn-classifier-for-everything"}',
])("what is none stays: %s", (text) => {
  expect(withoutTokens(text)).toBe(text);
});
