import type { Matrix } from "../weights/matrix.ts";
import type { ModelShape, ModelWeights } from "../weights/model-weights.ts";

/** Runs a model of one block over tokens, one after the other, and keeps what attention needs. */
export type ReferenceModel = {
  /** The logits after this token; computed only when they are asked for. */
  readonly feed: (token: number) => () => Float64Array;
};

/** How intermediate results are rounded, and how an engine pairs the dimensions that positions turn. */
export type Arithmetic = {
  readonly round?: ((value: number) => number) | undefined;
  readonly ropePairs: "neighbours" | "halves";
};

/** A matrix without its rows and columns of zeros: `rows` and `columns` are the numbers of the others. */
type Compact = {
  readonly height: number;
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
};
type Past = { readonly key: Float64Array; readonly value: Float64Array };

/** Less than 64 bits of floating point notice. */
const negligible = 1e-18;

/** A transformer of one block as engines compute it: RMS norm, attention with rotary positions, SwiGLU; in 64 bits but for `round`. */
export function createReferenceModel(
  weights: ModelWeights,
  shape: ModelShape,
  { round, ropePairs }: Arithmetic,
): () => ReferenceModel {
  const query = compact(weights.query);
  const key = compact(weights.key);
  const value = compact(weights.value);
  const attentionOutput = compact(weights.attentionOutput);
  const gate = compact(weights.gate);
  const up = compact(weights.up);
  const down = compact(weights.down);
  const output = compact(weights.output);
  const norm = (vector: Float64Array, gain: Matrix): Float64Array => rounded(normalized(vector, gain, shape.epsilon), round);
  const times = (matrix: Compact, vector: Float64Array): Float64Array => rounded(multiply(matrix, vector), round);
  const turn = (vector: Float64Array, position: number): Float64Array =>
    rounded(turned(vector, position, shape, ropePairs), round);
  const step = (token: number, past: Past[]): (() => Float64Array) => {
    const { columns, data } = weights.embedding;
    const entry = Float64Array.from(data.subarray(token * columns, (token + 1) * columns));
    const seen = norm(entry, weights.attentionNorm);
    const position = past.length;
    past.push({ key: turn(times(key, seen), position), value: times(value, seen) });
    const asked = turn(times(query, seen), position);
    const length = past.length;
    return () => {
      const attended = rounded(attend(asked, past.slice(0, length), shape), round);
      const middle = rounded(added(entry, times(attentionOutput, attended)), round);
      const normed = norm(middle, weights.feedForwardNorm);
      const raised = rounded(gated(times(gate, normed), times(up, normed), round), round);
      return times(output, norm(rounded(added(middle, times(down, raised)), round), weights.outputNorm));
    };
  };
  return () => {
    const past: Past[] = [];
    return { feed: (token) => step(token, past) };
  };
}

function rounded(vector: Float64Array, round: Arithmetic["round"]): Float64Array {
  if (round !== undefined) for (let i = 0; i < vector.length; i++) vector[i] = round(vector[i] as number);
  return vector;
}

function normalized(vector: Float64Array, { data }: Matrix, epsilon: number): Float64Array {
  let sum = 0;
  for (const element of vector) sum += element * element;
  const scale = 1 / Math.sqrt(sum / vector.length + epsilon);
  const out = new Float64Array(vector.length);
  for (let i = 0; i < out.length; i++) out[i] = (vector[i] as number) * scale * (data[i] as number);
  return out;
}

function added(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) + (b[i] as number);
  return out;
}

/** SwiGLU. */
function gated(gates: Float64Array, raised: Float64Array, round: Arithmetic["round"]): Float64Array {
  const out = new Float64Array(gates.length);
  for (let i = 0; i < out.length; i++) {
    const gate = gates[i] as number;
    const open = gate / (1 + Math.exp(-gate));
    out[i] = (round === undefined ? open : round(open)) * (raised[i] as number);
  }
  return out;
}

function attend(query: Float64Array, past: readonly Past[], { heads, headSize }: ModelShape): Float64Array {
  const out = new Float64Array(heads * headSize);
  const scores = new Float64Array(past.length);
  for (let head = 0; head < heads; head++) {
    const from = head * headSize;
    const asked = Array.from({ length: headSize }, (_, index) => from + index).filter((index) => query[index] !== 0);
    for (const [index, { key }] of past.entries()) {
      let sum = 0;
      for (const at of asked) sum += (query[at] ?? 0) * (key[at] ?? 0);
      scores[index] = sum / Math.sqrt(headSize);
    }
    const highest = Math.max(...scores);
    let total = 0;
    for (const score of scores) total += Math.exp(score - highest);
    for (const [index, { value }] of past.entries()) {
      const share = Math.exp((scores[index] ?? 0) - highest) / total;
      if (share < negligible) continue;
      for (let i = from; i < from + headSize; i++) out[i] = (out[i] ?? 0) + share * (value[i] ?? 0);
    }
  }
  return out;
}

function turned(
  vector: Float64Array,
  position: number,
  { heads, headSize, ropeBase }: ModelShape,
  pairs: Arithmetic["ropePairs"],
): Float64Array {
  const out = new Float64Array(vector.length);
  for (let pair = 0; pair < headSize / 2; pair++) {
    const angle = position * ropeBase ** ((-2 * pair) / headSize);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let head = 0; head < heads; head++) {
      const first = head * headSize + (pairs === "neighbours" ? 2 * pair : pair);
      const second = pairs === "neighbours" ? first + 1 : first + headSize / 2;
      const [a, b] = [vector[first] ?? 0, vector[second] ?? 0];
      if (a === 0 && b === 0) continue;
      out[first] = a * cos - b * sin;
      out[second] = a * sin + b * cos;
    }
  }
  return out;
}

function compact({ rows: height, columns: width, data }: Matrix): Compact {
  const rows = Array.from({ length: height }, (_, row) => row).filter((row) =>
    data.subarray(row * width, (row + 1) * width).some((element) => element !== 0),
  );
  const used = new Set<number>();
  for (const row of rows) for (let column = 0; column < width; column++) if (data[row * width + column] !== 0) used.add(column);
  const columns = [...used].toSorted((a, b) => a - b);
  const values = new Float64Array(rows.length * columns.length);
  rows.forEach((row, y) => columns.forEach((column, x) => (values[y * columns.length + x] = data[row * width + column] ?? 0)));
  return { height, rows: Uint32Array.from(rows), columns: Uint32Array.from(columns), values };
}

function multiply({ height, rows, columns, values }: Compact, vector: Float64Array): Float64Array {
  const out = new Float64Array(height);
  const width = columns.length;
  const taken = new Float64Array(width);
  for (let x = 0; x < width; x++) taken[x] = vector[columns[x] as number] as number;
  const most = width - (width % 4);
  for (let y = 0, from = 0; y < rows.length; y++, from += width) {
    // Four sums that do not wait for one another: most of the time of a check is spent here.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let x = 0; x < most; x += 4) {
      a += (values[from + x] as number) * (taken[x] as number);
      b += (values[from + x + 1] as number) * (taken[x + 1] as number);
      c += (values[from + x + 2] as number) * (taken[x + 2] as number);
      d += (values[from + x + 3] as number) * (taken[x + 3] as number);
    }
    for (let x = most; x < width; x++) a += (values[from + x] as number) * (taken[x] as number);
    out[rows[y] as number] = a + b + (c + d);
  }
  return out;
}
