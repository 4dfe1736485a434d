import * as z from "zod";

/** A package as its registry knows it. The runner installs it; judged is what was installed. */
const fleetPackage = z.strictObject({
  registry: z.enum(["npm", "pypi"]),
  name: z.string().min(1),
  /** The exact version: whoever judges "latest" cannot say afterwards what was judged. */
  version: z.string().min(1),
  /** The program of the package, where it has several; otherwise the one called after it. */
  program: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});

const ways = ["command", "url", "package"] as const;

/** A line of a fleet's input in mcpcheck's own form. */
export const fleetServer = z
  .strictObject({
    /** What results are kept by: unique together with the version. */
    id: z.string().min(1),
    version: z.string().optional(),
    /** How it is started over stdio. */
    command: z.array(z.string()).min(1).optional(),
    /** Where it answers over HTTP. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    transport: z.enum(["http", "sse"]).optional(),
    package: fleetPackage.optional(),
    /** Names of variables it is given; their values are those of whoever runs the fleet. */
    env: z
      .array(z.string().regex(/^[A-Za-z_]\w*$/, "expected the name of a variable: its value comes from the environment"))
      .optional(),
    /** Where it runs, from where the input lies; an empty directory of its own when absent. */
    cwd: z.string().optional(),
    /** How long judging it may take, in ms. */
    budgetMs: z.int().positive().optional(),
    /** A hints file, from where the input lies. */
    hints: z.string().optional(),
  })
  .refine((server) => ways.filter((way) => server[way] !== undefined).length === 1, {
    message: `expected exactly one of ${ways.join(", ")}`,
  });

/** One server of a fleet: how it is called, and how it is reached. Exactly one of `command`, `url` and `package` is there. */
export type FleetServer = z.infer<typeof fleetServer>;

/** A package of a fleet. */
export type FleetPackage = z.infer<typeof fleetPackage>;

/** What a server is told apart by: two lines must not share it. */
export const nameOf = ({ id, version }: Pick<FleetServer, "id" | "version">): string =>
  version === undefined ? id : `${id}@${version}`;
