import type { BenchRow } from "../bench-row.ts";
import { benchHost } from "./bench-host-made.ts";
import { echoProcesses, serveEcho } from "./bench-servers.ts";
import { spreadOf, spreadText } from "./spread.ts";
import { toldBackend } from "./told-backend.ts";

const chats = 100;
const servers = 10;

/** A hundred chats at once, each calling ten servers: those of the operator, which are shared, and its own, which are not. */
export async function benchCrowd(): Promise<readonly BenchRow[]> {
  const served = await serveEcho();
  const own = Array.from({ length: servers }, (_, index) => ({ name: `s${index}`, transport: "http", url: served.url }));
  try {
    return [
      ...(await oneCrowd(`${servers} shared processes`, echoProcesses(servers), {})),
      ...(await oneCrowd(`${servers} HTTP sessions of its own`, [], { mcp_servers: own })),
    ];
  } finally {
    await served.close();
  }
}

async function oneCrowd(what: string, configured: Parameters<typeof benchHost>[1], body: object): Promise<readonly BenchRow[]> {
  const calls = Array.from({ length: servers }, (_, index) => ({ name: `s${index}:echo`, arguments: { text: `to ${index}` } }));
  const backend = toldBackend([{ calls }, { say: [{ result: "all" }] }]);
  const host = await benchHost(backend, configured);
  try {
    const began = performance.now();
    const answers = await Promise.allSettled(
      Array.from({ length: chats }, async () => {
        const text = await host.ask("/api/chat", { stream: false, ...body });
        const missing = calls.filter((_, index) => !text.includes(`to ${index}`)).length;
        const ms = performance.now() - began;
        const { message } = JSON.parse(text) as { message: { content: string } };
        const lost = calls.filter(({ arguments: given }) => !message.content.includes(given.text)).length;
        if (missing > 0 || lost > 0) throw new Error(`${lost} results did not reach the model: ${message.content.slice(0, 300)}`);
        return ms;
      }),
    );
    const failed = answers.filter((answer) => answer.status === "rejected");
    const each = spreadOf(answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])));
    const [first] = failed;
    return [
      {
        name: `${chats} chats at once, each with ${what}: chats that failed`,
        value: failed.length,
        unit: "chats",
        limit: 0,
        ...(first === undefined ? {} : { note: String(first.reason).slice(0, 300) }),
      },
      {
        name: `${chats} chats at once, each with ${what}: time until all have their answer`,
        value: (performance.now() - began) / 1000,
        unit: "s",
        note: `${chats * servers} calls, connecting included; a chat: ${spreadText(each, "ms")}`,
      },
    ];
  } finally {
    await host.close();
  }
}
