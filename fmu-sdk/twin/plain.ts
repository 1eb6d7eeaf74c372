import { join, resolve } from 'node:path';
import { writeWhole } from '../archive/write.ts';
import { UserError } from '../error.ts';
import { authorFile } from '../lint/resolve.ts';
import { loadManifest } from '../manifest/load.ts';
import { className, type Manifest, polynomialInputs, sizeOf } from '../manifest/manifest.ts';
import { generateVariables } from '../seal/generate.ts';
import type { PlainArray } from './plain-dialect.ts';
import { plainModules } from './plain-load.ts';

export { loadPlain } from './plain-load.ts';

/**
 * A unit that runs as plain TypeScript: the sources of the sealed unit, its `Runner` included, without wasm.
 * The calls are those of `Instance` (host.ts). Made for tests and for a debugger, not for speed.
 */
export interface PlainUnit {
  readonly manifest: Manifest;
  /** Elements of a variable, row-major; booleans as 0 and 1, String and Binary as bytes. */
  get(name: string): number[];
  set(name: string, values: readonly number[]): void;
  /** Slots [u, u', u''] of each element of a continuous Float64 input. */
  polynomial(name: string): { view: Float64Array; offset: number };
  initialize(t: number): void;
  internalStep(): number;
  begin(t: number, H: number): number;
  micro(i: number): void;
  step(t: number, H: number): number;
  partial(unknown: number, i: number, known: number, k: number): number;
  /** The message of the unit's `fail`, or of what was thrown. */
  reasonOf(thrown: unknown): string;
}

/** What the loader finds in the author's package and in a unit's module. */
interface RunnerObject {
  initialize(t: number): void;
  begin(t: number, H: number): number;
  micro(i: number): void;
  step(t: number, H: number): number;
}

interface UnitObject {
  [name: string]: unknown;
  polynomials: Float64Array;
  internalStep(): number;
  partial(unknown: number, i: number, known: number, k: number): number;
}

interface BytesObject {
  length: number;
  data: Uint8Array;
}

/** Loads `unit.ts` of a unit folder and makes one instance of its class. */
export async function instantiatePlain(unitFolder: string): Promise<PlainUnit> {
  const manifest = loadManifest(unitFolder);
  writeWhole(join(unitFolder, 'variables.ts'), generateVariables(manifest));
  const load = await plainModules();
  const author = load(authorFile) as {
    Runner: new (unit: UnitObject) => RunnerObject;
    failure: { message: string };
  };
  const name = className(manifest.name);
  const Class = load(resolve(join(unitFolder, 'unit.ts')))[name] as (new () => UnitObject) | undefined;
  if (Class === undefined)
    throw new UserError(`load ${unitFolder}: unit.ts exports no class ${name}. Export it under that name.`);
  const unit = new Class();
  const runner = new author.Runner(unit);
  const offsets = polynomialOffsets(manifest);
  return {
    manifest,
    get: (variable) => elements(unit[variable]),
    set: (variable, values) => assign(unit, variable, values),
    polynomial: (variable) => ({ view: unit.polynomials, offset: offsets.get(variable) ?? -1 }),
    initialize: (t) => runner.initialize(t),
    internalStep: () => unit.internalStep(),
    begin: (t, H) => runner.begin(t, H),
    micro: (i) => runner.micro(i),
    step: (t, H) => runner.step(t, H),
    partial: (u, i, k, j) => unit.partial(u, i, k, j),
    reasonOf: (thrown) =>
      author.failure.message || (thrown instanceof Error ? thrown.message : String(thrown)),
  };
}

function polynomialOffsets(manifest: Manifest): Map<string, number> {
  let offset = 0;
  return new Map(
    polynomialInputs(manifest).map((variable) => {
      const here = offset;
      offset += 3 * sizeOf(variable);
      return [variable.name, here];
    }),
  );
}

function elements(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [Number(value)];
  if ('data' in value) return [...(value as BytesObject).data.slice(0, (value as BytesObject).length)];
  return Array.from(value as ArrayLike<number | boolean>, Number);
}

function assign(unit: UnitObject, name: string, values: readonly number[]): void {
  const present = unit[name];
  if (typeof present === 'boolean') unit[name] = values[0] !== 0;
  else if (typeof present !== 'object' || present === null) unit[name] = values[0];
  else if ('data' in present) {
    (present as BytesObject).data.set(values);
    (present as BytesObject).length = values.length;
  } else {
    const array = present as PlainArray;
    for (let i = 0; i < values.length; i++)
      array[i] = typeof array[i] === 'boolean' ? values[i] !== 0 : values[i];
  }
}
