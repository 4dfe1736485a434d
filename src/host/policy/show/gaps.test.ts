import { describe, expect, it } from "vitest";
import { effectiveProfile } from "../../profile/effective-profile.ts";
import { leftOpen } from "./left-open.ts";

const anyCommand = "any command is started that a server's entry names (policy.command.mode)";
const byList =
  "commands are refused by a list of names, which cannot be complete; policy.command.mode=allow starts only what is named";
const copies = "a hard link, a copy or a script of a refused program is started (policy.command.sameFile)";
const texts = "interpreters are started with a program as text, such as python3 -c (policy.command.arguments)";
const loading = "a request sets variables that load code into a server, such as LD_PRELOAD (policy.environment.requestable)";
const pages = "any page of a program on this machine starts programs, with text a browser sends unasked (policy.access.starters)";
const pagesOfOwn = "any page of a program on this machine starts the configured servers (policy.access.starters)";
const noPaths = "paths in tool arguments are not looked at (policy.path.mode)";
const namesOnly = "paths in tool arguments are known by the names of the arguments only (policy.path.maybe)";
const nobody = "nobody is asked before a tool changes something (policy.approval.when)";
const empty = "an empty answer approves a call (policy.approval.defaultAnswer)";

describe("a strict host that starts only what is named leaves open", () => {
  it.each<[title: string, sets: readonly string[], expected: readonly string[]]>([
    ["nothing", [], []],
    ["what a list of names cannot know, where one refuses", ["policy.command.mode=block"], [byList]],
    ["every command where none is refused", ["policy.command.mode=off"], [anyCommand]],
    [
      "no more than that where copies and texts would pass as well",
      ["policy.command.mode=off", "policy.command.sameFile=false", "policy.command.arguments=ignore"],
      [anyCommand],
    ],
    ["copies of what it refuses", ["policy.command.sameFile=false"], [copies]],
    ["programs as text where only wrappers are judged", ["policy.command.arguments=wrappers"], [texts]],
    ["programs as text where arguments are ignored", ["policy.command.arguments=ignore"], [texts]],
    ["what a request sets, where it may set anything", ["policy.environment.requestable=A,*"], [loading]],
    [
      "nothing by that where no request brings a server",
      ["policy.environment.requestable=*", "policy.access.requestServers=never"],
      [],
    ],
    ["nothing where no request brings a server", ["policy.access.requestServers=never"], []],
    [
      "its environment",
      ["policy.environment.inherit=all"],
      ["servers see the host's whole environment, secrets included (policy.environment.inherit)"],
    ],
    [
      "itself to every page",
      ["policy.access.checkOrigin=false"],
      ["pages of any origin are answered (policy.access.checkOrigin)"],
    ],
    ["what pages of this machine start", ["policy.access.starters=any"], [pages]],
    [
      "what pages of this machine start with a token",
      ["policy.access.starters=any", "policy.access.requestServers=token"],
      [pages],
    ],
    [
      "which configured servers pages of this machine start",
      ["policy.access.starters=any", "policy.access.requestServers=never"],
      [pagesOfOwn],
    ],
    ["all paths", ["policy.path.mode=off"], [noPaths]],
    ["no more than that where names alone would count as well", ["policy.path.mode=off", "policy.path.maybe=none"], [noPaths]],
    [
      "paths where a server does not ask for it",
      ["policy.path.mode=requiresPath"],
      ["paths in tool arguments are looked at for servers that declare it only (policy.path.mode)"],
    ],
    ["paths under other names", ["policy.path.maybe=none"], [namesOnly]],
    ["every call", ["policy.approval.when=off"], [nobody]],
    ["what a person answers with nothing", ["policy.approval.defaultAnswer=yes"], [empty]],
    [
      "what a person answers with nothing who is always asked",
      ["policy.approval.when=all", "policy.approval.defaultAnswer=yes"],
      [empty],
    ],
    ["no answer where nobody is asked", ["policy.approval.when=off", "policy.approval.defaultAnswer=yes"], [nobody]],
    ["sudo", ["policy.sudo.mode=ignore"], ["sudo in tool arguments is not looked at (policy.sudo.mode)"]],
    [
      "tools that change",
      ["tools.pinDefinitions=false"],
      ["a tool that has changed since it was listed is called without asking (tools.pinDefinitions)"],
    ],
    [
      "descriptions that give orders",
      ["tools.flagDefinitions=false"],
      ["nobody is warned of descriptions that give orders (tools.flagDefinitions)"],
    ],
    [
      "calls that a result says",
      ["model.resultCalls=asIs"],
      ["where calls are read from the model's text, one that it repeats from a tool's result is made (model.resultCalls)"],
    ],
    [
      "how many processes run",
      ["limits.maxProcesses=none"],
      ["any number of server processes runs at a time (limits.maxProcesses)"],
    ],
    ["requests that never end", ["times.bodyMs=none"], ["requests that never end are kept (times.bodyMs)"]],
    [
      "several things, the gravest first",
      ["times.bodyMs=none", "policy.approval.when=off", "policy.command.sameFile=false", "policy.command.mode=block"],
      [byList, copies, nobody, "requests that never end are kept (times.bodyMs)"],
    ],
  ])("%s", (_title, sets, expected) => {
    expect(leftOpen(effectiveProfile("strict", ["policy.command.mode=allow", ...sets]))).toEqual(expected);
  });

  it.each([
    ["the password", true, ["a password is asked for and handed to sudo (policy.sudo.rewrite)"]],
    ["nothing", false, []],
  ])("%s where the flag for it is %j", (_title, rewrite, expected) => {
    const profile = effectiveProfile("strict", ["policy.command.mode=allow"]);
    const policy = { ...profile.policy, sudo: { ...profile.policy.sudo, rewrite } };
    expect(leftOpen({ ...profile, policy })).toEqual(expected);
  });
});
