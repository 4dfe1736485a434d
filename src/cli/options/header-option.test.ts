import { expect, test } from "vitest";
import { givenHeaders, headerValues, joinedHeaders, shownHeaderOptions } from "./header-option.ts";

const lines = ["X-A: 1", "Authorization:Bearer t", "x-a:  2 ", "Cookie: a=1", "Cookie: b=2", "X-Empty:"];

test("every value of a repeated name is kept, in order, under its first spelling", () => {
  expect(givenHeaders(lines)).toEqual({
    "X-A": ["1", "2"],
    Authorization: "Bearer t",
    Cookie: ["a=1", "b=2"],
    "X-Empty": "",
  });
});

test("each value can be looked at by itself, as what is secret has to be", () => {
  expect(headerValues(givenHeaders(lines))).toEqual({
    "X-A 1": "1",
    "X-A 2": "2",
    "Authorization 1": "Bearer t",
    "Cookie 1": "a=1",
    "Cookie 2": "b=2",
    "X-Empty 1": "",
  });
});

test("on one line values are joined by commas, cookies by semicolons", () => {
  expect(joinedHeaders(givenHeaders(lines))).toEqual({
    "X-A": "1, 2",
    Authorization: "Bearer t",
    Cookie: "a=1; b=2",
    "X-Empty": "",
  });
});

test("a command that is shown has the names and no values", () => {
  expect(shownHeaderOptions(["X-A: 1", "X-A: 2"])).toEqual(["--header", "X-A: …", "--header", "X-A: …"]);
});

test.each(["nonsense", ": x"])("%j is refused", (line) => {
  expect(() => givenHeaders([line])).toThrow("--header: expected 'Name: value'");
});
