/** Whether a method is one of the documented bridge: those of A2A 1.0 have no slashes. */
export const isDocumented = (method: string): boolean => method.includes("/");
