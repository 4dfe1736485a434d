import type { Json, JsonObject } from "../jsonrpc/json.ts";
import type { ListName } from "../trace/facts/server-facts.ts";
import type { Era, Revision } from "../spec/revision.ts";
import type { WantedRole } from "../trace/facts/tool-role.ts";
import type { TokenKind } from "./token-kinds.ts";
import type { TransportKind } from "../trace/wire-event.ts";

/** Client capabilities a connection declares: none, everything mcpcheck can play, or exactly these. */
export type ClientCapabilities = "none" | "full" | JsonObject;

/**
 * Arguments for a tool or prompt, derived from what the server announces: `valid` fits its schema, `missing` lacks one
 * required member, `mistyped` has one member of a wrong type, `extra` adds an unknown member; an object is sent as it is.
 */
export type ArgumentChoice = "valid" | "missing" | "mistyped" | "extra" | JsonObject;

/**
 * Opens the connection of a session and, unless `handshake` is `none`, does the lifecycle of the revision:
 * `initialize` and `notifications/initialized`, or nothing but the envelope. `initialize-only` leaves the notification out.
 */
export type ConnectStep = {
  readonly connect: {
    /** Does so on the connection that is open, where there is one, instead of a new one. */
    readonly on?: "open";
    readonly capabilities?: ClientCapabilities;
    readonly handshake?: "full" | "initialize-only" | "none";
    readonly protocolVersion?: string;
    /** The roots the client has: a folder made for it that holds a file, with another file beside it, or none. */
    readonly roots?: "bounded" | "none";
  };
};

/** Sends a request and waits for its answer (or records the silence). The envelope of stateless revisions is added. */
export type RequestStep = {
  readonly request: string;
  readonly params?: JsonObject;
  /** Exactly this id instead of a fresh one; a string may hold any text. */
  readonly id?: Json;
  /** Members for `params._meta`; `null` as a whole sends the request without the envelope. */
  readonly meta?: JsonObject | null;
  /** HTTP headers to add (a string) or leave out (null). */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Adds so many characters that mean nothing, in `params._meta`. */
  readonly padding?: number;
  /**
   * Adds the URI of a listed resource as `params.uri`; with `each` it is sent for every one (bounded), all at once, and a
   * `subscriptions/listen` asks for the news of all of them.
   */
  readonly resource?: "listed" | "each";
  /** Adds the id of a task as `params.taskId`, and is sent for each that was cancelled in this session. */
  readonly task?: "cancelled";
  /** Do not wait for the answer: a later step does. */
  readonly background?: true;
  /** Asks so many times, one after another, unless one of them is not answered, or at great length. */
  readonly times?: number;
};

/** Sends a notification. */
export type NotifyStep = {
  readonly notify: string;
  /** From now on the client has no roots any more. */
  readonly roots?: "none";
  readonly params?: JsonObject;
  readonly headers?: Readonly<Record<string, string | null>>;
};

/** Sends a text as one frame (stdio) or as the body of one POST (HTTP), however malformed, and waits for a possible answer. */
export type SendStep = {
  readonly send: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** In two pieces (stdio): so many bytes of it behind a request that must be answered, in one write, and the rest after its answer. */
  readonly firstPiece?: number;
};

/**
 * Sends one HTTP request of any shape to the endpoint; `path` is resolved against it, `{path}` in it stands for the path of
 * the endpoint. Headers set to null are left out. `at` sends it to another address of this machine, at the same port: only that
 * is also sent over HTTP+SSE, to the address of the stream.
 */
export type HttpStep = {
  readonly http: {
    readonly method: string;
    readonly path?: string;
    readonly at?: "other-address";
    readonly headers?: Readonly<Record<string, string | null>>;
    readonly body?: string;
    /** Leaves an event stream open that is the answer to a GET, until the connection ends. */
    readonly keeps?: true;
  };
};

/** Walks a list to its last page (bounded, loop-safe); or twice, both walks at the same time. */
export type ListStep = { readonly list: ListName; readonly twice?: true };

