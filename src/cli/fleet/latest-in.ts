import { resolve } from "node:path";
import { visible } from "../../base/visible.ts";
import { type Latest, latestOf } from "../../fleet/latest-results.ts";
import { readResults } from "../../fleet/results-folder.ts";
import type { Io } from "../io.ts";

/** Of every server the latest result in a folder. @throws McpcheckError `usage` where there is none, or one that cannot be read */
export const latestIn = (folder: string, io: Io): Latest =>
  latestOf(
    readResults(resolve(io.cwd, folder), (file) =>
      io.stderr(
        `${visible(`${file}: its last line was never finished and does not count: the next fleet run judges that server again`)}\n`,
      ),
    ),
  );
