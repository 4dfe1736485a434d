/** When a server is switched on without being named. */
export const autoEnableModes = ["never", "always", "with_path", "if_match"] as const;

/** One of those modes. */
export type AutoEnableMode = (typeof autoEnableModes)[number];

/** Conditions of mode `if_match`; all that are given have to hold. */
export type EnableIf = { readonly fileExists?: string; readonly envSet?: string };

/** Who vouches for a definition: guards are stricter with requests than with the operator's own files. */
export type Origin = "builtin" | "file" | "variable" | "commandLine" | "request";

/** How a server is reached: a process to start, or an address. */
export type Reach =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string | undefined;
    }
  | {
      readonly transport: "http" | "sse";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** A server as it was configured, whatever the form of the file. */
export type ServerDefinition = {
  readonly name: string;
  readonly description: string | undefined;
  readonly reach: Reach;
  /** Whether it needs a directory to work in. */
  readonly requiresPath: boolean;
  /** Where that directory goes among the arguments; `null` and negative numbers append. */
  readonly pathArgIndex: number | null;
  readonly capabilities: readonly string[];
  readonly autoEnable: AutoEnableMode;
  readonly enableIf: EnableIf;
  /** False for a server that is kept but not used. */
  readonly enabled: boolean;
  /** Milliseconds until `initialize` is answered, where it differs from the profile. */
  readonly initializeMs: number | undefined;
  /** Milliseconds until a call is answered, where it differs from the profile. */
  readonly callMs: number | undefined;
  readonly origin: Origin;
  /** Where it was written, for messages. */
  readonly place: string;
};
