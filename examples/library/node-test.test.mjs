// node --test: a test for each check of a server.
import { describeServer } from "mcpcheck/node-test";

// Yours would be { command: "node", args: ["build/index.js"], cwd: "." }; this one is a mock.
const args = ["node_modules/mcpcheck/bin/mcpcheck.js", "serve", "mock", "echo"];
describeServer({ command: "node", args }, { spec: "2025-11-25", check: "lifecycle.*" });
