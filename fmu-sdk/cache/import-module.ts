type Import = (specifier: string) => Promise<unknown>;

/** One for a thread, though its code holds several copies of this. */
const place = globalThis as { fmukitImport?: Import };

/** Bytecode that was kept knows of no `import()` (Node 20): the program that has read it lends its own. The first one counts, which is no bytecode itself. */
export function lendImport(own: Import): void {
  place.fmukitImport ??= own;
}

/** The module of this name, from code that may be kept as bytecode. */
export function importModule(specifier: string): Promise<unknown> {
  return place.fmukitImport?.(specifier) ?? import(specifier);
}
