import type { CallLayout, ChatLayout } from "./chat-layout.ts";

/** A template for Ollama, in Go's template language. Ollama looks for calls after the first text that follows `.ToolCalls`. */
export function goTemplate(layout: ChatLayout): string {
  const { system, tools, user, assistant, result } = layout;
  return [
    layout.begin ?? "",
    "{{ if or .System .Tools }}",
    `${system[0]}{{ .System }}`,
    `{{ if .Tools }}${tools[0]}{{ range .Tools }}{{ . }}\n{{ end }}${tools[1]}{{ end }}`,
    `${system[1]}{{ end }}`,
    "{{ range $at, $message := .Messages }}",
    `{{ if eq .Role "user" }}${user[0]}{{ .Content }}${user[1]}`,
    `{{ else if eq .Role "assistant" }}${assistant[0]}${thinking(layout)}${said(layout)}${calls(layout.calls)}${assistant[1]}`,
    `{{ else if eq .Role "tool" }}${result[0]}{{ .Content }}${result[1]}`,
    "{{ end }}{{ end }}",
    layout.generate ?? assistant[0],
  ].join("");
}

/** Ollama takes the texts around `.Thinking` for the marks of reasoning. */
function thinking({ reasoning }: ChatLayout): string {
  if (reasoning === undefined || reasoning.apart === true) return "";
  const [before, after] = reasoning.wrap;
  return `{{ if .Thinking }}${before}{{ .Thinking }}${after}{{ end }}`;
}

function said({ text }: ChatLayout): string {
  return text === undefined ? "{{ .Content }}" : `{{ if .Content }}${text[0]}{{ .Content }}${text[1]}{{ end }}`;
}

function calls({ around = ["", ""], each, between = "" }: CallLayout): string {
  const call = each
    .replaceAll("«name»", "{{ .Function.Name }}")
    .replaceAll("«args»", "{{ .Function.Arguments }}")
    .replaceAll("«id»", "{{ .ID }}");
  // The first text is taken for the opener of a call; where a condition comes before it, none is found and `{` is looked for.
  const opens = around[0].trim() !== "";
  const gap = between === "" || !opens ? "" : `{{ if $n }}${between}{{ end }}`;
  const after = opens ? "" : between;
  return `{{ if .ToolCalls }}${around[0]}{{ range $n, $call := .ToolCalls }}${gap}${call}${after}{{ end }}${around[1]}{{ end }}`;
}
