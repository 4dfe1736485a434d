/** What a fake Ollama was given: digests of files, and models that were made of them. It plays its own script all the same. */
export type OllamaFiles = { readonly blobs: Set<string>; readonly models: Map<string, CreatedModel> };

/** A model as it was made: the members of the request beside its name. */
export type CreatedModel = Readonly<Record<string, unknown>>;

/** A place for files with nothing in it. */
export const createOllamaFiles = (): OllamaFiles => ({ blobs: new Set(), models: new Map() });
