import type { Matrix } from "./matrix.ts";

/** The matrices of a model of one block; the names of files differ, the matrices do not. */
export type ModelWeights = {
  readonly embedding: Matrix;
  readonly attentionNorm: Matrix;
  readonly query: Matrix;
  readonly key: Matrix;
  readonly value: Matrix;
  readonly attentionOutput: Matrix;
  readonly feedForwardNorm: Matrix;
  readonly gate: Matrix;
  readonly up: Matrix;
  readonly down: Matrix;
  readonly outputNorm: Matrix;
  readonly output: Matrix;
};

/** What an engine has to know beside the matrices. */
export type ModelShape = {
  readonly width: number;
  readonly heads: number;
  readonly headSize: number;
  readonly feedForward: number;
  readonly ropeBase: number;
  readonly epsilon: number;
};
