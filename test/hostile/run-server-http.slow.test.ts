import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { oneOf } from "../support/nightly.ts";
import { holdRun } from "./hold-run.ts";
import { httpPeers } from "./http-peers.ts";
import { rawServer } from "./http-server.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-hostile-"));
vi.setConfig({ maxConcurrency: 4 });
afterAll(() => rmSync(folder, { recursive: true }));

describe("run server ends in time, with the right exit code, and asks nobody else, for a server over HTTP:", () => {
  const peers = httpPeers.map((peer, place) => ({ ...peer, place }));
  test.concurrent.each(oneOf(3, peers))("$name", async ({ place, ...peer }) => {
    const elsewhere = await rawServer(() => false);
    const server = await rawServer(peer.deviate(elsewhere.url));
    try {
      await holdRun(peer, ["--url", server.url], join(folder, String(place)));
      expect(elsewhere.asked).toEqual([]);
      expect(server.asked.filter(({ headers }) => headers["cookie"] !== undefined)).toEqual([]);
    } finally {
      await Promise.all([server.close(), elsewhere.close()]);
    }
  });
});
