import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { servedBridge } from "./served-bridge.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const python = `${root}.venv/a2a/bin/python`;

it.skipIf(!existsSync(python))(
  "the Python client of A2A streams, gets and is refused (skipped without `npm run peers:python`)",
  async () => {
    const { url } = await servedBridge({ turns: [{ say: "Good day." }] });
    const { stdout } = await promisify(execFile)(python, [`${root}test/peers/python_a2a.py`, url], { timeout: 90_000 });
    expect(JSON.parse(stdout)).toEqual({
      kinds: ["artifact_update", "status_update", "task"],
      text: "Good day.",
      state: "TASK_STATE_COMPLETED",
      missing: "TaskNotFoundError",
    });
  },
  120_000,
);
