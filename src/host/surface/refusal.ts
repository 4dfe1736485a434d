/** Why a request is not carried out: a status and words, before anything has begun. */
export type Refusal = { readonly status: number; readonly message: string };
