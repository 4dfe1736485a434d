import { styleText } from "node:util";

/** Colours text, or leaves it as it is. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** A painter that paints only when colour is wanted: the decision is made once, by the command line. */
export function painter(color: boolean): Paint {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
}
