import { visible } from "../../base/visible.ts";
import { suggestion } from "../../base/nearest.ts";
import type { Chat } from "./chat-state.ts";

type Command = { readonly word: string; readonly means: string; readonly act: (chat: Chat, name: string) => string };

/** What can be said to the chat itself. */
const commands: readonly Command[] = [
  { word: "/servers", means: "the servers and their state", act: servers },
  { word: "/toggle", means: "switch a server off, or on again: /toggle <server>", act: toggle },
  { word: "/hil", means: "ask before every call, or before none", act: humanInLoop },
  {
    word: "/clear",
    means: "forget what was said",
    act(chat) {
      chat.messages = [];
      return "";
    },
  },
];

/** Does what a line that begins with a slash says; without a known word it tells what there is. */
export function chatCommand(chat: Chat, line: string): void {
  const [word = "", ...rest] = line.split(/\s+/);
  const found = commands.find((one) => one.word === word);
  chat.io.stderr(found === undefined ? help() : found.act(chat, rest.join(" ")));
}

function help(): string {
  const all = [...commands.map(({ word, means }) => [word, means]), ["/quit", "end"]];
  return all.map(([word = "", means = ""]) => `${word.padEnd(10)}${means}\n`).join("");
}

/** Servers in use are active or have failed; those that nobody has needed yet are pending. */
function servers({ host, without }: Chat): string {
  const states = new Map<string, string>(host.setup.configuration.servers.map(({ name }) => [name, "pending"]));
  for (const { name, status } of host.servers()) states.set(name, status);
  for (const { name, enabled } of host.setup.configuration.servers) if (!enabled) states.set(name, "disabled");
  for (const name of without) states.set(name, "disabled");
  return states.size === 0
    ? "no servers\n"
    : [...states].map(([name, state]) => `${visible(name)}  ${state.toUpperCase()}\n`).join("");
}

function toggle(chat: Chat, name: string): string {
  const names = chat.host.setup.configuration.servers.flatMap((server) => (server.enabled ? [server.name] : []));
  if (!names.includes(name)) return `there is no server ${JSON.stringify(name)} to switch${suggestion(name, names)}\n`;
  const isOff = chat.without.includes(name);
  chat.without = isOff ? chat.without.filter((one) => one !== name) : [...chat.without, name];
  return `${visible(name)} is ${isOff ? "on" : "off"}\n`;
}

function humanInLoop(chat: Chat): string {
  chat.approval = chat.approval === "off" ? "all" : "off";
  return chat.approval === "off" ? "calls run without asking\n" : "every call is asked for\n";
}
