/** What of the machine a configuration is read against, handed down so that tests need no machine. */
export type World = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home directory, absolute; undefined when there is none. */
  readonly home: string | undefined;
  /** The working directory, absolute. */
  readonly cwd: string;
  /** The text of a file, or undefined when there is none. Throws what reading throws otherwise. */
  readonly readText: (path: string) => string | undefined;
  /** What stands at a path, links followed; undefined for nothing, a dangling link included. Row B0-033. */
  readonly kindOf: (path: string) => "file" | "directory" | undefined;
  /** The path with all links resolved, or undefined when it does not exist. */
  readonly realpath: (path: string) => string | undefined;
  /** What the link at a path names, as it is written; undefined when it is no link. Row B0-190. */
  readonly readlink: (path: string) => string | undefined;
  /** Whether anybody may write to a directory. Row B0-185. */
  readonly isWorldWritable: (directory: string) => boolean;
  /** The file a command's name leads to along PATH, or undefined. */
  readonly which: (name: string) => string | undefined;
};
