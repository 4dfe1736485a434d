import { describe, expect, it } from "vitest";
import { profiles } from "../profile/profiles.ts";
import { type AccessSettings, type Caller, judgeCaller, judgeRequestServers, portOf, urlOf } from "./access.ts";
import { isForeignPage, isSmuggled, starterFault } from "./starters.ts";

const { access } = profiles.strict.policy;
const allowed = { allowed: true };
const refused = (rule: string, reason: string): object => ({ allowed: false, rule, reason });
const noHost = refused("access.host", "the Host header is missing or malformed");
const otherHost = refused("access.host", "the Host header names another host");
const otherOrigin = refused("access.origin", "requests from this origin are not accepted");

const json = "application/json";
const caller = (more: Partial<Caller>): Caller => ({
  host: "127.0.0.1:4000",
  origin: undefined,
  remoteAddress: "127.0.0.1",
  forwarded: false,
  token: undefined,
  contentType: json,
  site: undefined,
  ownPort: 4000,
  ...more,
});

describe("a request", () => {
  it.each<
    [title: string, host: string | undefined, origin: string | undefined, settings: Partial<AccessSettings>, expected: object]
  >([
    ["of a program on this machine is answered", "localhost:4000", undefined, {}, allowed],
    ["that does not say whom it is for is refused", undefined, undefined, {}, noHost],
    ["that says it for nobody is refused", "a b", undefined, {}, noHost],
    ["for a name that may point anywhere is refused", "evil.example", undefined, {}, otherHost],
    [
      "for a name that may point anywhere is refused before its origin is looked at",
      "evil.example",
      "http://evil.example",
      {},
      otherHost,
    ],
    ["for a name the operator gave is answered", "box.example:1", undefined, { hosts: ["box.example"] }, allowed],
    ["of a page on this machine is answered", "localhost", "http://localhost:9", {}, allowed],
    ["of a page with a certificate on this machine is answered", "localhost", "https://localhost", {}, allowed],
    ["of a page elsewhere is refused", "localhost", "http://evil.example", {}, otherOrigin],
    ["of a page nowhere is refused", "localhost", "null", {}, otherOrigin],
    ["of something else on this machine is refused", "localhost", "ftp://localhost", {}, otherOrigin],
    [
      "of a page at another port is refused where one is said",
      "localhost",
      "http://localhost:9",
      { originPort: 10 },
      otherOrigin,
    ],
    ["of a page at that port is answered", "localhost", "http://localhost:10", { originPort: 10 }, allowed],
    ["of an origin the operator gave is answered", "localhost", "app://ui", { origins: ["app://ui"] }, allowed],
    ["of an origin that only begins so is refused", "localhost", "app://ui.evil", { origins: ["app://ui"] }, otherOrigin],
    ["of anybody is answered where nobody looks", "evil.example", "null", { checkOrigin: false }, allowed],
  ])("%s", (_title, host, origin, settings, expected) => {
    expect(judgeCaller({ host, origin }, { ...access, ...settings })).toEqual(expected);
  });
});

describe("a request that brings servers", () => {
  const rule = "access.request-servers";
  const never = refused(rule, "this host takes no mcp_servers from requests");
  const nearOnly = refused(
    rule,
    "mcp_servers in a request is accepted from this machine only (--allow-request-servers opens it, with a token)",
  );
  const noToken = refused(rule, "mcp_servers in a request needs the host's token");
  const far = { remoteAddress: "10.0.0.9" };
  it.each<
    [title: string, more: Partial<Caller>, mode: AccessSettings["requestServers"], token: string | undefined, expected: object]
  >([
    ["may come from this machine", {}, "loopback", undefined, allowed],
    ["may come from this machine without the token", {}, "token", "t0ken", allowed],
    ["must not come from this machine where none may", { token: "t0ken" }, "never", "t0ken", never],
    ["must not come from elsewhere", far, "loopback", undefined, nearOnly],
    ["must not come from elsewhere, whatever token it has", { ...far, token: "t0ken" }, "loopback", "t0ken", nearOnly],
    ["must not come through a proxy", { forwarded: true }, "loopback", undefined, nearOnly],
    ["must not come from an address nobody knows", { remoteAddress: undefined }, "loopback", undefined, nearOnly],
    ["may come from elsewhere with the token", { ...far, token: "t0ken" }, "token", "t0ken", allowed],
    ["may come through a proxy with the token", { forwarded: true, token: "t0ken" }, "token", "t0ken", allowed],
    ["must not come from elsewhere without the token", far, "token", "t0ken", noToken],
    ["must not come with another token of that length", { ...far, token: "taken" }, "token", "t0ken", noToken],
    ["must not come with the beginning of the token", { ...far, token: "t0k" }, "token", "t0ken", noToken],
    ["must not come with an empty token where that is what the host has", { ...far, token: "" }, "token", "", noToken],
    ["must not come with a token where the host has none", { ...far, token: "t0ken" }, "token", undefined, noToken],
    ["must not come without a token where the host has none", far, "token", undefined, noToken],
  ])("%s", (_title, more, requestServers, token, expected) => {
    expect(judgeRequestServers(caller(more), { ...access, requestServers }, token)).toEqual(expected);
  });
});

