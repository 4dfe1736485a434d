// Judges a server and looks at the report, which is the one that --reporter json writes.
import { explain, judgeServer } from "mcpcheck";
import { startMockServer } from "mcpcheck/mock";

// A server that forgets to answer pings with an empty result.
const server = await startMockServer(
  { rules: [{ on: "ping", do: [{ result: { pong: true } }] }] },
  { transport: "http", revision: "2025-11-25" },
);
const report = await judgeServer({ url: server.url }, { check: "lifecycle.*" });
await server.close();

console.log(report.exitCode, report.revisions);
for (const { check, message } of report.findings.filter(({ verdict }) => verdict === "fail")) {
  console.log(`${check}: ${message}`);
  console.log(explain(check).advice);
}
