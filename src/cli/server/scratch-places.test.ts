import { expect, it } from "vitest";
import { scratchPlaces } from "./scratch-places.ts";

const scratch = { home: "/scratch/home", temporary: "/scratch/tmp" };

it("puts temporary files, caches, settings and counters below the scratch directory", () => {
  const places = scratchPlaces({}, scratch);
  expect(places["TMPDIR"]).toBe("/scratch/tmp");
  expect(Object.values(places).filter((place) => !place.startsWith("/scratch/"))).toEqual([]);
  expect(Object.keys(places)).not.toContain("APPDATA");
});

it("leaves a sandbox its own temporary folders", () => {
  expect(Object.keys(scratchPlaces({}, scratch, true)).filter((name) => /TMP|TEMP/.test(name))).toEqual([]);
});

it("also replaces the places of Windows", () => {
  expect(scratchPlaces({ USERPROFILE: "C:/Users/me" }, scratch)["LOCALAPPDATA"]).toMatch(/^.scratch.home.AppData.Local$/);
});
