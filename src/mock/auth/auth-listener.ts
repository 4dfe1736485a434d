import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readBody } from "../../base/http/asked.ts";
import { askedOf } from "../../base/http/node-exchange.ts";
import { hostNameOf } from "../../base/loopback.ts";
import { listenOn } from "../serve/listening.ts";
import { createAliases } from "./aliases.ts";
import type { AuthAsk, AuthReply } from "./auth-exchange.ts";
import { type AuthServer, type AuthServerSetup, createAuthServer } from "./auth-server.ts";

/** An authorization server that listens. */
export type ListeningAuth = {
  /** Scheme, host and port. */
  readonly base: string;
  readonly issuer: string;
  /** Where its public keys are. */
  readonly jwks: string;
  /** Makes a token as somebody wishes it. */
  readonly issue: AuthServer["issue"];
  readonly server: AuthServer;
  readonly close: () => Promise<void>;
};

/** Where an authorization server is to listen, and what it is to know; port 0 takes a free one. */
export type AuthListenOptions = Pick<AuthServerSetup, "script" | "world"> &
  Partial<Omit<AuthServerSetup, "origin">> & { readonly host: string; readonly port: number };

/** Opens an authorization server on a port of its own. */
export async function openAuth(options: AuthListenOptions): Promise<ListeningAuth> {
  const { host, port, ...setup } = options;
  const none = (): string => "";
  const quiet = (): void => undefined;
  let base = "";
  const usual = { resource: none, other: none, aliases: createAliases(), note: quiet, party: "issuer" } as const;
  const server = createAuthServer({ ...usual, ...setup, origin: () => base });
  const http = createServer((request, response) => {
    serve(server, request, response, base).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(error instanceof Error ? error.message : String(error));
    });
  });
  const listening = await listenOn(http, { host, port });
  base = listening.base;
  return { base, issuer: server.issuer(), jwks: `${server.issuer()}/jwks`, issue: server.issue, server, close: listening.close };
}

async function serve(server: AuthServer, request: IncomingMessage, response: ServerResponse, base: string): Promise<void> {
  const body = await readBody(askedOf(request));
  sendReply(response, await server.answer(askOf(request, base, body)));
}

/** A request as the parties of an authorization read it, at the address it was made to; `base` where it does not say. */
export function askOf(request: IncomingMessage, base: string, body: Uint8Array | undefined): AuthAsk {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", hostNameOf(request.headers.host) === undefined ? base : `http://${request.headers.host}`),
    headers: Object.fromEntries(headers),
    body: Buffer.from(body ?? new Uint8Array()).toString("utf8"),
  };
}

/** Sends an answer of a party. */
export function sendReply(response: ServerResponse, { status, headers, json, text }: AuthReply): void {
  const body = json === undefined ? (text ?? "") : JSON.stringify(json);
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(body)) }).end(body);
}
