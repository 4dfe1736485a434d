import { type ChildProcess, spawn } from "node:child_process";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Does something beside so many processes that keep a core busy each; they end with it, and with this process. */
export async function besideLoops<T>(count: number, act: () => Promise<T>): Promise<T> {
  const loops: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", "for(;;);"], { stdio: "ignore" }),
  );
  const quiet = (): void => loops.forEach((loop) => loop.kill("SIGKILL"));
  process.once("exit", quiet);
  const stop = (): void => process.exit(1);
  for (const signal of signals) process.once(signal, stop);
  try {
    return await act();
  } finally {
    quiet();
    process.off("exit", quiet);
    for (const signal of signals) process.off(signal, stop);
  }
}