/**
 * How an argument and the header that mirrors it (x-mcp-header) are to relate: the header left out, of another value, with
 * bytes beyond ASCII, in Base64, or in other digits; or the argument null or left out, and with it the header.
 */
export type Mirroring = "missing" | "different" | "beyond-ascii" | "encoded" | "other-digits" | "null" | "absent";

/**
 * Calls tools: every read-only one (bounded), of these each that demands no arguments and succeeded before, those that fill a role (the first of them in the background), or a name no server
 * has. `unknown` needs no consent, for nothing can run; a hint counts as consent.
 */
export type CallStep = {
  readonly call: "each-read-only" | "each-served" | "one-read-only" | "unknown" | { readonly role: WantedRole };
  /** `none` leaves the member out. */
  readonly arguments?: ArgumentChoice | "none";
  /** Calls only tools that take the path of a file, with that of the file in the root that `bounded` offers, or of the one beside it. */
  readonly path?: "inside" | "outside";
  /** Calls each tool that takes a free text with each of these, all at once. */
  readonly texts?: readonly string[];
  /**
   * What a retry gives the server that asked for input: what it wants (the default), nothing, a refusal, a changed state, a member
   * nobody asked for, content of wrong types, or all that with another tool; or there is no retry.
   */
  readonly inputs?: "answer" | "none" | "decline" | "tampered" | "extra" | "malformed" | "moved" | "never";
  /** How forms are answered while the tools work, when not as a willing user would: declined, or with values of wrong types. */
  readonly answers?: "decline" | "malformed";
  /**
   * Asks for the call to be run as a task, and follows it to its end or cancels it, where the server makes one; `without` calls the
   * same tool, and asks for none; `forbidden` asks it of a tool that does not run as one.
   */
  readonly task?: "follow" | "cancel" | "without" | "forbidden";
  /** What is done with a task that comes instead of a result (the extension io.modelcontextprotocol/tasks): followed, or cancelled. */
  readonly handles?: "follow" | "cancel";
  /** Calls only tools with an argument that a header mirrors, and lets the two relate like this. */
  readonly mirrored?: Mirroring;
  readonly meta?: JsonObject;
  /** HTTP headers to add (a string) or leave out (null). */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The same for what comes after the first request: retries, and requests about the task. */
  readonly laterHeaders?: Readonly<Record<string, string | null>>;
  readonly background?: true;
  /** One after another, so that one sees which of them a message belongs to; a slow one does not hold up the next for long. */
  readonly apart?: true;
  /** Calls that take their time stay open while the scenarios go on; a later step waits for them. Of all tools, those are called again only `apart`. */
  readonly leavesOpen?: true;
  /** Calls them again, a few times, while all refuse: a server may not yet have dealt with the roots it asked for. */
  readonly againWhileRefused?: true;
};

/**
 * Reads resources: every listed one (bounded), one listed, a URI no server has, URIs that lead outside of
 * what is listed, those of templates with a value that the server offers for their variable, the views that listed tools are
 * linked to (MCP Apps), or the skills a server lists, with their entries and files, or the directories of these; `headers` as for
 * a request.
 */
export type ReadStep = {
  readonly read: "each" | "one" | "unknown" | "outside" | "completed" | "views" | "skills" | "skill-directories";
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly background?: true;
};

/** Gets prompts: every listed one (bounded), one listed, or a name no server has; `headers` as for a request. */
export type PromptStep = {
  readonly prompt: "each" | "one" | "unknown";
  readonly arguments?: ArgumentChoice;
  readonly headers?: Readonly<Record<string, string | null>>;
};

/** Asks for completions of an argument of a listed prompt or template, or of a prompt no server has. */
export type CompleteStep = { readonly complete: "prompt" | "template" | "unknown" };

/** Breaks the stream of the request in flight off and resumes it by its last event id, where events have ids (Streamable HTTP). */
export type ResumeStep = { readonly resume: "in-flight" };

/** Cancels the request that is in flight in the background, in the way the revision and transport want it. */
export type CancelStep = { readonly cancel: "in-flight" };

