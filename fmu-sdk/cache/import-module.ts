type Import = (specifier: string) => Promise<unknown>;

/** One per thread, although the bundle contains several copies of this module. */
const place = globalThis as { fmukitImport?: Import };

/**
 * Registers the `import()` of the program that loaded the bytecode, because cached bytecode does
 * not support `import()` (Node 20). The first registration counts, which does not come from
 * bytecode.
 */
export function registerImport(importer: Import): void {
  place.fmukitImport ??= importer;
}

/** Imports a module from code that may run from cached bytecode. */
export function importModule(specifier: string): Promise<unknown> {
  return place.fmukitImport?.(specifier) ?? import(specifier);
}
