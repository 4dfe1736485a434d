import type { TurnEvent } from "../../host/loop/turn-event.ts";
import { cutForPerson } from "../../host/policy/show/limits.ts";
import { visible } from "../../base/visible.ts";
import { visiblePieces } from "../../base/visible-pieces.ts";
import { jsonText } from "../../base/json-text.ts";
import type { Io } from "../io.ts";

/** Shows the events of a turn to a person or a program. */
export type TurnView = (event: TurnEvent) => void;

/**
 * For a person: the answer on standard output, everything about it on standard error. Nothing a model or server says can act on
 * the terminal.
 */
export function textView(io: Io, shownResultChars: number): TurnView {
  const answer = visiblePieces();
  let midLine = false;
  const endLine = (): void => {
    io.stdout(`${answer.end()}${midLine ? "\n" : ""}`);
    midLine = false;
  };
  const aside = (text: string): void => {
    endLine();
    io.stderr(`${text}\n`);
  };
  return (event) => {
    switch (event.kind) {
      case "content":
        io.stdout(answer.push(event.text));
        midLine = !event.text.endsWith("\n");
        break;
      case "calls":
        for (const { name, argumentsText } of event.calls) aside(`→ ${visible(name)} ${visible(argumentsText)}`);
        break;
      case "result": {
        const { text, isError } = event.result;
        aside(`← ${isError ? "failed: " : ""}${visible(cutForPerson(text, shownResultChars), { multiline: true })}`);
        break;
      }
      case "notice":
        aside(`mcpcheck: ${visible(event.text)}`);
        break;
      case "error":
        aside(`mcpcheck: ${visible(event.message)}`);
        break;
      case "end":
        endLine();
        if (event.finish === "max-rounds") aside("mcpcheck: the rounds of tool calls are used up");
        break;
      default:
    }
  };
}

/** For a program: every event as a line of JSON, in which no character can act on a terminal either. */
export function jsonView(io: Io): TurnView {
  return (event) => io.stdout(`${jsonText(event)}\n`);
}
