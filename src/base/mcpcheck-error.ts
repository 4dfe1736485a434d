/**
 * Who is to blame when something is thrown: the caller (`usage`), the program under test (`subject`) or mcpcheck
 * itself (`harness`). The code decides the exit status: usage is 2, the other two are 3.
 */
export type BlameCode = "usage" | "subject" | "harness";

/**
 * The only error mcpcheck throws on purpose. What a peer does wrong on the wire is a value (an outcome), never this.
 * `message` is one line that names the file and place, and the remedy; `stderrTail` holds the last lines a subject wrote.
 */
export class McpcheckError extends Error {
  override readonly name = "McpcheckError";
  readonly code: BlameCode;
  readonly stderrTail: string | undefined;

  constructor(code: BlameCode, message: string, options: { cause?: unknown; stderrTail?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.stderrTail = options.stderrTail;
  }

  /** Who is to blame, under the name the library promises: the same as `code`. */
  get kind(): BlameCode {
    return this.code;
  }
}
