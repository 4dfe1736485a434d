import { describe, expect, it } from "vitest";
import { families } from "../../../src/model/scripted/families/registry.ts";
import { withoutFamily } from "../../../src/model/scripted/families/without-family.ts";
import { formats } from "../../../src/toolcall/formats/registry.ts";

const spoken = new Set(families.map(({ format }) => format));

describe("a format", () => {
  it.each(formats.map(({ id }) => id))("%s is spoken by a family, or says why by none", (id) => {
    expect([spoken.has(id), id in withoutFamily]).toEqual(spoken.has(id) ? [true, false] : [false, true]);
  });

  it("that is left out is one there is, with a sentence on why", () => {
    const known = formats.map(({ id }) => id);
    for (const [id, reason] of Object.entries(withoutFamily)) {
      expect(known).toContain(id);
      expect(reason).toMatch(/^[A-Z].{40,}\.$/);
    }
  });
});
