import { expect, it } from "vitest";
import { plainWords } from "./option-words.ts";

/** A program which takes `-u NAME`, and knows `--quiet`. */
const form = { valued: ["-u"], flags: /^--quiet$/ };

it.each<[string, readonly string[], readonly number[]]>([
  ["there are no words", [], []],
  ["all words are options", ["--quiet"], []],
  ["the first word is none of an option", ["server", "other"], [0]],
  ["an empty word is given", ["", "server"], [0]],
  ["a dash stands for standard input", ["-", "server"], [0]],
  ["an option that takes no value comes first", ["--quiet", "server", "other"], [1]],
  ["an option that takes a value comes first", ["-u", "name", "server", "other"], [2]],
  ["the value ends in a dash", ["-u", "name-", "server"], [2]],
  ["an option stands where the value should be", ["-u", "--quiet", "server", "other"], [2]],
  ["an unknown option stands where the value should be", ["-u", "--new", "server", "other", "more"], [2, 3]],
  ["the value is missing", ["-u"], []],
  ["an unknown option comes first", ["--new", "value", "server", "other"], [1, 2]],
  ["an unknown option comes with its value", ["--new=value", "server", "other"], [1]],
  ["two unknown options come first", ["--new", "value", "-z", "value", "server", "other"], [1, 3, 4]],
  ["a known option follows an unknown one", ["--new", "--quiet", "server", "other"], [2]],
  ["an option with its value follows an unknown one", ["--new", "-u", "name", "server", "other"], [3]],
  ["an unknown option is the last word", ["--new"], []],
  ["the options end", ["--", "server", "other"], [1]],
  ["the options end before what looks like one", ["--", "-u", "other"], [1]],
  ["the options end, and nothing comes", ["--quiet", "--"], []],
  ["the options end behind a value of an unknown one", ["--new", "value", "--", "server", "other"], [1, 3]],
  ["the options end behind a value of an unknown one, and nothing comes", ["--new", "value", "--"], [1, 3]],
  ["an unknown option comes with what may be its value, and nothing more", ["--new", "value", "--quiet"], [1, 3]],
  ["an unknown option follows one and its value, and nothing more comes", ["--new", "value", "-z", "value"], [1, 3, 4]],
])("finds where the first word may be when %s", (_, words, places) => {
  expect(plainWords(words, form)).toEqual(places);
});

it("looks from the word on that it is told", () => {
  expect(plainWords(["run", "--quiet", "server", "other"], form, 1)).toEqual([2]);
});

it("takes every option for an unknown one where it knows none", () => {
  expect(plainWords(["--quiet", "server", "other"], { valued: [] })).toEqual([1, 2]);
});
