import { expect, it } from "vitest";
import { inlineProgram } from "../../../../src/host/policy/command/inline-program.ts";

const judged = (line: string): string | undefined => {
  const [name = "", ...args] = line.split(" ");
  return inlineProgram(name, args);
};

it.each([
  "node --security-revert CVE-2023-46809 --eval=1",
  "ts-node --project tsconfig.json --eval=1",
  "node --new value --other value --eval=1",
  "deno run --new value --eval=1",
  "perl -w value -e",
])("the only plain word may be the value of an unknown option, and what follows the interpreter's own: %s", (line) => {
  expect(judged(line)).toBe(line.split(" ").at(-1));
});

it.each([
  "node --new=value server.js --eval=1",
  "node --new value server.js --eval=1",
  "node --new value -- server.js --eval=1",
  "node --enable-source-maps server.js --eval=1",
  "julia --project server.jl --eval=1",
  "deno run -A server.ts --eval=1",
])("what follows the script is the script's own: %s", (line) => {
  expect(judged(line)).toBeUndefined();
});

it.each([
  "cargo +nightly run --config=a",
  "cargo +nightly +x b --config=a",
  "cargo +nightly --config=a run",
  "cargo +nightly build server --config=a",
])("the options go on behind the Cargo that is asked for: %s", (line) => {
  expect(judged(line)).toBe("--config=a");
});

it.each([
  "cargo +nightly run server --config=a",
  "cargo +nightly mcp --config=a",
  "cargo mcp --config=a",
  "go tool server -exec=sh",
])("another command has options of its own: %s", (line) => {
  expect(judged(line)).toBeUndefined();
});

it.each(
  ["bun run --print=1", "deno run --eval=1", "deno serve --eval=1", "deno test --eval=1", "deno bench --eval=1"].concat([
    "go run -exec=sh",
    "cargo run --config=a",
    "cargo r --config=a",
    ..."build install vet list get clean fix".split(" ").map((own) => `go ${own} -toolexec=sh`),
  ]),
)("the options go on behind the interpreter's own command: %s", (line) => {
  expect(judged(`${line} server`)).toBe(line.split(" ")[2]);
  expect(judged(`${line.split(" ").slice(0, 2).join(" ")} server ${line.split(" ")[2] ?? ""}`)).toBeUndefined();
});

it.each(
  ["go test -exec=sh"].concat(
    "test t bench build b check c doc d rustc rustdoc fix install clippy".split(" ").map((own) => `cargo ${own} --config=a`),
  ),
)("the options may stand anywhere behind the interpreter's own command, up to two dashes: %s", (line) => {
  const [name = "", own = "", option = ""] = line.split(" ");
  expect(judged(line)).toBe(option);
  expect(judged(`${name} ${own} server ${option}`)).toBe(option);
  expect(judged(`${name} ${own} server -- ${option}`)).toBeUndefined();
});
