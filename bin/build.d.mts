/** Compiles the package into dist/, unless that stands there already; `types` adds the declarations. */
export function buildPackage(options?: { types?: boolean }): Promise<void>;
