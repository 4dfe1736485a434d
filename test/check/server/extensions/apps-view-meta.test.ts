import { expect, it } from "vitest";
import { appsViewMeta } from "../../../../src/check/server/extensions/apps-views.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { broken, conversation, idle, kept, type Part } from "../conversation.ts";
import { announced, reads, resources } from "./views.ts";

const lists = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"];
const powers = ["camera", "microphone", "geolocation", "clipboardWrite"];
const verdict = (...parts: readonly Part[]) => appsViewMeta.verify(conversation([announced, ...parts]));
const of = (ui: Json) => ({ uri: "ui://x", _meta: { ui } });

it.each<readonly [Json, string | undefined]>([
  [{}, undefined],
  [null, "_meta.ui is null, expected an object"],
  [{ csp: {}, permissions: {} }, undefined],
  [{ csp: "x" }, 'csp is "x", expected an object'],
  [{ csp: null }, "csp is null, expected an object"],
  ...lists.flatMap((name): (readonly [Json, string | undefined])[] => [
    [{ csp: { [name]: [] } }, undefined],
    [{ csp: { [name]: ["https://a.example"] } }, undefined],
    [{ csp: { [name]: ["https://a.example", 7] } }, `csp.${name} is ["https://a.example",7], expected a list of texts`],
    [{ csp: { [name]: "x" } }, `csp.${name} is "x", expected a list of texts`],
  ]),
  [{ csp: { other: 7 } }, undefined],
  [{ permissions: ["camera"] }, 'permissions is ["camera"], expected an object'],
  ...powers.flatMap((name): (readonly [Json, string | undefined])[] => [
    [{ permissions: { [name]: {} } }, undefined],
    [{ permissions: { [name]: true } }, `permissions.${name} is true, expected an object`],
  ]),
  [{ permissions: { other: true } }, undefined],
  [{ domain: "a.example" }, undefined],
  [{ domain: 7 }, "domain is 7, expected a text"],
  [{ prefersBorder: false }, undefined],
  [{ prefersBorder: "yes" }, 'prefersBorder is "yes", expected true or false'],
])("a view that says %j of itself has the defect %j", (ui, defect) => {
  expect(verdict(reads("ui://x", of(ui)))).toEqual(defect === undefined ? kept(5) : broken(`"ui://x": ${defect}`, 5));
});

it("what views say of themselves is looked for where they are listed and where they are read", () => {
  const silent = { uri: "ui://x" };
  expect(verdict(resources(silent, { uri: "ui://y", _meta: {} }), reads("ui://x", silent))).toEqual(
    idle("no view says anything of itself"),
  );
  expect(verdict(reads("ui://x", of({})), resources(silent, of([])))).toEqual(
    broken('"ui://x": _meta.ui is [], expected an object', 7),
  );
  expect(verdict(resources(of({})), reads("ui://x", silent, of(7)))).toEqual(
    broken('"ui://x": _meta.ui is 7, expected an object', 7),
  );
});
