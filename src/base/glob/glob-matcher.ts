import picomatch from "picomatch";

/** Whether a text fits a glob that a user wrote; everything fits no glob. Commas separate alternatives. */
export function globMatcher(glob: string | undefined): (text: string) => boolean {
  return glob === undefined ? () => true : picomatch(glob.split(","), { bash: true, dot: true });
}
