import { describe, expect, it } from "vitest";
import { showOnHttp } from "./show-http.ts";
import { showOnStdio } from "./show-stdio.ts";
import type { Era } from "../../src/spec/revision.ts";
import { spokenIn } from "../../src/mock/era/capabilities.ts";
import { listMocks } from "../../src/mock/script/load-script.ts";
import type { MockScript } from "../../src/mock/script/script.ts";
import type { Show } from "../../src/mock/script/show.ts";
import { isClean, transportsOf } from "../../src/mock/era/transports.ts";
import type { MockTransport } from "../../src/mock/world/world.ts";

/** What one must see of every server that keeps the rules: it opens, and lists what it has. */
const clean: Show = {
  do: ["tools/list"],
  sees: ['"result":\\{.*("serverInfo"|"supportedVersions")', '"result":\\{.*"tools":\\[|-32601'],
};

/** The patterns found in this order, and those that should not be there but are. */
function compare(
  seen: string,
  { sees, never = [] }: Show,
): { readonly missing: string | undefined; readonly extra: readonly string[] } {
  let from = 0;
  const missing = sees.find((pattern) => {
    const found = new RegExp(pattern, "s").exec(seen.slice(from));
    if (found !== null) from += found.index + found[0].length;
    return found === null;
  });
  return { missing, extra: never.filter((pattern) => new RegExp(pattern, "s").test(seen)) };
}

type Case = {
  readonly name: string;
  readonly script: MockScript;
  readonly show: Show;
  readonly transport: MockTransport;
  readonly era: Era;
};

function casesOf(script: MockScript): Case[] {
  const shows = script.shows ?? (isClean(script) ? [clean] : []);
  return shows.flatMap((show, i) =>
    transportsOf(script)
      .filter((transport) => show.on === undefined || [show.on].flat().includes(transport))
      .flatMap((transport) =>
        (["stateful", "stateless"] as const)
          .filter(
            (era) => spokenIn(script, era).length > 0 && (show.era ?? era) === era && (transport !== "sse" || era === "stateful"),
          )
          .map((era) => ({ name: `${i + 1} on ${transport}, ${era}`, script, show, transport, era })),
      ),
  );
}

describe.each(listMocks().map((script) => [script.id, script] as const))("the mock %s", (id, script) => {
  const cases = casesOf(script);

  it("shows what is special about it, on every transport and in every era it is made for", () => {
    const shown = new Set(cases.flatMap(({ transport, era }) => [transport, era]));
    const eras = (["stateful", "stateless"] as const).filter((era) => spokenIn(script, era).length > 0);
    expect([id, ...shown].toSorted()).toEqual([id, ...new Set([...transportsOf(script), ...eras])].toSorted());
  });

  it.each(cases)("shows $name", async ({ show, transport, era }) => {
    const revision = spokenIn(script, era).at(-1) ?? "2025-11-25";
    const enough = (seen: string) => compare(seen, show).missing === undefined;
    const seen =
      transport === "stdio"
        ? await showOnStdio(script, revision, show)
        : await showOnHttp(script, transport, revision, show, enough);
    expect(compare(seen, show), `what was seen:\n${seen.slice(0, 3000)}`).toEqual({ missing: undefined, extra: [] });
  });
});

it("a mock that is not clean says what it shows", () => {
  const silent = listMocks().filter((script) => !isClean(script) && script.shows === undefined);
  expect(silent.map(({ id }) => id)).toEqual([]);
});
