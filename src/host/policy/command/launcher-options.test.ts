import { expect, it } from "vitest";
import { startedBy } from "../../../../test/host/policy/command/started-by.ts";

it.each([
  "npx --script-shell=sh some-server",
  "npx --script-shell=a\nb some-server",
  "npx --script-s=sh some-server",
  "npx --node-options=--import=./evil.js some-server",
  "npx --node-o=--import=./evil.js some-server",
  "npx --shell=sh some-server",
  "npx --shel=sh some-server",
  "npx -shell=sh some-server",
  "npx --git=evil some-server",
  "npx --edit=evil some-server",
  "npx --editor=evil some-server",
  "npx --view=evil some-server",
  "npx --viewer=evil some-server",
  "npx --brow=evil some-server",
  "npx --browser=evil some-server",
  "npx --onload-s=./evil.js some-server",
  "npx --onload-script=./evil.js some-server",
  "npx --init-m=./evil.js some-server",
  "npx --init-module=./evil.js some-server",
  "npx --userc=./evil some-server",
  "npx --userconfig=./evil some-server",
  "npx --globalc=./evil some-server",
  "npx --globalconfig=./evil some-server",
  "npx --call=evil",
  "npx --call=a\nb",
  "npx --cal=evil",
  "npx -call=evil",
  "pnpx --shell-mode some-server",
  "pnpx -c some-server",
  "pnpx --script-shell=sh some-server",
  "pnpx --script-shell some-server",
  "pnpx --node-options=--import=./evil.js some-server",
  "pnpx --node-options some-server",
  "pnpx --config.script-shell=sh some-server",
])("%j is refused for what its first option runs", (line) => {
  expect(startedBy(line)).toContain(`text: ${line.split(" ")[1] ?? ""}`);
});

it.each([
  ["npx -c evil", "-c"],
  ["npx -yc evil", "-yc"],
  ["npx --call evil", "--call"],
  ["npm exec -c evil", "-c"],
  ["npm x some-server --call=evil", "--call=evil"],
  ["npm start --script-shell=sh", "--script-shell=sh"],
  ["npm view some-server --viewer evil", "--viewer"],
  ["pnpm exec -c evil", "-c"],
  ["pnpm --shell-mode exec evil", "--shell-mode"],
  ["pnpm --config.script-shell=sh start", "--config.script-shell=sh"],
  ["pnpm --script-shell sh start", "--script-shell"],
  ["yarn dlx -c evil", "-c"],
  ["yarn --node-options=--import=./evil.js run start", "--node-options=--import=./evil.js"],
  ["mise x node@20 -c evil", "-c"],
  ["mise x node@20 -qc evil", "-qc"],
  ["mise exec --command evil", "--command"],
  ["mise exec node@20 --command=evil", "--command=evil"],
  ["npx --new value --call=evil", "--call=evil"],
  ["uv run -m timeit evil", "-m timeit"],
])("%s runs a program of an option's: %s", (line, option) => {
  expect(startedBy(line).some((started) => started === `text: ${option}` || started === `python ${option} evil`)).toBe(true);
});

it.each([
  "npx -ca cert.pem some-server",
  "npx --callback=x some-server",
  "npx --x-c some-server",
  "npx --xcal some-server",
  "npx x--call some-server",
  "npx --script=sh some-server",
  "npx --git-tag-version some-server",
  "npx --shells some-server",
  "npx --edit-more some-server",
  "npx --x--git=y some-server",
  "npx some-server -c config.json",
  "npx some-server --call=me",
  "npm start -c",
  "npm exec -- some-server -c config.json",
  "npm exec server--git",
  "pnpx --config=x some-server",
  "pnpx --shell-modes some-server",
  "pnpx -cx some-server",
  "pnpx --x--script-shell some-server",
  "pnpx --node-options-x some-server",
  "pnpx --x-c some-server",
  "mise x node@20 -- some-server -c config.json",
  "mise x --commands=x some-server",
  "mise x --x-c some-server",
  "mise run start -c",
  "pnpm start -c config.json",
  "yarn start -c config.json",
  "pnpm exec some-server -c config.json",
])("%s gives no program to an option", (line) => {
  expect(startedBy(line).filter((started) => started.startsWith("text: "))).toEqual([]);
});

it.each([
  ["uv run -m timeit evil", ["-m timeit evil"]],
  ["uv run --module timeit evil", ["-m timeit evil"]],
  ["uv run -qm timeit evil", ["-m timeit evil"]],
  ["uv run -mtimeit evil", ["-m timeit evil"]],
  ["uv run -qvm=timeit evil", ["-m timeit evil"]],
  ["uv run --new value --module=timeit evil", ["-m timeit evil"]],
  ["uv run --module=timeit evil", ["-m timeit evil"]],
  ["uv run --with rich -m server --port 1", ["-m server --port 1"]],
  ["uv run --modules timeit evil", []],
  ["uv run --x-m timeit evil", []],
  ["uv run server.py -m timeit", []],
])("%s starts these modules of Python: %j", (line, modules) => {
  const started = startedBy(line).filter((one) => one.startsWith("python "));
  expect(started).toEqual(modules.map((module) => `python ${module}`));
});
