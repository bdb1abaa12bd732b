/** For each module of the server, the other modules that it may import. */
export const MODULES: Readonly<Record<string, readonly string[]>>;
