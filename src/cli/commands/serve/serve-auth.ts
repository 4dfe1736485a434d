import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { aborted } from "../../../base/time/aborted.ts";
import { openAuth } from "../../../mock/auth/auth-listener.ts";
import { loadAuth } from "../../../mock/auth/load-auth.ts";
import { keepAlive } from "../../../mock/serve/keep-alive.ts";
import type { Io } from "../../io.ts";
import { portOf } from "../../options/port-option.ts";

type Options = { readonly port: string; readonly host: string; readonly resource?: string };

/** What `--help` says of it. */
export const summary = "play a scripted authorization server";

/** `serve auth`: plays an authorization server of its own; whoever asks for consent gets it at once. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<id|file.json>", "an authorization server that comes with mcpcheck (mcpcheck list auth), or a file")
    .option("--port <n>", "port to listen on; 0 takes a free one", "0")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--resource <url>", "whom tokens are for when nobody asks for a resource")
    .addHelpText("after", help)
    .action(async (idOrFile: string, options: Options) => {
      const release = keepAlive();
      await serve(idOrFile, options, io).finally(release);
      done(0);
    });
}

const help = `
When it listens, one line says where, and where its metadata and public keys are:
  {"listening":"http://127.0.0.1:43111","issuer":"http://127.0.0.1:43111","jwks":"http://127.0.0.1:43111/jwks"}

The end points are /authorize, /token, /register, /revoke, /introspect and /jwks below the issuer.
`;

async function serve(idOrFile: string, { port: given, host, resource = "" }: Options, io: Io): Promise<void> {
  const port = portOf(given);
  const script = loadAuth(idOrFile, io.cwd);
  const world = { now: () => Date.now(), random: randomUUID };
  const listening = await openAuth({ script, world, host, port, resource: () => resource });
  const { base, issuer, jwks } = listening;
  io.stdout(`${JSON.stringify({ listening: base, issuer, jwks })}\n`);
  await aborted(io.interrupted);
  await listening.close();
}
