/** A matrix in row-major order: a row per output, a column per input. Vectors have one row. */
export type Matrix = { readonly rows: number; readonly columns: number; readonly data: Float32Array };

/** A matrix of zeros. */
export function zeros(rows: number, columns: number): Matrix {
  return { rows, columns, data: new Float32Array(rows * columns) };
}

/** A vector of one value throughout. */
export function filled(columns: number, value: number): Matrix {
  return { rows: 1, columns, data: new Float32Array(columns).fill(value) };
}

/** Sets one element. */
export function put({ columns, data }: Matrix, row: number, column: number, value: number): void {
  data[row * columns + column] = value;
}
