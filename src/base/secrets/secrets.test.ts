import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSecrets, type Secrets } from "./secrets.ts";

const secret = 'sk-a+b/c"d%41';

function hiding(named: Readonly<Record<string, string>>): Secrets {
  const secrets = createSecrets();
  secrets.add(named);
  return secrets;
}

const units = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
const entities = (text: string): string =>
  Array.from(text, (character) => `&#x${character.charCodeAt(0).toString(16)};`).join("");
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("a secret is hidden in whatever usual way it is written:", () => {
  const ways: Readonly<Record<string, string>> = {
    plainly: secret,
    "as JSON": JSON.stringify(secret).slice(1, -1),
    "as JSON in JSON": JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    "as PHP writes JSON": JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
    "as .NET writes JSON": "sk-a\\u002Bb/c\\u0022d%41",
    "in escapes throughout": units(secret),
    "in a URL": encodeURIComponent(secret),
    "in a URL in a URL": encodeURIComponent(encodeURIComponent(secret)),
    "in a URL, in small letters": encodeURIComponent(secret).toLowerCase(),
    "in markup": secret.replaceAll('"', "&quot;"),
    "as PHP writes JSON, in a URL": encodeURIComponent(JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/")),
    "in escapes in a URL": encodeURIComponent(units(secret)),
    "in references throughout": entities(secret),
    "as hexadecimal digits": Buffer.from(secret).toString("hex"),
  };
  test.each(Object.entries(ways))("%s", (_way, written) => {
    const { hide } = hiding({ KEY: secret });
    expect(hide(`before ${written} after`)).toMatch(/^before (x+|(?:78)+) after$/);
  });

  test.each(["", "a", "ab", "user:", "Größe"])("in Base64 behind %j", (before) => {
    const { hide } = hiding({ KEY: secret });
    const whole = hide(base64(`${before}${secret} after`));
    expect(Buffer.from(whole, "base64").toString()).toMatch(new RegExp(`^${before}.?x{${secret.length - 2}}.? after$`));
    expect(whole).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  test("in the Base64 of URLs", () => {
    const bytes = "???>>>???>>>";
    expect(hiding({ KEY: bytes }).hide(Buffer.from(`a${bytes}`).toString("base64url"))).toMatch(/^YT\w*eHh4\w*/);
  });
});

test("letters outside of ASCII are hidden as characters, as bytes and in escapes", () => {
  const { hide, hideBytes } = hiding({ KEY: "pässwörd-😀" });
  for (const written of ["pässwörd-😀", units("pässwörd-😀"), encodeURIComponent("pässwörd-😀")])
    expect(hide(`<${written}>`)).toMatch(/^<x+>$/);
  const bytes = Buffer.concat([Buffer.of(0xff), Buffer.from("pässwörd-😀!")]);
  expect(Buffer.from(hideBytes(bytes.toString("base64")), "base64").toString("latin1")).toMatch(/^ÿx+!$/);
});

test("what is hidden keeps its length, and JSON stays the JSON it was", () => {
  const { hide } = hiding({ KEY: secret, NUMBER: "1234567890" });
  const shape = (value: unknown): unknown =>
    typeof value === "string"
      ? value.length
      : Array.isArray(value)
        ? value.map(shape)
        : typeof value === "object" && value !== null
          ? Object.entries(value).map(([name, member]) => [name.length, shape(member)])
          : typeof value;
  const text = fc.array(fc.oneof(fc.string(), fc.constant(secret), fc.constant("1234567890"))).map((parts) => parts.join(""));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(text, fc.constant(1234567890), fc.boolean(), fc.array(tie("any")), fc.dictionary(fc.string(), tie("any"))),
  })).any;
  fc.assert(
    fc.property(value, fc.boolean(), (one, escaped) => {
      const json = JSON.stringify(one);
      const written = escaped ? json.replaceAll("+", "\\u002b").replaceAll("/", "\\/") : json;
      const hidden = hide(written);
      expect(shape(JSON.parse(hidden))).toEqual(shape(one));
      expect(hidden).not.toContain("sk-a");
      expect(hidden).not.toContain("1234567890");
    }),
  );
});