/**
 * Waits until the subject has sent something, or records the silence after `ms` (the exchange time-out when absent); for the
 * calls that were left open only as long as one of them may be expected to be answered.
 */
export type AwaitStep = { readonly await: "in-flight" | "open-calls" | { readonly notification: string }; readonly ms?: number };

/**
 * Proves that the subject is alive and has dealt with what was sent before, by a request it must answer (`ping`, or
 * `server/discover`). What is still unanswered when the fence is answered, will not be. With `weighs` it is then read how much memory
 * the processes of the server hold, where that can be told.
 */
export type FenceStep = { readonly fence: true; readonly weighs?: true };

/** Ends the connection: stdin closed, SIGTERM, HTTP DELETE of the session, or the socket dropped. */
export type CloseStep = { readonly close: "eof" | "term" | "delete" | "drop" };

/**
 * The closed set of verbs; a new one is a design decision. `tag` marks what a special step is about, for the checks;
 * `deviant` says that what is sent breaks a rule on purpose or may rightly be refused, so that only those checks judge it.
 */
export type Step = (
  | ConnectStep
  | RequestStep
  | NotifyStep
  | SendStep
  | HttpStep
  | ListStep
  | CallStep
  | ReadStep
  | PromptStep
  | CompleteStep
  | CancelStep
  | ResumeStep
  | AwaitStep
  | FenceStep
  | CloseStep
) & { readonly tag?: string; readonly deviant?: true };

/** The verb of a step. */
export type Verb =
  | "connect"
  | "request"
  | "notify"
  | "send"
  | "http"
  | "list"
  | "call"
  | "read"
  | "prompt"
  | "complete"
  | "cancel"
  | "resume"
  | "await"
  | "fence"
  | "close";

/** What a callable tool must have: arguments that can be derived, a required or typed one, the path of a file, or one that a header mirrors. */
export type ToolRequirement =
  | "read-only"
  | "read-only-with-required"
  | "read-only-typed"
  | "read-only-path"
  | "read-only-mirrored"
  | "read-only-mirrored-text"
  | "read-only-mirrored-integer";

/**
 * What a subject must announce for a scenario to run; otherwise it is skipped with a reason and promises nothing.
 * A dotted path is a capability; the others are drawn from lists, and from hints and what was seen of the tools. `machine` is about
 * where it runs: on this machine, which must have a second address of its own, or where it may read files that are written for it. `header` asks for a run whose requests all carry that header, or none that the user gave.
 * `token` asks for a token of that kind, which `{token:kind}` in a header or a path stands for.
 */
export type Requirement =
  | { readonly capability: string }
  | { readonly listed: ListName }
  | { readonly tool: ToolRequirement }
  | { readonly role: WantedRole }
  | { readonly machine: "other-address" | "files" }
  | { readonly header: "authorization" | "none" }
  | { readonly token: TokenKind };

/** Steps plus the checks they promise to exercise. */
export type Scenario = {
  readonly id: string;
  readonly title: string;
  /** Scenarios of one suite that name the same session share its connection, in the order of the file. */
  readonly session: string;
  /** Where it stands within its session; 0 when absent, ties in file order. Negative goes first, the ends of processes last. */
  readonly order?: number;
  readonly era?: Era;
  readonly since?: Revision;
  readonly until?: Revision;
  readonly transports?: readonly TransportKind[];
  readonly requires?: readonly Requirement[];
  /** Played only where `--check` chooses a check that it exercises: for what takes long, and few ask for. */
  readonly onRequest?: true;
  /** Shows what the tools do, for the scenarios that ask for a role: it runs before those, and with any of them. */
  readonly learns?: true;
  /** What it does is judged beside ordinary calls of the tools: the scenarios that learn run with it. */
  readonly compares?: true;
  readonly steps: readonly Step[];
  /** Checks that must reach a conclusion when the scenario has run. */
  readonly exercises: readonly string[];
};

/** A suite file. */
export type Suite = {
  readonly id: string;
  readonly title: string;
  readonly subject: "server";
  readonly scenarios: readonly Scenario[];
};
