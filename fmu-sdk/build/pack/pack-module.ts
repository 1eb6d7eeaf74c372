import type { SharedMemory } from '../../host/fast-path/shared-memory.ts';
import { type CoreFunctions, coreFunctions } from '../../host/wasm/core-interface.ts';
import type { Signature } from '../../wasm/module-outline.ts';
import { relocatedParts } from '../../wasm/relocate/relocate-module.ts';
import type { DataSegment } from '../../wasm/relocate/relocate-parts.ts';
import { compile } from '../compiler/compile-unit.ts';
import { generateComponentEntry } from '../component/generate-glue.ts';
import { generateEntry } from '../generate/unit-sources-text.ts';
import { layoutOf } from '../layout/variable-layout.ts';
import { describe } from '../manifest/describe-unit.ts';
import { className, type Manifest, type ManifestVariable } from '../manifest/manifest.ts';
import { blankToken } from '../seal/blank-token.ts';
import { seal } from '../seal/seal-module.ts';
import { carriedImport } from './carried/carried-fmu.ts';
import { asks, carriedFunctions } from './carried/carried-functions.ts';
import type { InnerModule, InnerUnit } from './inner-units.ts';
import { ModuleLinker } from './link-modules.ts';
import type { PlacedPlan } from './pack-plan.ts';

/**
 * Functions of the generated loop: transfer, residual, step and several, then the transfer of the
 * values that a sequence of units does not set.
 */
export interface LoopFunctions {
  types: readonly Signature[];
  /** Returns their code, for the index of `run` of each module and the index of the first function. */
  code(runs: ReadonlyMap<InnerModule, number>, first: number): readonly (readonly number[])[];
}

/** A pack before it is compiled: everything in its memory, and the description of its variables. */
export interface PlacedPack {
  manifest: Manifest;
  units: readonly InnerUnit[];
  loop: LoopFunctions;
  plan: PlacedPlan;
  /** Number of continuous Float64 elements among its inputs. */
  inputs: number;
  memory: SharedMemory;
  /** Address of a variable of the pack. */
  addressOf(variable: ManifestVariable): number;
}

const alignment = 64;
/** Number of functions of a loop before those that transfer other values. */
const loopFunctions = 4;
/** Place of a function of a carried FMU in its record, as in `inner/iteration.ts` [bytes]. */
const keepSlot = 8;
/** A run of zeros of this length ends a data segment [bytes]. */
const gap = 16;

/**
 * Returns the sealed core module of a pack, with the blank token. It contains the packed unit with
 * the state machine, the code of its inner units, and the loop that couples them.
 */
export async function packModule(pack: PlacedPack): Promise<Uint8Array> {
  const { plan, units, loop, memory } = pack;
  const end = Math.ceil(memory.mark().end / alignment) * alignment;
  const linker = new ModuleLinker(await compilePackedUnit(pack, end));
  const exported = new Map<InnerModule, ReadonlyMap<string, number>>();
  for (const module of new Set(units.map((unit) => unit.module))) {
    const { outline, stateBytes } = module;
    if (outline === undefined) {
      const carried = carriedFunctions(linker.importIndex(...carriedImport), linker.first);
      linker.add(carried.parts, 0);
      exported.set(module, carried.exported);
      continue;
    }
    const isInMacro = units.some((unit, k) => unit.module === module && plan.isInMacro(k));
    const parts = relocatedParts(outline, isInMacro ? [...used, ...inMacros] : used, {
      size: stateBytes,
      first: linker.first,
    });
    linker.add(parts, outline.tables[0]?.initial ?? 0);
    exported.set(module, parts.exported);
  }
  const functionOf = (module: InnerModule, name: string): number => exported.get(module)?.get(name) as number;
  const { functions: first, types } = linker.first;
  const runs = new Map([...exported.keys()].map((module) => [module, functionOf(module, 'run')]));
  const functions = loop.types.map((_, i) => types + i);
  linker.add({ types: loop.types, functions, code: loop.code(runs, first), constants: [], elements: [] }, 0);
  const modules = [...exported.keys()];
  const unitSlots = modules.map((module) => ({
    initialize: linker.slot(functionOf(module, 'initialize')),
    internalStep: linker.slot(functionOf(module, 'internalStep')),
    step: linker.slot(functionOf(module, 'step')),
    exit: exported.get(module)?.has('exitInitialization')
      ? linker.slot(functionOf(module, 'exitInitialization'))
      : 0,
    macro: exported.get(module)?.has('micro')
      ? { begin: linker.slot(functionOf(module, 'begin')), micro: linker.slot(functionOf(module, 'micro')) }
      : undefined,
  }));
  const carried = units.filter((unit) => unit.carried !== undefined);
  const keep = carried.length > 0 ? linker.slot(functionOf(carried[0].module, 'keep')) : 0;
  for (const { record } of carried) new DataView(memory.buffer).setUint32(record + keepSlot, keep, true);
  plan.connect({
    transfer: linker.slot(first),
    residual: linker.slot(first + 1),
    step: linker.slot(first + 2),
    others: loop.types.slice(loopFunctions).map((_, i) => linker.slot(first + loopFunctions + i)),
    units: units.map(({ module }) => unitSlots[modules.indexOf(module)]),
  });
  return seal(linker.link(segmentsOf(new Uint8Array(memory.buffer, 0, end))));
}

/** Functions of inner units that a pack calls. */
const used = coreFunctions.filter((name) =>
  ['step', 'initialize', 'internalStep', 'exitInitialization'].includes(name),
);

/** Functions of units that share an interface model. */
const inMacros: readonly (keyof CoreFunctions)[] = ['begin', 'micro'];

/** Declaration of the import that calls carried FMUs, and what restarts them. */
const declared = `
@external(${carriedImport.map((name) => JSON.stringify(name)).join(', ')})
declare function carried(record: u32, what: u32, t: f64, H: f64): u32;
`;
const restarting = `  override initialize(): void {
    carried(0, ${asks.restart}, this.time, 0.0);
    super.initialize();
  }
`;

/** Compiles the packed unit. Its own memory begins at `base`. */
function compilePackedUnit(
  { manifest, plan, units, inputs, addressOf }: PlacedPack,
  base: number,
): Promise<Uint8Array> {
  const isContainer = units.some(({ carried }) => carried !== undefined);
  const unit = `import { PackedUnit } from 'fmukit/build/pack/inner/packed-unit';
${isContainer ? declared : ''}
export class ${className(manifest.name)} extends PackedUnit {
  constructor() { super(${plan.at}, ${inputs}); }
${isContainer ? restarting : ''}}
`;
  const layout = layoutOf(describe(manifest, blankToken, ''), manifest.variables);
  const meta = { instantiationToken: blankToken, directionalDerivatives: false, events: false };
  const generated = new Map([
    ['unit', unit],
    ['entry', generateEntry(manifest, (v) => String(addressOf(v)))],
    ['component', generateComponentEntry(layout, meta)],
  ]);
  // The compiler removes calls through a table of its own, which is still empty.
  const options = ['--memoryBase', String(base), '--importTable'];
  return compile('.', 'component', generated, () => null, options);
}

/** Returns the bytes that are not zero, as segments. */
function segmentsOf(bytes: Uint8Array): DataSegment[] {
  const segments: DataSegment[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] === 0) {
      at++;
      continue;
    }
    let end = at + 1;
    for (let i = end; i < bytes.length && i - end < gap; i++) if (bytes[i] !== 0) end = i + 1;
    segments.push({ at, bytes: bytes.slice(at, end) });
    at = end;
  }
  return segments;
}
