import type { fixedServers } from "../../src/cli/explain/fixes.ts";
import type { Edit } from "./built-fix.ts";

/** What a server looked like before it was fixed: the edit that undoes a region, and a check that finds it then. */
export type Broken = Edit & { readonly check: string };

/** For each SDK, all at once in one server. */
export const brokenFixes: Partial<Readonly<Record<keyof typeof fixedServers, readonly Broken[]>>> = {
  "typescript-v2": [
    { check: "stdio.clean-at-start", from: "console.error(", to: "console.log(" },
    { check: "lifecycle.server-info-filled", from: 'name: "fixes-typescript-v2"', to: 'name: ""' },
    { check: "tools.described", from: 'description: "Writes a text in capitals",', to: "" },
    {
      check: "tools.structured-text",
      from: 'content: [{ type: "text", text: JSON.stringify(measured) }]',
      to: "content: []",
    },
    { check: "progress.increases", from: "progressToken, progress, total", to: "progressToken, progress: 1, total" },
  ],
  "python-mcp": [
    { check: "lifecycle.server-info-filled", from: '"fixes-python-mcp", version="1.0.0"', to: '"fixes", version=""' },
    { check: "tools.described", from: '"""Writes a text in capitals."""', to: "" },
    { check: "progress.increases", from: "report_progress(number, to)", to: "report_progress(1, to)" },
    { check: "tools.failure-in-result", from: "raise ToolError(", to: "raise MCPError(INVALID_PARAMS, " },
    { check: "tools.unknown-name", from: "if name not in {tool.name for tool in await self.list_tools()}:", to: "if False:" },
  ],
  go: [
    { check: "stdio.clean-at-start", from: 'log.Print("ready")', to: 'fmt.Println("ready")' },
    { check: "lifecycle.server-info-filled", from: 'Name: "fixes-go"', to: 'Name: ""' },
    { check: "tools.described", from: '"Writes a text in capitals"', to: '""' },
    { check: "progress.increases", from: "Progress: float64(number)", to: "Progress: 1" },
  ],
  java: [
    { check: "stdio.clean-at-start", from: "System.err.println", to: "System.out.println" },
    { check: "tools.described", from: '.description("Writes a text in capitals")', to: "" },
    {
      check: "tools.failure-in-result",
      from: 'return CallToolResult.builder().isError(true).addTextContent("b must not be 0").build();',
      to: 'throw io.modelcontextprotocol.spec.McpError.builder(-32603).message("b must not be 0").build();',
    },
    { check: "tools.structured-text", from: '"{\\"characters\\":" + length + "}"', to: '"done"' },
    { check: "progress.increases", from: "builder(token, number)", to: "builder(token, 1)" },
  ],
  rust: [
    { check: "stdio.clean-at-start", from: "eprintln!", to: "println!" },
    { check: "lifecycle.server-info-filled", from: '"fixes-rmcp"', to: '""' },
    { check: "tools.described", from: '"Writes a text in capitals"', to: '""' },
    {
      check: "tools.failure-in-result",
      from: 'return CallToolResult::error(vec![ContentBlock::text("b must not be 0")]);',
      to: 'return Err(ErrorData::internal_error("b must not be 0", None));',
    },
    { check: "tools.failure-in-result", from: "-> CallToolResult {", to: "-> Result<CallToolResult, ErrorData> {" },
    {
      check: "tools.failure-in-result",
      from: "CallToolResult::success(vec![ContentBlock::text((args.a / args.b).to_string())])",
      to: "Ok(CallToolResult::success(vec![ContentBlock::text((args.a / args.b).to_string())]))",
    },
    { check: "progress.increases", from: "number.into()", to: "1.0" },
  ],
};
