import { askedOf, replyOn } from "../../../base/http/node-exchange.ts";
import type { LiveTools } from "../../../mock/answer/live-tool.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import type { MockScript, MockTool } from "../../../mock/script/script.ts";
import { answerHttp } from "../../../mock/serve/http/answer-http.ts";
import type { Mount } from "../mount.ts";
import type { SurfaceSetup } from "../surface-setup.ts";

/** What a host that is an MCP server says of itself, and what its tools do. */
export type OwnServer = {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly MockTool[];
  readonly live: LiveTools;
};

/**
 * An MCP endpoint at `/mcp`, in every revision, on the engine that plays mock servers. Who may ask at all has been decided before, for
 * all paths of the host.
 */
export function mountServer({ id, title, tools, live }: OwnServer, { host, date, random, note }: SurfaceSetup): Mount {
  const { clock, version, profile } = host.setup;
  const script: MockScript = {
    id,
    title,
    serverInfo: { name: id, title, version },
    tools: [...tools],
    listChanged: false,
    omits: ["origin", "host"],
  };
  const engine = createMockServer(
    script,
    {
      clock,
      date: () => date().getTime(),
      random,
      transport: "http",
      process: {
        exit: () => undefined,
        stderr: (text) => note(text.trimEnd()),
        spawnGrandchild: () => undefined,
        self: () => ({ argv: [], env: {}, cwd: "" }),
      },
    },
    live,
  );
  const served = answerHttp(engine, "localhost");
  return {
    takes: (path) => path === "/mcp",
    answer({ request, response }) {
      const asked = askedOf(request);
      served.answer({ ...asked, body: atMost(asked.body, profile.limits.maxRequestBytes) }, replyOn(response));
    },
    close: served.end,
  };
}

/** A body that breaks off where it gets larger than a request may be. */
async function* atMost(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of body) {
    left -= chunk.length;
    if (left < 0) throw new RangeError(`more than ${bytes} bytes`);
    yield chunk;
  }
}
