/**
 * What a test allows that is about bounds, where others take the processors: memory is collected later and everything takes longer, by
 * a factor, where what has no bound is beyond any. The bars themselves are held, and published, on a quiet machine.
 */
export const onABusyMachine = {
  megabytes: (bar: number): number => 1.3 * bar,
  time: (bar: number): number => 4 * bar,
};
