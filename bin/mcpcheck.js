#!/usr/bin/env node
// A signal that comes while the program is still being loaded ends it with the code it ends with later. Nothing is started yet.
const exitCodes = { SIGINT: 130, SIGTERM: 143 };
const leave = (signal) => process.exit(exitCodes[signal]);
for (const signal of Object.keys(exitCodes)) process.on(signal, leave);
const { compileLater, main } = await import("../dist/main.js");
compileLater();

// A process that ends by itself gives up its signal handlers first, and a signal that comes then would end it by its default.
// One that is told to exit keeps them, so that a run which had its verdict ends with its exit code whatever comes.
process.once("beforeExit", () => process.exit());
const ending = main(process.argv.slice(2));
// From here on it listens for them itself.
for (const signal of Object.keys(exitCodes)) process.off(signal, leave);
process.exitCode = await ending;