it.each([
  ["that it says", "http://x:8080", 8080],
  ["of plain pages where it says none", "http://x", 80],
  ["of pages with a certificate where it says none", "https://x", 443],
])("a URL leads to the port %s", (_title, text, expected) => {
  const url = urlOf(text);
  expect(url === undefined ? undefined : portOf(url)).toBe(expected);
});

describe("a request that starts programs", () => {
  const otherPage = {
    status: 403,
    message: "a page of another origin must not start programs (--set policy.access.origins=… names origins that may)",
  };
  const noJson = { status: 415, message: "a request that starts programs needs content-type: application/json" };
  it.each<[title: string, more: Partial<Caller>, starters: AccessSettings["starters"], expected: object | undefined]>([
    ["may be a program's", {}, "own", undefined],
    ["may be the host's own page's", { origin: "http://127.0.0.1:4000" }, "own", undefined],
    ["may be the host's own page's by another of its names", { origin: "http://localhost:4000" }, "own", undefined],
    [
      "may be the host's own page's by its address",
      { host: "localhost:4000", origin: "http://127.0.0.1:4000" },
      "own",
      undefined,
    ],
    ["may be the host's own page's behind a proxy with a certificate", { host: "box", origin: "https://box" }, "own", undefined],
    ["may be the host's own page's at the usual port", { host: "box", origin: "http://box:80" }, "own", undefined],
    ["must not be a page's at another port", { origin: "http://localhost:4001" }, "own", otherPage],
    ["must not be a page's at the usual port", { origin: "http://localhost" }, "own", otherPage],
    [
      "must not be a page's with a certificate, which the host has none of",
      { host: "box:4000", origin: "https://box" },
      "own",
      otherPage,
    ],
    [
      "must not be a page's where it is not said whom the request is for",
      { host: undefined, origin: "http://box" },
      "own",
      otherPage,
    ],
    [
      "must not be a page's of a name below localhost",
      { host: "a.localhost:4000", origin: "http://a.localhost:4000" },
      "own",
      otherPage,
    ],
    ["must not be a page's of another kind", { host: "box", origin: "ftp://box" }, "own", otherPage],
    ["must not be a page's at that port of another machine", { origin: "http://box:4000" }, "own", otherPage],
    ["must not be a page's of nowhere", { origin: "null" }, "own", otherPage],
    ["may be anybody's where it is said so", { origin: "null", contentType: undefined }, "any", undefined],
    ["must be JSON", { contentType: "text/plain" }, "own", noJson],
    ["must say what it is", { contentType: undefined }, "own", noJson],
    ["must not be what only begins like JSON", { contentType: "application/json-seq" }, "own", noJson],
    ["must not be what only ends like JSON", { contentType: "x-application/json" }, "own", noJson],
    ["may be JSON in capitals with a charset", { contentType: "Application/JSON ; charset=utf-8" }, "own", undefined],
    ["may be JSON with several blanks behind", { contentType: "application/json   ;x" }, "own", undefined],
  ])("%s", (_title, more, starters, expected) => {
    expect(starterFault(caller(more), { ...access, starters })).toEqual(expected);
  });

  it.each<[title: string, more: Partial<Caller>, starters: AccessSettings["starters"], expected: boolean]>([
    ["is text of another page", { origin: "null", contentType: "text/plain" }, "own", true],
    ["is what another page does not name", { origin: "null", contentType: undefined }, "own", true],
    ["is not JSON of another page, which a browser asks for first", { origin: "null" }, "own", false],
    ["is not text of a program", { contentType: "text/plain" }, "own", false],
    ["is not text of another page where anybody may", { origin: "null", contentType: "text/plain" }, "any", false],
  ])("that is smuggled in %s", (_title, more, starters, expected) => {
    expect(isSmuggled(caller(more), { ...access, starters })).toBe(expected);
  });

  const named = { origins: ["http://ui.example"] };
  it.each<[title: string, more: Partial<Caller>, settings: Partial<AccessSettings>, expected: boolean]>([
    ["is one of another origin", { origin: "http://ui.example" }, {}, true],
    ["is not one the operator named", { origin: "http://ui.example" }, named, false],
    [
      "is not one the operator named, though a browser calls it another site",
      { origin: "http://ui.example", site: "cross-site" },
      named,
      false,
    ],
    ["is one that says no origin, but that it is another site's", { site: "cross-site" }, named, true],
    ["is one of the same machine that is another site's", { site: "same-site" }, {}, true],
    ["is not one of the host's own", { site: " Same-Origin " }, {}, false],
    ["is not one a person opened", { site: "none" }, {}, false],
  ])("by a foreign page %s", (_title, more, settings, expected) => {
    expect(isForeignPage(caller(more), { ...access, ...settings })).toBe(expected);
  });
});
