/** True when there is a current build in the end; says on stderr what to do when there is not. */
export function ensureWebBuilt(): Promise<boolean>;
