import { expect, it } from "vitest";
import type { Incoming } from "./client-transport.ts";
import { createInbox } from "./inbox.ts";

it("an inbox holds what came until somebody listens, and then the last who does", () => {
  const inbox = createInbox();
  const heard: string[] = [];
  const incoming = (text: string): Incoming => ({ text, seq: 1 });
  inbox.deliver(incoming("early"));
  inbox.listen(({ text }) => heard.push(`one ${text}`));
  inbox.deliver(incoming("late"));
  inbox.listen(({ text }) => heard.push(`two ${text}`));
  inbox.deliver(incoming("last"));
  expect(heard).toEqual(["one early", "one late", "two last"]);
});
