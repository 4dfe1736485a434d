import { describe, expect, it } from "vitest";
import {
  asked,
  askedIn,
  broken,
  hostEnd,
  kept,
  start,
  type TimedEvent,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { gone, started, endedInOrder, argv, startedIn, environment, hostEnded } = expectations;
const noProcess = unseen("no server process was started");
const overHttp = start("files", { transport: "http" });

const looked = (server: string, pid: number, alive: boolean): TimedEvent => ({
  kind: "process",
  server,
  instance: `${server}:1`,
  pid,
  alive,
});

describe("whether processes are left is judged", () => {
  it.each<TraceRow>([
    ["kept by all that are gone", {}, [looked("files", 7, false), looked("web", 8, false)], kept(1, 2)],
    [
      "broken by one that is left",
      {},
      [looked("files", 7, false), looked("web", 8, true)],
      broken("process 8 of web outlived the host", 2),
    ],
    [
      "kept by those of one server, whatever another leaves",
      { server: "files" },
      [looked("web", 8, true), looked("files", 7, false)],
      kept(2),
    ],
    ["undecided where that server had none", { server: "files" }, [looked("web", 8, true)], noProcess],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(gone.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("how often a server was started is judged", () => {
  const nothingAsked = unseen("the host was asked nothing");
  it.each<TraceRow>([
    ["kept by one start where no number is named", { server: "files" }, [asked, start("files")], kept(2)],
    ["kept by all servers where none is named", { times: 2 }, [start("files"), start("web"), asked], kept(1, 2)],
    ["kept without those of another server", { server: "files", times: 1 }, [start("web"), start("files")], kept(2)],
    ["kept without connections", { server: "files", times: 1 }, [overHttp, start("files"), overHttp], kept(2)],
    [
      "kept by none, shown by what the host was asked",
      { server: "files", times: 0 },
      [asked, start("web"), askedIn(1)],
      kept(1, 3),
    ],
    ["undecided where none was wanted and nothing asked", { server: "files", times: 0 }, [], nothingAsked],
    [
      "broken by one too many, at the first",
      { server: "files", times: 1 },
      [asked, start("files"), start("files")],
      broken("files started 2 times, expected 1", 2),
    ],
    [
      "broken by none, at what the host was asked",
      { times: { min: 1 } },
      [overHttp, asked],
      broken("servers started 0 times, expected at least 1", 2),
    ],
    ["undecided where one was wanted and nothing asked", { times: 1 }, [overHttp], nothingAsked],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(started.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("how servers were told to end is judged", () => {
  const end = (how: "eof" | "SIGTERM" | "SIGINT" | "exit", server = "files", nth = 1): TimedEvent => ({
    kind: "server-end",
    server,
    instance: `${server}:${nth}`,
    how,
  });
  const heard = (how: string, at: number, server = "files") =>
    broken(`${server} first heard ${how}, expected the end of its input`, at);

  it.each<TraceRow>([
    ["kept by the end of the input before a signal", {}, [end("eof"), end("SIGTERM"), end("exit")], kept(1)],
    ["kept by a server that ends of its own accord", {}, [end("exit")], kept(1)],
    ["broken by a signal first", {}, [end("SIGTERM"), end("eof")], heard("SIGTERM", 1)],
    ["broken by an interrupt first", {}, [end("SIGINT"), end("exit")], heard("SIGINT", 1)],
    ["by every start for itself", {}, [end("eof"), end("SIGTERM", "files", 2), end("SIGTERM")], heard("SIGTERM", 2)],
    ["kept by the one server that is named", { server: "files" }, [end("SIGTERM", "web"), end("eof")], kept(2)],
    [
      "undecided where that one was told nothing",
      { server: "files" },
      [end("SIGTERM", "web")],
      unseen("no server noticed its end"),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(endedInOrder.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("the words a server was started with are judged", () => {
  const words = (...list: readonly string[]) => start("files", { argv: list });
  const off = (is: string, at: number) => broken(`started with ${is}, expected ["-r","/"]`, at);
  const equals = ["-r", "/"];

  it.each<TraceRow>([
    ["kept by these words", { equals }, [words("-r", "/")], kept(1)],
    ["kept by none where none is wanted", { equals: [] }, [words()], kept(1)],
    ["kept without those that are no processes", { equals }, [words("-r", "/"), overHttp], kept(1)],
    ["broken by fewer", { equals }, [words("-r")], off('["-r"]', 1)],
    ["broken by more", { equals }, [words("-r", "/", "-v")], off('["-r","/","-v"]', 1)],
    ["broken by others", { equals }, [words("-r", ".")], off('["-r","."]', 1)],
    ["broken by another order", { equals }, [words("/", "-r")], off('["/","-r"]', 1)],
    ["broken by any start", { equals }, [words("-r", "/"), words("-r")], off('["-r"]', 2)],
    ["kept by the one start that is named", { equals, start: 1 }, [words("-r"), words("-r", "/"), words()], kept(2)],
    [
      "kept by the one server that is named",
      { equals, server: "files" },
      [start("web", { argv: [] }), words("-r", "/")],
      kept(2),
    ],
    ["undecided where it is no process", { equals }, [overHttp], noProcess],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(argv.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("the directory of a server is judged", () => {
  it.each<TraceRow>([
    ["kept by each", { equals: "/work" }, [start("files", { cwd: "/work" }), start("web", { cwd: "/work" })], kept(1, 2)],
    [
      "broken by one of them",
      { equals: "/work" },
      [start("files", { cwd: "/work" }), start("web", { cwd: "/" })],
      broken("started in /, expected /work", 2),
    ],
    [
      "kept by the one server that is named",
      { server: "files", equals: "/work" },
      [start("web", { cwd: "/" }), start("files", { cwd: "/work" })],
      kept(2),
    ],
    ["kept without those that are no processes", { equals: "/work" }, [start("files", { cwd: "/work" }), overHttp], kept(1)],
    ["undecided where it is not known", { equals: "/work" }, [overHttp], noProcess],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(startedIn.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("the variables of a server are judged", () => {
  const given = (env: Readonly<Record<string, string>>) => start("files", { env });

  it.each<TraceRow>([
    ["kept by any, where nothing is wanted", {}, [given({ PATH: "" })], kept(1)],
    [
      "kept by a value, and by a variable of any value",
      { has: { KEY: "a", PATH: null } },
      [given({ KEY: "a", PATH: "/bin" })],
      kept(1),
    ],
    ["broken by a variable that is missing", { has: { KEY: "a" } }, [given({ PATH: "" })], broken("files lacks KEY", 1)],
    ["broken by a missing variable that could have any value", { has: { KEY: null } }, [given({})], broken("files lacks KEY", 1)],
    ["kept by none of those it must not have", { lacks: ["TOKEN"] }, [given({ PATH: "" })], kept(1)],
    ["kept without those that are no processes", { lacks: ["TOKEN"] }, [given({}), overHttp], kept(1)],
    [
      "broken with all that is wrong",
      { has: { KEY: "a", HOME: "/" }, lacks: ["TOKEN"] },
      [given({ KEY: "b", TOKEN: "t" })],
      broken("files has another value of KEY, lacks HOME, has TOKEN", 1),
    ],
    [
      "kept by the one server that is named",
      { server: "files", lacks: ["TOKEN"] },
      [start("web", { env: { TOKEN: "" } }), given({})],
      kept(2),
    ],
    ["undecided where they are not known", { lacks: ["TOKEN"] }, [overHttp], noProcess],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(environment.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("how the host ended is judged", () => {
  const wanted = { withinMs: 100 };
  it.each<TraceRow>([
    ["kept by one just in time", wanted, [hostEnd({ ms: 100 })], kept(1)],
    ["broken by one too late", wanted, [hostEnd({ ms: 100.6 })], broken("the host took 101 ms to end", 1)],
    [
      "broken by one that had to be killed, however soon",
      wanted,
      [hostEnd({ killed: true })],
      broken("the host had to be killed", 1),
    ],
    ["undecided where it was not seen", wanted, [asked], unseen("the end of the host was not seen")],
  ])("%s", (_title, value, happened, outcome) => {
    expect(hostEnded.judge(value, traceOf(...happened))).toEqual(outcome);
  });
});
