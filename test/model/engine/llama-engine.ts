import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** A model file loaded by llama.cpp. */
export type EngineModel = {
  readonly tokenize: (text: string) => readonly number[];
  /** What the model says to a prompt until it ends by itself, or after `most` tokens. */
  readonly generate: (prompt: string, options: { temperature: number; most: number }) => Promise<Generated>;
  readonly close: () => Promise<void>;
};

/** The text of an answer, its tokens, and the token that ended it; undefined when it did not end. */
export type Generated = { readonly text: string; readonly tokens: readonly number[]; readonly end: number | undefined };

/** llama.cpp on the processor, with one thread. */
export type Engine = { readonly load: (file: string) => Promise<EngineModel> };

type Sampler = { applyConfig(config: { temperature: number; seed: number }): void; dispose(): void };
type Model = {
  init(): Promise<boolean>;
  dispose(): Promise<void>;
  tokenize(text: string, specials: boolean): Uint32Array;
  detokenize(tokens: Uint32Array, specials: boolean): string;
  isEogToken(token: number): boolean;
  tokenBos(): number;
  shouldPrependBosToken(): boolean;
};
type Context = {
  init(): Promise<boolean>;
  dispose(): Promise<void>;
  initBatch(size: number): void;
  addToBatch(sequence: number, position: number, tokens: Uint32Array, logits: Uint32Array): Uint32Array;
  decodeBatch(): Promise<void>;
  sampleToken(logits: number, sampler: Sampler): Promise<number>;
  disposeSequence(sequence: number): void;
};
type Addon = {
  AddonModel: new (file: string, options: object) => Model;
  AddonContext: new (model: Model, options: object) => Context;
  AddonSampler: new (model: Model) => Sampler;
  setLoggerLogLevel(level: number): void;
  loadBackends(folder?: string): void;
  init(): Promise<void>;
};

const contextSize = 2048;
const onlyFatal = 1;

/** The addon file of the prebuilt library for this platform; undefined when there is none. */
function addonFile(): string | undefined {
  const resolve = createRequire(import.meta.url).resolve;
  try {
    const folder = dirname(dirname(resolve(`@node-llama-cpp/${process.platform}-${process.arch}`)));
    const file = join(folder, "bins", `${process.platform}-${process.arch}`, "llama-addon.node");
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** The engine, where npm could install it; undefined elsewhere. */
export async function openEngine(): Promise<Engine | undefined> {
  const file = addonFile();
  if (file === undefined) return undefined;
  const addon = createRequire(import.meta.url)(file) as Addon;
  addon.setLoggerLogLevel(onlyFatal);
  addon.loadBackends(dirname(file));
  await addon.init();
  return { load: async (model) => await loadModel(addon, model) };
}

async function loadModel(addon: Addon, file: string): Promise<EngineModel> {
  const model = new addon.AddonModel(file, { addonExports: addon, gpuLayers: 0, useMmap: true });
  if (!(await model.init())) throw new Error(`llama.cpp does not load ${file}`);
  const context = new addon.AddonContext(model, { contextSize, batchSize: contextSize, threads: 1, sequences: 1 });
  if (!(await context.init())) throw new Error(`llama.cpp makes no context for ${file}`);
  const tokenize = (text: string): readonly number[] => [
    ...(model.shouldPrependBosToken() ? [model.tokenBos()] : []),
    ...model.tokenize(text, true),
  ];
  return {
    tokenize,
    async generate(prompt, { temperature, most }) {
      const sampler = new addon.AddonSampler(model);
      sampler.applyConfig({ temperature, seed: 7 });
      const said: number[] = [];
      let feed: readonly number[] = tokenize(prompt);
      let position = 0;
      let end: number | undefined;
      while (said.length < most) {
        context.initBatch(feed.length);
        const [logits = 0] = context.addToBatch(0, position, Uint32Array.from(feed), Uint32Array.of(feed.length - 1));
        await context.decodeBatch();
        position += feed.length;
        const token = await context.sampleToken(logits, sampler);
        if (model.isEogToken(token)) {
          end = token;
          break;
        }
        said.push(token);
        feed = [token];
      }
      context.disposeSequence(0);
      sampler.dispose();
      return { text: model.detokenize(Uint32Array.from(said), true), tokens: said, end };
    },
    async close() {
      await context.dispose();
      await model.dispose();
    },
  };
}
