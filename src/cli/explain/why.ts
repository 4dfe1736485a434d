import type { CatalogEntry } from "../catalog.ts";

/**
 * Why a kind of statement matters, and to whom. `clients` names checks of clients whose findings show what real ones do when they meet
 * the fault.
 */
type Reason = { readonly why: string; readonly whom: string; readonly clients?: readonly string[] };

const everyClient = "every client and host";

/** Of servers, by area of their checks. */
const ofServers: Readonly<Record<string, Reason>> = {
  auth: {
    why: "A client finds its way to a token by these answers alone; where one is missing or wrong it either cannot sign in, or sends a token to somebody it is not for.",
    whom: "clients that connect over HTTP to a server with authorization",
  },
  caching: {
    why: "What may be kept, for how long and for whom is decided by these members; a wrong one shows old data, or that of somebody else.",
    whom: "clients of the stateless revisions, and gateways in between",
  },
  cancellation: {
    why: "Users stop what takes too long. Work that goes on costs money and may still change something; a late answer reaches a client that has forgotten the request.",
    whom: "hosts with a stop button or a time limit, which is nearly all",
  },
  completion: {
    why: "Suggestions appear while a person types; an answer of another form or an unexplained error leaves the field empty.",
    whom: "hosts that complete arguments of prompts and resource templates",
  },
  discovery: {
    why: "Without a handshake every request has to say what it speaks, and every answer has to hold to it; this is how both sides find a revision they share.",
    whom: "clients that speak a stateless revision, or try one first",
    clients: ["discovery.client-refusal-read", "discovery.client-unknown-result-type"],
  },
  elicitation: {
    why: "The server speaks to the person behind the host. What it asks has to fit a form the host can draw, and must not lead somebody to give away a secret.",
    whom: "hosts that declare elicitation, and their users",
    clients: ["elicitation.client-mode-refused"],
  },
  extensions: {
    why: "An extension is used only where both sides declared it; what goes beyond that is not understood, or shown without its safeguards.",
    whom: "hosts that support the extension, and all others, who must be spared it",
  },
  http: {
    why: "Status codes, headers and media types are what a client decides by before it reads a message: whether to try again, to start a new session, or to give up.",
    whom: "clients over Streamable HTTP, browsers, and the proxies on the way",
    clients: ["http.client-error-page", "http.client-html-answer"],
  },
  input: {
    why: "A request that needs more input is asked again with it. Unless server and client agree on keys and state, a call is lost, repeated, or answered with another person's input.",
    whom: "clients of the stateless revisions",
  },
  jsonrpc: {
    why: "Answers are matched to requests by these members alone. A wrong one is not an error a client could show: it waits until its time limit, or takes one answer for another.",
    whom: everyClient,
  },
  lifecycle: {
    why: "The first messages settle revision and capabilities; both sides rely on them for the rest of the session.",
    whom: "every client of a revision with a handshake",
    clients: ["lifecycle.client-unknown-version"],
  },
  logging: {
    why: "Log messages share the connection with everything else: unasked ones flood it, and whatever they contain is shown or kept by the host.",
    whom: "hosts that show or keep log messages",
  },
  pagination: {
    why: "A client follows cursors until there is none. A wrong page hides tools from the model, or never ends.",
    whom: "clients that read all pages",
    clients: ["pagination.client-circle-left", "pagination.client-empty-cursor"],
  },
  process: {
    why: "Hosts start a server for each session and expect it to end with it. One that stays keeps ports, files and memory; one that ends early takes the session with it.",
    whom: "every host that starts servers as processes",
  },
  progress: {
    why: "Progress resets time limits and moves bars; one that runs backwards or names an unknown token is dropped, or keeps a dead call alive.",
    whom: "hosts that show progress or extend time limits by it",
  },
  prompts: {
    why: "Prompts are picked by people and go into the conversation as they are; what cannot be listed or filled in cannot be picked.",
    whom: "hosts that offer prompts",
  },
  resources: {
    why: "What a resource is said to be decides how it is read, shown and kept; a wrong type, size or address gives the model something else than the user chose.",
    whom: "hosts that attach resources",
  },
  roots: {
    why: "Roots are how a user says where a server may work.",
    whom: "hosts that declare roots, and their users",
  },
  sampling: {
    why: "The server spends the user's model, and the host shows the request to a person first; what is out of form or was not declared is refused.",
    whom: "hosts that declare sampling",
  },
  schema: {
    why: "Many clients hold messages against the published schema and refuse the whole message for one member that does not fit: one wrong tool can hide all others of the list.",
    whom: "clients that validate, such as those built on the SDKs of TypeScript and Python",
  },
  security: {
    why: "A server on a person's machine is within reach of every web page that is open there, and of everybody in the network if it listens there.",
    whom: "users of servers that listen on a port",
  },
  sse: {
    why: "Over an event stream, an answer that comes in the wrong form or place is never delivered, and a stream that does not end holds its connection.",
    whom: "clients over HTTP",
    clients: ["http.client-cut-answer"],
  },
  stdio: {
    why: "Standard output is the wire. Whatever else is written there stands between messages, and a reader that meets it drops the line or the connection.",
    whom: "every client that starts the server as a process",
    clients: ["stdio.client-stray-lines", "stdio.client-broken-line", "stdio.client-bad-utf8"],
  },
  subscriptions: {
    why: "A host that is told of changes shows them without asking again; one that is told too much, or under a wrong id, shows the wrong thing.",
    whom: "hosts that subscribe to resources or lists",
  },
  tasks: {
    why: "A task outlives its request. Its id, state and result are all a client has to find it again, and to keep others from finding it.",
    whom: "clients that use tasks",
  },
  tools: {
    why: "Tools are what a model sees and calls. What it cannot read in a definition or an error it guesses, and the user sees a failed call.",
    whom: "every host with a model",
  },
};

