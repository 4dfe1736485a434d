import type { Command } from "commander";
import { benchFraming, framingSizes } from "../../../bench/framing/bench-framing.ts";
import { defineFigures } from "../../bench/define-figures.ts";
import type { Io } from "../../io.ts";

/** What `--help` says of it. */
export const summary = "time the reading of messages";

/** `bench framing`: times the way from the bytes of a server to classified messages, against its bars and the SDK's reader. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  defineFigures(program, io, done, {
    measure: (quick, say) => benchFraming(quick ? framingSizes.quick : framingSizes.full, say),
    quick: "fewer and shorter rounds",
    tellsMachine: true,
    page: {
      title: "How fast messages are read",
      made: ". Made by `npm run publish:bench-framing`.",
      notes: [
        "What a server writes to stdout comes in chunks of 64 KiB; mcpcheck finds the lines, decodes and records each, parses and classifies it. *Decoding and JSON.parse* finds the lines of one block of bytes, decodes and parses them, and keeps nothing. Everything that is compared is measured one after the other in each round; figures are medians over the rounds.",
      ],
    },
  });
}
