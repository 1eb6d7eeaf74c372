import { dirname, join, relative, resolve } from 'node:path';
import type { Snapshot } from '../../host/state/snapshot.ts';
import { UserError } from '../../util/user-error.ts';
import { authorFile } from '../lint/resolve-import.ts';
import { loadManifest } from '../manifest/load-manifest.ts';
import { className, type Manifest, polynomialInputs, sizeOf } from '../manifest/manifest.ts';
import {
  type DialectArray,
  EndlessLoopError,
  InvalidNumberError,
  type ReferenceOptions,
} from './dialect-runtime.ts';
import { loadReferenceProgram } from './load-reference.ts';
import { locationOfResult } from './method-location.ts';
import { ObjectSnapshot } from './object-snapshot.ts';
import type { SourceLocation } from './source-locations.ts';

export { loadReference } from './load-reference.ts';

/**
 * A unit as a reference run: the sources of the sealed FMU, including its `Runner`, without wasm.
 * Its calls equal the calls of `Instance` (host.ts). It serves tests and debuggers and is slow.
 */
export interface ReferenceUnit {
  readonly manifest: Manifest;
  /**
   * Returns the elements of a variable, row-major. Booleans are 0 and 1, String and Binary are
   * bytes.
   */
  get(name: string): number[];
  set(name: string, values: readonly number[]): void;
  /** Returns the slots [u, u', u''] of each element of a continuous Float64 input. */
  polynomial(name: string): { view: Float64Array; offset: number };
  initialize(t: number): void;
  internalStep(): number;
  begin(t: number, H: number): number;
  micro(i: number): void;
  step(t: number, H: number): number;
  partial(unknown: number, i: number, known: number, k: number): number;
  /** Saves the current state, for a later rollback. */
  snapshot(): Pick<Snapshot, 'take' | 'restore'>;
  /** Returns the message of the unit's `fail`, or of the thrown value. */
  reasonOf(thrown: unknown): string;
  /** Returns the reason and place of a failure. */
  explain(thrown: unknown): UnitFailure;
}

/** Failure that ended a unit's step. */
export interface UnitFailure {
  reason: string;
  /** True if the unit called `fail`, false if it trapped. */
  byFailCall: boolean;
  /** True if the unit continued until it had to end. */
  endless: boolean;
  /** `file:line` of the source, if it is known. */
  place?: string;
}

/** Parts of the author's package and of a unit's module that the loader uses. */
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

/**
 * Loads `unit.ts` of a unit folder, which contains `variables.ts`, and creates an instance of its
 * class. While `watch` is armed, the first NaN ends the call. Calls `begun` before any code of the
 * unit runs.
 */
export async function instantiateReference(
  unitFolder: string,
  options: ReferenceOptions = {},
  begun: () => void = () => {},
): Promise<ReferenceUnit> {
  const manifest = loadManifest(unitFolder);
  const entry = resolve(join(unitFolder, 'unit.ts'));
  const { load, places } = await loadReferenceProgram([authorFile, entry], options);
  const author = load(authorFile) as {
    Runner: new (unit: UnitObject) => RunnerObject;
    failure: { message: string };
  };
  const name = className(manifest.name);
  const explain = (thrown: unknown): UnitFailure =>
    explainFailure(thrown, author.failure, places.of(thrown), unitFolder);
  begun();
  const unit = constructUnit(
    () => {
      const Class = load(entry)[name] as (new () => UnitObject) | undefined;
      if (Class !== undefined) return new Class();
      throw new UserError(
        `load ${unitFolder}: unit.ts does not export the class ${name}. Export it under that name.`,
      );
    },
    name,
    explain,
  );
  const runner = new author.Runner(unit);
  const offsets = polynomialOffsets(manifest);
  return {
    manifest,
    get: (variable) => readElements(unit[variable]),
    set: (variable, values) => assign(unit, variable, values),
    polynomial: (variable) => ({ view: unit.polynomials, offset: offsets.get(variable) ?? -1 }),
    initialize: (t) => runner.initialize(t),
    internalStep: () => unit.internalStep(),
    begin: (t, H) => runner.begin(t, H),
    micro: (i) => runner.micro(i),
    step: (t, H) => runner.step(t, H),
    partial: (u, i, k, j) => unit.partial(u, i, k, j),
    snapshot: () => new ObjectSnapshot([unit, runner, author.failure], new Set([manifest])),
    reasonOf: (thrown) =>
      author.failure.message || (thrown instanceof Error ? thrown.message : String(thrown)),
    explain,
  };
}

