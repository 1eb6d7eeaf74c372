/** A hash of all that decides what the package is compiled to, as it stands. */
export function hashSources(): string;
/** Returns whether these sources were compiled, and the results exist unchanged. */
export function isCompiled(now: string): boolean;
