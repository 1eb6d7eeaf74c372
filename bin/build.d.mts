/** Compiles the package into dist/; `types` adds the declarations. */
export function buildPackage(options?: { types?: boolean }): Promise<void>;
