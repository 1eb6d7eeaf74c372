/** Compiles the package into dist/ unless it is there already. `types` adds the declarations. */
export function buildPackage(options?: { types?: boolean }): Promise<void>;
