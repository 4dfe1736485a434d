import type { CallLayout, ChatLayout, Wrap } from "./chat-layout.ts";

/** A chat template in Jinja. */
export function jinjaTemplate(layout: ChatLayout): string {
  const { system, tools, user, assistant, result } = layout;
  const content = "(message.content or '')";
  return [
    (layout.knownBy ?? "") === "" ? "" : `{#- ${layout.knownBy} -#}`,
    say(text(layout.begin ?? "")),
    "{%- set system = '' -%}",
    "{%- if messages and messages[0].role == 'system' -%}{%- set system = messages[0].content -%}{%- endif -%}",
    "{%- if system or tools -%}",
    say(`${text(system[0])} + system`),
    "{%- if tools -%}",
    say(text(tools[0])),
    "{%- for tool in tools -%}",
    "{%- if not loop.first -%}{{- '\\n' -}}{%- endif -%}{{- tool | tojson -}}",
    "{%- endfor -%}",
    say(text(tools[1])),
    "{%- endif -%}",
    say(text(system[1])),
    "{%- endif -%}",
    "{%- for message in messages -%}",
    "{%- if message.role == 'user' -%}",
    say(`${text(user[0])} + ${content} + ${text(user[1])}`),
    "{%- elif message.role == 'assistant' -%}",
    ...reasoningLines(layout, true),
    say(text(assistant[0])),
    ...reasoningLines(layout, false),
    ...(layout.text === undefined ? [say(content)] : markedText(layout.text)),
    "{%- if message.tool_calls -%}",
    ...callLines(layout.calls),
    "{%- endif -%}",
    say(text(assistant[1])),
    "{%- elif message.role == 'tool' -%}",
    say(`${text(result[0])} + ${content} + ${text(result[1])}`),
    "{%- endif -%}",
    "{%- endfor -%}",
    "{%- if add_generation_prompt -%}",
    say(text(layout.generate ?? assistant[0])),
    "{%- endif -%}",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** Servers learn from this how their models mark reasoning; in `reasoning_content` is what they give back themselves. */
function reasoningLines({ reasoning }: ChatLayout, apart: boolean): readonly string[] {
  if (reasoning === undefined || (reasoning.apart === true) !== apart) return [];
  const [before, after] = reasoning.wrap;
  return [
    "{%- if message.reasoning_content -%}",
    say(`${text(before)} + message.reasoning_content + ${text(after)}`),
    "{%- endif -%}",
  ];
}

function markedText([before, after]: Wrap): readonly string[] {
  return ["{%- if message.content -%}", say(`${text(before)} + message.content + ${text(after)}`), "{%- endif -%}"];
}

function callLines({ around = ["", ""], each, between = "", ...layout }: CallLayout): readonly string[] {
  return [
    say(text(around[0])),
    "{%- for tool_call in message.tool_calls -%}",
    between === "" ? "" : `{%- if not loop.first -%}${say(text(between))}{%- endif -%}`,
    "{%- set call = tool_call.function or tool_call -%}",
    ...withVariables(each, "call.arguments if call.arguments is string else (call.arguments | tojson)", layout),
    "{%- endfor -%}",
    say(text(around[1])),
  ];
}

/** The text of a call with what varies put in; arguments one by one when the layout has a text for one. */
function withVariables(
  each: string,
  args: string,
  { argument, argumentsBetween = "" }: Omit<CallLayout, "each">,
): readonly string[] {
  const values: Readonly<Record<string, string>> = {
    "«name»": say("call.name"),
    "«args»": argument === undefined ? say(args) : oneByOne(argument, argumentsBetween),
    "«id»": say("tool_call.id or '000000000'"),
  };
  return [
    each
      .split(/(«name»|«args»|«id»)/)
      .map((part, index) => (index % 2 === 1 ? values[part] : say(text(part))))
      .join(""),
  ];
}

function oneByOne(argument: string, between: string): string {
  const values: Readonly<Record<string, string>> = {
    "«key»": say("key"),
    "«value»": say("value if value is string else (value | tojson)"),
  };
  const body = argument.split(/(«key»|«value»)/).map((part, index) => (index % 2 === 1 ? values[part] : say(text(part))));
  const gap = between === "" ? "" : `{%- if not loop.first -%}${say(text(between))}{%- endif -%}`;
  return `{%- for key, value in call.arguments | items -%}${gap}${body.join("")}{%- endfor -%}`;
}

function say(expression: string): string {
  return expression === "''" ? "" : `{{- ${expression} -}}`;
}

function text(value: string): string {
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
}