/** Of clients, where that is another reason than for servers. */
const ofClients: Readonly<Record<string, Reason>> = {
  auth: {
    why: "The client holds the user's tokens. A step left out here lets somebody else read or use them.",
    whom: "users who sign in at a server, and authorization servers",
  },
  http: {
    why: "Servers and proxies route and refuse by headers, and a client that misreads a status keeps a dead session or repeats a call that was already made.",
    whom: "servers over Streamable HTTP, and users whose calls may run twice",
  },
  jsonrpc: {
    why: "Servers match answers by these members, and a client has to survive one that does not: a broken answer must cost one call, not the session.",
    whom: "every server",
  },
  process: {
    why: "The client owns the processes it starts: what it does not end stays, and what ended it must not wait for.",
    whom: "users, and servers that hold something open",
  },
  stdio: {
    why: "One odd line of a server must cost at most one call. A client that stops reading there loses the session, and shows the user a time-out.",
    whom: "users of servers that write something else to standard output once in a while, as many do",
  },
  tools: {
    why: "What the client drops or changes on the way, the model or the server never sees.",
    whom: "users, and authors of servers",
  },
};

const ofHosts =
  "A host stands between a model, several servers and a person; what it does at this place decides whether a call reaches the right server, what the model is told, and what a server may do.";

const ofParsers: Reason = {
  why: "What the parser takes for text is shown to the user, and what it takes for a call is run. Both mistakes look like the model's fault.",
  whom: "every application on this parser or inference engine, and its users",
};

const ofModels: Reason = {
  why: "Applications see a model only by the fields of the answer. A call left in the text is not run; a text read as a call is.",
  whom: "every application that talks to this inference server",
};

/** Why a check matters, whom it concerns, and which checks of clients show what its violation does to real ones. */
export function reasonOf({ id, subject }: Pick<CatalogEntry, "id" | "subject">): Reason {
  const [area = ""] = id.split(".");
  if (subject === "parser") return ofParsers;
  if (subject === "model") return ofModels;
  if (subject === "host") return { why: ofHosts, whom: "the host's users, and the servers it is connected to" };
  const [first, second] = subject === "client" ? [ofClients, ofServers] : [ofServers, ofServers];
  const { why, whom, clients } = first[area] ?? second[area] ?? { why: "", whom: "" };
  if (subject !== "client") return { why, whom, ...(clients === undefined ? {} : { clients }) };
  return first[area] === undefined ? { why, whom: "servers that rely on it, and the users of the client" } : { why, whom };
}
