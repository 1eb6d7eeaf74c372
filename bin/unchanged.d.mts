/** A hash of all that decides what the package is compiled to, as it stands. */
export function sourcesNow(): string;
/** Whether these sources have been compiled, and what came of it is there, byte by byte. */
export function isCompiled(now: string): boolean;
