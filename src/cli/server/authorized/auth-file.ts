import * as z from "zod";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";

const scopes = z.array(z.string().min(1)).min(1);

const authFile = z.strictObject({
  $schema: z.string().optional(),
  authorization: z.string().default("plain").describe("the authorization server: an id of mcpcheck list auth, or a file"),
  port: z.int().min(0).max(65_535).default(0).describe("where it listens on 127.0.0.1; 0 takes a free one"),
  url: z
    .string()
    .default("http://127.0.0.1:{port}/mcp")
    .describe(
      "where the server is reached that is started; {port} is a free port, which its arguments and variables may name too",
    ),
  audience: z.string().default("{url}").describe("whom its tokens are for"),
  scope: scopes.optional().describe("the scopes of good tokens; those of the authorization server when absent"),
  narrow: scopes.optional().describe("scopes that are too little for some request or tool"),
});

/** How a server under test is told whom to trust, and what its tokens are. */
export type AuthFile = z.infer<typeof authFile>;

/** Reads such a file. `file` names it in errors. @throws McpcheckError `usage` with file and JSON pointer */
export function parseAuthFile(text: string, file: string): AuthFile {
  return parseJsonFile(text, file, authFile);
}
