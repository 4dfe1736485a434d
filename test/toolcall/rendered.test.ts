import { expect, test } from "vitest";
import { formats } from "../../src/toolcall/formats/registry.ts";
import type { CallToRender } from "../../src/toolcall/render/rendered-call.ts";
import { mostCalls, render } from "../../src/toolcall/render/render.ts";
import { exportResponseTemplate } from "../../src/toolcall/template/export-response-template.ts";

const one: CallToRender = { name: "get_weather", arguments: '{"city":"Lima","days":[1,2.50],"more":{"a":null,"b":true}}' };
const others: readonly CallToRender[] = [
  {
    name: "ns.get-time",
    arguments: '{"text":"a \\"b\\" <c> \'d\' \\\\ \\n é 😀","big":12345678901234567890}',
    id: "call_0123456789",
  },
  { name: "ping", arguments: "{}" },
];

/** Messages with and without text, thoughts and several calls. */
const messages = [
  { calls: [one], text: {} },
  { calls: [one, ...others], text: { content: "Let me look.\n", reasoning: "They want\nthe weather." } },
  { calls: [others[1] ?? one], text: { reasoning: "Is it there?" } },
  { calls: [], text: { content: "Nothing to do.", reasoning: "None." } },
  { calls: [], text: {} },
];

// `npx vitest run test/toolcall/rendered.test.ts -u` writes them; read what has changed.
test.each(formats.map((format) => [format.id, format] as const))(
  "%s is written as before, and exported as the same template",
  async (id, format) => {
    const written = messages.map(({ calls, text }) => render(format, calls.slice(0, mostCalls(format)), text));
    const exported = JSON.stringify(exportResponseTemplate(format), null, 2);
    const page = [...written.map((message, index) => `== message ${index + 1}\n${message}\n`), `== template\n${exported}\n`];
    await expect(page.join("")).toMatchFileSnapshot(`../../fixtures/golden/rendered/${id}.txt`);
  },
);
