import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { formats } from "../../src/toolcall/formats/registry.ts";
import { oneFormat } from "../bundling/one-format.ts";
import type { Figure } from "./figure.ts";

/** Kilobytes (of 1,000 bytes) of the reader with all formats, minified and gzipped. */
const largest = 60;
/** The same of what comes beside a format that is imported singly. */
const largestBeside = 2;

/** Where in `src` that is which only some formats need: their engine, and what that is handed. */
const ofEngine = /^src\/toolcall\/(?:engine\/|value\/|parameter-types|reader\/(?:headed|token-input))/;
/** And what reads messages of all of them. */
const ofReader = /^src\/toolcall\/(?!collect\b)/;

/** How large the reader of tool calls is in somebody's bundle, with all formats and with one. `root` is the checkout, built. */
export async function bundleFigures(root: string): Promise<Figure[]> {
  const all = await bundled(root, 'export * from "./dist/toolcall.js";');
  const singly: Single[] = [];
  for (const { id } of formats) singly.push(await single(root, id));
  const from = (sizeOf: (one: Single) => number): string => {
    const sizes = singly.map(sizeOf);
    return `${Math.min(...sizes).toFixed(1)} to ${Math.max(...sizes).toFixed(1)} kB`;
  };
  const beside = Math.max(...singly.map((one) => one.beside));
  const isKept = beside <= largestBeside;
  return [
    {
      what: "`mcpcheck/toolcall` in a bundle",
      measured: `${all.size.toFixed(1)} kB`,
      bar: `≤ ${largest} kB`,
      isKept: all.size <= largest,
      of: `all ${formats.length} formats, minified and gzipped`,
    },
    {
      what: "`mcpcheck/toolcall/<format>` in a bundle",
      measured: from(({ size }) => size),
      bar: `≤ ${largestBeside} kB and one format`,
      isKept,
      of: `each of ${singly.length}, to read whole messages. Of that, by their share of the minified code: the format's data ${from(({ data }) => data)}, the engine it names with the values it reads ${from(({ engine }) => engine)}, the reader of messages that all formats share ${from(({ reader }) => reader)}`,
    },
    {
      what: "of that, beside the format",
      measured: `${beside.toFixed(1)} kB`,
      bar: `≤ ${largestBeside} kB`,
      isKept,
      of: "looking at what is given, the error that is thrown, folding events into a message: the largest difference to a bundle of data, engine and reader alone",
    },
  ];
}

type Single = Readonly<Record<"size" | "data" | "engine" | "reader" | "beside", number>>;

/** Kilobytes of one format that is imported singly, and of its parts. */
async function single(root: string, id: string): Promise<Single> {
  const whole = await bundled(root, `export { parseToolCalls } from "./dist/toolcall/${id}.js";`);
  const bare = await bundled(
    root,
    `import { format, readers } from "one-format-parts:${id}";
    import { createPushParser } from "./src/toolcall/push-parser.ts";
    export const read = (options) => createPushParser(format, options, readers);`,
  );
  const share = (isOf: (file: string) => boolean): number => {
    const bytes = Object.entries(bare.files).flatMap(([file, size]) => (isOf(file) ? size : []));
    return (bytes.reduce((sum, size) => sum + size, 0) / bare.bytes) * bare.size;
  };
  return {
    size: whole.size,
    data: share((file) => file.startsWith("format:")),
    engine: share((file) => ofEngine.test(file)),
    reader: share((file) => ofReader.test(file) && !ofEngine.test(file)),
    beside: whole.size - bare.size,
  };
}

/** A module in a bundle: kilobytes minified and gzipped, bytes minified, and how many of those each of our files is. */
async function bundled(
  root: string,
  contents: string,
): Promise<{ readonly size: number; readonly bytes: number; readonly files: Readonly<Record<string, number>> }> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
    plugins: [oneFormat],
    // Chunks that a module only loads for their order are left out by bundlers, which say so.
    logLevel: "error",
  });
  const output = Object.values(metafile.outputs)[0];
  return {
    size: gzipSync(outputFiles[0]?.contents ?? "").length / 1000,
    bytes: output?.bytes ?? Number.NaN,
    files: Object.fromEntries(Object.entries(output?.inputs ?? {}).map(([file, { bytesInOutput }]) => [file, bytesInOutput])),
  };
}
