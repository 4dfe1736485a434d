/** Keeps this process from ending for want of anything to do, as a server that ignores the end of its input must; undone by the result. */
export function keepAlive(): () => void {
  const timer = setInterval(() => undefined, 2 ** 30);
  return () => clearInterval(timer);
}