function constructUnit(
  make: () => UnitObject,
  name: string,
  explain: (thrown: unknown) => UnitFailure,
): UnitObject {
  try {
    return make();
  } catch (thrown) {
    if (thrown instanceof UserError || thrown instanceof SyntaxError) throw thrown;
    throw new UserError(
      `instantiate ${name}: its constructor ${describeFailure(explain(thrown))}. Correct it there.`,
    );
  }
}

/** Describes a failure after the unit's name: `stops at units/pump/unit.ts:12: an index …`. */
export function describeFailure({ reason, endless, place }: UnitFailure): string {
  return endless ? `computes without end${atPlace(place)}` : `stops${atPlace(place)}: ${reason}`;
}

/** Returns ` at units/pump/unit.ts:12`, or an empty text. */
export function atPlace(place: string | undefined): string {
  return place === undefined ? '' : ` at ${place}`;
}

/**
 * Describes a failure. A `fail` from the author's package itself, as for a division by zero, counts
 * as a trap.
 */
function explainFailure(
  thrown: unknown,
  { message }: { message: string },
  places: readonly SourceLocation[],
  unitFolder: string,
): UnitFailure {
  const sdk = dirname(authorFile);
  const source = places.find(({ file }) => dirname(file) !== sdk);
  const caller = places[1];
  const byFailCall = message !== '' && caller !== undefined && dirname(caller.file) !== sdk;
  const reason = message || (thrown instanceof Error ? thrown.message : String(thrown));
  return {
    endless: thrown instanceof EndlessLoopError,
    reason: thrown instanceof InvalidNumberError ? 'a NaN arises' : reason.replace(/\.$/, ''),
    byFailCall,
    ...(source !== undefined && { place: `${displayPath(source.file, unitFolder)}:${source.line}` }),
    ...(byFailCall ? {} : locationOfResult(unitFolder, message)),
  };
}

/**
 * Returns a file of the unit relative to its folder as given, and other files relative to the
 * working directory.
 */
function displayPath(file: string, unitFolder: string): string {
  const inside = relative(resolve(unitFolder), file);
  return inside.startsWith('..') ? relative('.', file) : join(unitFolder, inside);
}

function polynomialOffsets(manifest: Manifest): Map<string, number> {
  let offset = 0;
  return new Map(
    polynomialInputs(manifest).map((variable) => {
      const start = offset;
      offset += 3 * sizeOf(variable);
      return [variable.name, start];
    }),
  );
}

function readElements(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [Number(value)];
  if ('data' in value) return [...(value as BytesObject).data.slice(0, (value as BytesObject).length)];
  return Array.from(value as ArrayLike<number | boolean>, Number);
}

function assign(unit: UnitObject, name: string, values: readonly number[]): void {
  const current = unit[name];
  if (typeof current === 'boolean') unit[name] = values[0] !== 0;
  else if (typeof current !== 'object' || current === null) unit[name] = values[0];
  else if ('data' in current) {
    (current as BytesObject).data.set(values);
    (current as BytesObject).length = values.length;
  } else {
    const array = current as DialectArray;
    for (let i = 0; i < values.length; i++)
      array[i] = typeof array[i] === 'boolean' ? values[i] !== 0 : values[i];
  }
}
