#!/usr/bin/env node
import { main } from "../dist/main.js";

// A process that ends by itself gives up its signal handlers first, and a signal that comes then would end it by its default.
// One that is told to exit keeps them, so that a run which had its verdict ends with its exit code whatever comes.
process.once("beforeExit", () => process.exit());
process.exitCode = await main(process.argv.slice(2));
