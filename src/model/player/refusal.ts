/** Why a request is refused, before it is put in the wire's own form. */
export type Refusal = {
  readonly status: number;
  readonly message: string;
  /** Place of the fault in the request, as the OpenAI wire names it. */
  readonly param?: string;
  /** Machine-readable reason, as the OpenAI wire names it. */
  readonly code?: string;
  /** The whole body of the answer, where it is not in the wire's own form. */
  readonly body?: string;
};

/** A value, or why there is none. */
export type Read<Value> = { readonly value: Value } | { readonly refusal: Refusal };
