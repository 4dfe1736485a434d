import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { HotRunner } from "./hot-runner.ts";
import { ProseIgnorer } from "./prose-ignorer.ts";
import { SampleChecker } from "./sample-checker.ts";

/** What Stryker loads: how tests are played, which mutants are drawn, and what is not mutated. */
export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, "hot", HotRunner),
  declareClassPlugin(PluginKind.Checker, "sample", SampleChecker),
  declareClassPlugin(PluginKind.Ignore, "prose", ProseIgnorer),
];
