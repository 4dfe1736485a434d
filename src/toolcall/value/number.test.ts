import { describe, expect, it } from "vitest";
import { scan } from "../../../test/support/scanned.ts";
import { createJsonScanner } from "./json-scanner.ts";
import { isJsonNumber, numberStart, skipDigits, stepNumber } from "./number.ts";
import { createPythonScanner } from "./python-scanner.ts";

const numbers = ["0", "-0", "7", "9", "10", "-1", "-907", "0.5", "1.0", "-1.09", "1.50", "1e5", "1E5", "0e0", "1.5e9"];
const signed = ["1e+5", "1E-05", "1.5e+10", "0.0E-0", "2e00", "12345678901234567890", "1e400"];
const others = ["", "-", "--1", "+1", "01", "-01", "00", ".5", "-.5", "1.", "1.e5", "0.", "1e", "1e+", "1e-", "1e+-5", "1e5.0"];
const words = [
  "1e5e5",
  "1.5.2",
  "1-",
  "1+1",
  "0x10",
  "1f",
  "1.5f",
  "NaN",
  "Infinity",
  "1_000",
  "1,5",
  " 1",
  "1 ",
  "/",
  ":",
  "1:",
  "1/",
];
const incomplete = [
  "1..5",
  "1.+5",
  "1.-5",
  "1.5+1",
  "1.5-1",
  "1e.5",
  "1ee5",
  "1e5e",
  "1.5ef",
  "0e+1+",
  "٣",
  "1e/",
  "1e:",
  "1./",
  "-a",
];

describe("a number of JSON", () => {
  it.each([...numbers, ...signed])("is %j", (text) => {
    expect(isJsonNumber(text)).toBe(true);
    for (const scanner of [createJsonScanner, createPythonScanner]) {
      expect(scan(scanner, `${text} `)).toMatchObject({ json: text, status: "done" });
      expect(scan(scanner, `[${text},${text}]`)).toEqual({ json: `[${text},${text}]`, status: "done", rest: "" });
    }
  });

  it.each([...others, ...words, ...incomplete])("is not %j", (text) => {
    expect(isJsonNumber(text)).toBe(false);
  });

  it.each(["01", "1.", "1e", "-", "1e+", "1.e5", "-a", "1.5.2", "1e5e5", "+1", ".5"])(
    "cannot be read where %j stands",
    (text) => {
      for (const scanner of [createJsonScanner, createPythonScanner]) {
        expect(scan(scanner, `[${text}]`)).toMatchObject({ status: "error" });
      }
    },
  );
});

describe("digits are skipped", () => {
  it.each([
    ["behind a whole number", "12", 3, "345 ", 3],
    ["behind a whole number up to the end", "12", 0, "345", 3],
    ["behind a fraction", "1.5", 1, "a09:", 3],
    ["behind an exponent", "1e5", 0, "12/", 2],
    ["not where there are none", "12", 0, "x1", 0],
    ["not behind a zero", "0", 0, "12", 0],
    ["not behind a point, where the next one is the first of the fraction", "1.", 0, "12", 0],
    ["not behind a sign", "-", 0, "12", 0],
    ["not behind the sign of an exponent", "1e-", 0, "12", 0],
  ])("%s", (_title, read, from, text, end) => {
    const state = Array.from(read).reduce((before, char) => stepNumber(before, char.charCodeAt(0)), numberStart);
    expect(skipDigits(state, text, from)).toBe(end);
  });
});
