import * as z from "zod";
import { inconclusive, overall } from "../outcome.ts";
import { expectation } from "./expectation.ts";
import { hostEvents } from "./host-event.ts";

/** Of the programs of a case these were started, and none but these. */
export const ranPrograms = expectation(z.strictObject({ only: z.array(z.string()).min(1) }), true, ({ only }, trace) => {
  const ran = hostEvents(trace, "program-started");
  const [asked] = hostEvents(trace, "asked");
  if (asked === undefined) return inconclusive("the host was asked nothing");
  return overall(
    [
      ...ran.map((event) => (only.includes(event.name) ? { ref: event } : { ref: event, wrong: `${event.name} was started` })),
      ...only.flatMap((name) =>
        ran.some((event) => event.name === name) ? [] : [{ ref: asked, wrong: `${name} was not started, as it should be` }],
      ),
    ],
    "no program was started",
  );
});

/** Of every server whose id begins like this the host said that it does without it, and why. */
export const leftOut = expectation(
  z.strictObject({ servers: z.string().describe("how their ids begin"), says: z.array(z.string()).min(1) }),
  true,
  ({ servers, says }, trace) => {
    const wanted = hostEvents(trace, "configured").filter(({ server }) => server.startsWith(servers));
    const [end] = hostEvents(trace, "host-end");
    if (end === undefined) return inconclusive("the end of the host was not seen");
    const lines = [end.output, ...hostEvents(trace, "answered").flatMap(({ aside, text }) => [aside, text])]
      .join("\n")
      .split("\n");
    return overall(
      wanted.map(({ server, command }) => {
        const own = lines.filter((line) => mentions(line, server));
        if (own.some((line) => says.every((text) => line.includes(text)))) return { ref: end };
        const what = command === undefined ? server : `${server} (${command.join(" ")})`;
        const said = own.length === 0 ? "nothing was said" : `only ${JSON.stringify(own[0]?.slice(0, 160))} was said`;
        return { ref: end, wrong: `of ${what} ${said}` };
      }),
      "no such server was configured",
    );
  },
);

/** Whether a line speaks of a server, and not only of those whose names are longer. */
function mentions(line: string, server: string): boolean {
  const between = line.split(server);
  return between.slice(1).some((after, index) => !/[\w-]$/.test(between[index] ?? "") && !/^[\w-]/.test(after));
}
