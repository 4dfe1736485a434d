/** What of the machine a configuration is read against, handed down so that tests need no machine. */
export type World = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home directory, absolute; undefined when there is none. */
  readonly home: string | undefined;
  /** The working directory, absolute. */
  readonly cwd: string;
  /** The text of a file, or undefined when there is none. Throws what reading throws otherwise. */
  readonly readText: (path: string) => string | undefined;
  /** What is at a path, links followed; undefined for nothing, a dangling link included. */
  readonly kindOf: (path: string) => "file" | "directory" | undefined;
  /** The path with all links resolved, or undefined when it does not exist. */
  readonly realpath: (path: string) => string | undefined;
  /** What the link at a path names, as it is written; undefined when it is not a link. */
  readonly readlink: (path: string) => string | undefined;
  /** Whether anybody may write to a directory. */
  readonly isWorldWritable: (directory: string) => boolean;
  /** The file a command's name leads to along a PATH, by default the host's own; undefined where there is none. */
  readonly which: (name: string, path?: string) => string | undefined;
  /** Which file is at a path, links followed: its `id` is the same under all of its names. Undefined for what is not a file. */
  readonly fileOf: (path: string) => FileIdentity | undefined;
  /** The first bytes of a file, a character each; undefined where it cannot be read. */
  readonly headOf: (path: string, bytes: number) => string | undefined;
  /** Whether two files hold the same bytes. */
  readonly sameContent: (one: string, other: string) => boolean;
};

/** A file, and how many bytes it has. */
export type FileIdentity = { readonly id: string; readonly size: number };
