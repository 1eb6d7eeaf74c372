import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { UserError } from '../error.ts';
import { resolveImport } from '../lint/resolve.ts';
import { loadMath } from './math.ts';
import { Places } from './places.ts';
import { type PlainOptions, plainDialect } from './plain-dialect.ts';
import type { PlainSource, transformPlain } from './plain-transform.ts';

/** What a module of a unit exports. */
export type PlainExports = Record<string, unknown>;

/** One set of modules: the same file gives the same exports. */
export interface PlainProgram {
  load(file: string): PlainExports;
  readonly places: Places;
}

/**
 * Runs a unit's source, and all that it imports, as plain TypeScript. Each call gives modules of their own, as each
 * instance of a sealed unit has a memory of its own; no global is touched.
 */
export async function loadPlain(file: string): Promise<PlainExports> {
  return (await plainModules())(resolve(file));
}

/** A loader of one set of modules: the same file gives the same exports. */
export async function plainModules(): Promise<(file: string) => PlainExports> {
  return (await plainProgram()).load;
}

/** The same, looked after as the options say. */
export async function plainProgram(options: PlainOptions = {}): Promise<PlainProgram> {
  const dialect = plainDialect(await loadMath(), options);
  // Loaded here, because most units that are tried stop nowhere, and the compiler in it is large.
  const { transformPlain } = await import('./plain-transform.ts');
  const names = ['exports', 'require', ...Object.keys(dialect)];
  const modules = new Map<string, PlainExports>();
  const places = new Places();
  const load = (file: string): PlainExports => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const exports: PlainExports = {};
    modules.set(file, exports);
    const require = (name: string): PlainExports => {
      const found = resolveImport(name, file);
      if (found !== undefined) return load(found);
      throw new UserError(`load ${file}: there is no file for '${name}'. Run fmu lint.`);
    };
    const { code, map } = transformed(file, options.watch !== undefined, transformPlain);
    places.add(file, map);
    compileFunction(code, names, { filename: file })(exports, require, ...Object.values(dialect));
    return exports;
  };
  return { load, places };
}

const sources = new Map<string, { source: string; plain: PlainSource }>();

/** A file is transformed once, as long as it stays the same. */
function transformed(file: string, watched: boolean, transform: typeof transformPlain): PlainSource {
  const source = readFileSync(file, 'utf8');
  const key = `${watched}:${file}`;
  const known = sources.get(key);
  if (known?.source === source) return known.plain;
  const plain = transform(source, file, watched);
  sources.set(key, { source, plain });
  return plain;
}
