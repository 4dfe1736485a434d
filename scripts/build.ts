import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Builds the program into `dist`: first what follows from the files that are there, then, side by side, what is made of all of it. */
const scripts = new URL("./", import.meta.url);

/** Whether a script came to a good end; what it says is said. */
async function runs(script: string): Promise<boolean> {
  const child = spawn(process.execPath, ["--import", "tsx", fileURLToPath(new URL(script, scripts))], { stdio: "inherit" });
  const [code] = (await once(child, "close")) as [number | null];
  return code === 0;
}

let isWhole = await runs("generate.ts");
if (isWhole) {
  rmSync(new URL("../dist", scripts), { recursive: true, force: true });
  isWhole = (await Promise.all(["bundle.ts", "types.ts", "examples.ts"].map(runs))).every(Boolean);
}
process.exitCode = isWhole ? 0 : 1;
