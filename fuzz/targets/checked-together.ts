import { isDeepStrictEqual } from 'node:util';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import { SharedMemory } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import {
  instantiateInSharedMemory,
  type SharedMemoryCore,
  sharedMemoryCore,
} from '../../fmu-sdk/host/fast-path/shared-memory-core.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { CoreBinary } from '../../fmu-sdk/host/wasm/core-host.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { Session } from '../../master/run/loop/session.ts';
import { assemble } from '../../master/system/assemble-system.ts';
import { inputSources } from '../../master/system/inputs/input-sources.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { parseSystem } from '../../master/system/system-file.ts';
import { keptCases } from '../fuzz-files.ts';
import { holds } from '../fuzz-target.ts';

/**
 * Two of the case with a good unit between them. Each gives the others numbers, real and whole,
 * with polynomials and without.
 */
const ring = JSON.stringify({
  name: 'ring',
  units: { a: { fmu: 'case' }, good: { fmu: 'good' }, b: { fmu: 'case' } },
  connections: [
    { from: 'a.y', to: 'good.float64' },
    { from: 'good.y', to: 'b.float64' },
    { from: 'b.y', to: 'a.s' },
    { from: 'b.n', to: 'good.int32' },
    { from: 'good.n', to: 'a.int64' },
    { from: 'b.y', to: 'good.s', order: 0 },
  ],
  algorithm: { scheme: 'jacobi', step: 0.01, order: 2 },
  stopTime: 0.04,
});

/**
 * Number of cases that share a memory. A new memory, with the good unit's code in it, costs more
 * than a case.
 */
const casesOfMemory = 100;

interface Kept {
  system: CheckedSystem;
  core: Uint8Array;
  module: WebAssembly.Module;
  regions: SharedMemory;
  regional: SharedMemoryCore | undefined;
  cases: number;
}

let cached: Kept | undefined;

async function keep(description: ModelDescription): Promise<Kept> {
  if (cached !== undefined && cached.cases++ < casesOfMemory) return cached;
  const core =
    cached?.core ?? (keptCases('core').find(({ path }) => path.endsWith('plain.wasm'))?.bytes as Uint8Array);
  const unit = { file: 'unit.fmu', description, binary: { form: 'core', core } as CoreBinary };
  const json = parseSystem(ring, 'ring.json');
  const content = (file: string): never => holds(false, `${file} is asked for`) as never;
  const system =
    cached?.system ?? (await assemble(json, { unit: async () => unit, content, sources: inputSources }, {}));
  const regions = new SharedMemory();
  const module = cached?.module ?? compileCore(core, 'good');
  cached = { system, core, module, regions, regional: sharedMemoryCore(core, regions), cases: 0 };
  return cached;
}

/**
 * Runs an accepted module in a system twice: with its instances in regions of one memory, if
 * allowed, and with a memory for each. Both runs must agree bit for bit and end with equal
 * messages. So must the unit between the instances.
 *
 * @param module of the same bytes
 * @returns whether they shared a memory, and their loop was compiled
 */
export async function together(
  core: Uint8Array,
  module: WebAssembly.Module,
  description: ModelDescription,
): Promise<'in a loop' | 'in regions' | 'apart'> {
  const good = await keep(description).catch(
    (error) => holds(false, `the ring is refused: ${error}`) as never,
  );
  const { system } = good;
  const regional = sharedMemoryCore(core, good.regions);
  const shared = course(system, (name) => {
    const [wasmModule, of] = name === 'good' ? [good.module, good.regional] : [module, regional];
    return (
      (of && instantiateInSharedMemory(of, description, name)) ??
      instantiateWasm(wasmModule, description, name)
    );
  });
  const apart = course(system, (name) =>
    instantiateWasm(name === 'good' ? good.module : module, description, name),
  );
  // How deep the stack is when it is full is the compiler's choice.
  if (/call stack/.test(`${shared.end}${apart.end}`))
    holds(apart.end !== '' && shared.end !== '', 'one ends');
  else {
    holds(shared.end === apart.end, `it ends so: ${shared.end}; and apart so: ${apart.end}`);
    // The last values that a stopped unit wrote are undefined.
    const stopped = /^\w+ (\w+)/.exec(apart.end)?.[1];
    for (const [k, state] of apart.states.entries())
      if (system.units[k].name !== stopped)
        holds(isDeepStrictEqual(shared.states[k], state), `${system.units[k].name} is another than apart`);
  }
  return shared.compiled ? 'in a loop' : regional === undefined ? 'apart' : 'in regions';
}

interface Course {
  /** Words that it ended in before its time. */
  end: string;
  states: readonly Uint8Array[];
  compiled: boolean;
}

function course(system: CheckedSystem, open: (name: string) => Instance): Course {
  let session: Session | undefined;
  let end = '';
  try {
    session = new Session(system, { instances: system.units.map(({ name }) => open(name)) });
    session.start();
    session.advance(1);
    session.advance(10);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    end = error.message;
  }
  const coupling = (session as unknown as { coupling?: { loop?: object } } | undefined)?.coupling;
  return {
    end,
    states: session?.instances.map((instance) => instance.getState()) ?? [],
    compiled: coupling?.loop !== undefined,
  };
}