describe("what everybody says stays:", () => {
  const everyday = ["1", "true", "debug", "info", "production", "application/json", "2025-06-18", "en_US.UTF-8", "Europe/Berlin"];
  test.each([...everyday, "127.0.0.1:8080", "00000000", "abc"])("%s", (value) => {
    const { hide } = hiding({ API_KEY: value, MODE: value });
    expect(hide(`{"a":"${value}"}`)).toBe(`{"a":"${value}"}`);
  });

  test("a short value is hidden only where its name says that it is secret, and only as a word", () => {
    expect(hiding({ REGION: "east" }).hide("east")).toBe("east");
    const { hide } = hiding({ DB_PASSWORD: "east" });
    expect(hide(String.raw`east, "east" \neast \u000aeast%20east beast eastern`)).toBe(
      String.raw`xxxx, "xxxx" \nxxxx \u000axxxx%20xxxx beast eastern`,
    );
  });

  test("the address in a URL, but not what opens it", () => {
    const { hide } = hiding({ DATABASE: "postgres://app:p4ssw0rd!@db.example:5432/orders?sslpassword=other-one" });
    expect(hide("postgres://app:p4ssw0rd!@db.example:5432/orders, other-one")).toBe(
      "postgres://xxxxxxxxxxxxx@db.example:5432/orders, xxxxxxxxx",
    );
    const hook = "https://hooks.example/services/T0001/b8Yq0w2kL5n7mQ9rS1tU3vW5";
    expect(hiding({ HOOK: hook }).hide(hook)).toBe("https://hooks.example/services/T0001/xxxxxxxxxxxxxxxxxxxxxxxx");
  });

  test("the structure of JSON, but not the strings in it", () => {
    const { hide } = hiding({ CONFIG: '{"apiKey":"k-47-11","mode":"debug","hosts":["private-host.example"]}' });
    expect(hide('{"apiKey":"k-47-11","mode":"debug","hosts":["private-host.example"]}')).toBe(
      '{"apiKey":"xxxxxxx","mode":"debug","hosts":["xxxxxxxxxxxxxxxxxxxx"]}',
    );
  });

  test("what is said to be known", () => {
    const secrets = createSecrets();
    secrets.add({ METHOD: "notifications/message" }, (value) => value.startsWith("notifications/"));
    expect(secrets.hide("notifications/message")).toBe("notifications/message");
  });
});

describe("of a value that has a form each part counts:", () => {
  test.each([
    ["Authorization", "Bearer abcd-1234", "abcd-1234"],
    ["Authorization", `Basic ${base64("ann:pa55word")}`, "pa55word"],
    ["Authorization", `Basic ${base64("ann:pa55word")}`, base64("ann:pa55word")],
    ["Cookie", "a=1; sid=s3ss", "s3ss"],
    ["PEM", "-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n", "hkiG9w0BAQEFAASC"],
    ["LONG", "0123456789abcdef".repeat(40), "0123456789abcdef".repeat(20)],
  ])("%s: %s", (name, value, part) => {
    expect(hiding({ [name]: value }).hide(`<${part}>`)).not.toContain(part);
  });
});

test("all of a URL that opens something is hidden, also a value that is short or ordinary, wherever the query stands", () => {
  const secrets = createSecrets();
  secrets.addUrl("http://us3r:pa55word@127.0.0.1:1/mcp?token=tok3n-47&sig=S&debug=true&key%2Fid=a%20b#code=c0de");
  expect(secrets.hide("http://127.0.0.1:1/mcp?token=tok3n-47&sig=S&debug=true&key%2Fid=a%20b#code=c0de")).toBe(
    "http://127.0.0.1:1/mcp?token=xxxxxxxx&sig=x&debug=xxxx&key%2Fid=xxx#code=xxxx",
  );
  expect(secrets.hide(String.raw`us3r and pa55word in "\/mcp?a=b\u0026sig=S", S is true`)).toBe(
    String.raw`xxxx and xxxxxxxx in "\/mcp?a=b\u0026sig=x", S is true`,
  );
  expect(secrets.hide(`Basic ${base64("us3r:pa55word")}`)).not.toContain(base64("us3r:pa55word").slice(2, -4));
});

test("of what was cut off the beginning of a secret goes, too", () => {
  const { hide } = hiding({ KEY: "k-0123456789" });
  expect(hide("so it is k-01234", true)).toBe("so it is xxxxxxx");
  expect(hide("so it is k-01234")).toBe("so it is k-01234");
});

test("a text that is made to be slow to look through is not", () => {
  const { hide } = hiding({ KEY: '/+"/+"/+"' });
  const runs = ["\\", "%25", "&amp;", "%5C", '/+"', "/+", "0"].map((part) => part.repeat(30_000));
  const began = performance.now();
  expect(hide([...runs, '/+"/+"/+"', ...runs].join("/")).length).toBeGreaterThan(100_000);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("without secrets nothing is touched", () => {
  const { hide, hideBytes, hideValue } = createSecrets();
  const value = { a: ["b"] };
  expect([hide("a\\u0041"), hideBytes("!"), hideValue(value)]).toEqual(["a\\u0041", "!", value]);
});

test("members and strings of a value are hidden at any depth", () => {
  const { hideValue } = hiding({ KEY: "k-0123456789" });
  expect(hideValue({ "k-0123456789": [{ a: "is k-0123456789" }, null, 3] })).toEqual({
    xxxxxxxxxxxx: [{ a: "is xxxxxxxxxxxx" }, null, 3],
  });
});
