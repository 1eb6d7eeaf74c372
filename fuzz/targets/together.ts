import { isDeepStrictEqual } from 'node:util';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { regionOf } from '../../fmu-sdk/host/regions.ts';
import type { SealedBinary } from '../../fmu-sdk/host/sealed.ts';
import { compileCore, instantiateWasm } from '../../fmu-sdk/host/wasm.ts';
import { Session } from '../../master/run/session.ts';
import { assemble } from '../../master/system/assemble.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { parseSystem } from '../../master/system/system-file.ts';
import { keptCases } from '../files.ts';
import { holds } from '../target.ts';

/** Two of the case with a good unit between them; each gives the others numbers, real and whole, with polynomials and without. */
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

let good: Uint8Array | undefined;
let system: Promise<CheckedSystem> | undefined;

function systemOf(description: ModelDescription): Promise<CheckedSystem> {
  good ??= keptCases('core').find(({ path }) => path.endsWith('plain.wasm'))?.bytes as Uint8Array;
  const core = good;
  system ??= assemble(
    parseSystem(ring, 'ring.json'),
    {
      unit: async (file) => ({ file, description, binary: { form: 'core', core } as SealedBinary }),
      content: (file) => ({ file, bytes: new Uint8Array() }),
      sources: [],
    } as unknown as Parameters<typeof assemble>[1],
    {},
  );
  return system;
}

/**
 * Runs a module that was accepted in a system, its instances in regions of one memory where they may be, and once more with
 * a memory for each: they do the same, bit for bit, and end in the same words, and so does the unit that lies between them.
 *
 * @returns whether they shared a memory
 */
export async function together(core: Uint8Array, description: ModelDescription): Promise<boolean> {
  const ring = await systemOf(description).catch((error) => holds(false, `the ring is refused: ${error}`));
  const units = ring.units.map((unit) =>
    unit.name === 'good' ? unit : { ...unit, binary: { form: 'core', core } as SealedBinary },
  );
  const cased = { ...ring, units };
  const shared = course(() => new Session(cased));
  const apart = course(() => {
    const instances = units.map(({ name, binary }) =>
      instantiateWasm(compileCore((binary as SealedBinary).core, name), description, name),
    );
    return new Session(cased, { instances });
  });
  // How deep the stack is when it is full is the compiler's choice.
  if (/call stack/.test(`${shared.end}${apart.end}`)) holds(apart.end !== '' && shared.end !== '', 'one ends');
  else {
    holds(shared.end === apart.end, `it ends so: ${shared.end}; and apart so: ${apart.end}`);
    // What a unit that stopped has written just before is nobody's any more.
    const stopped = /^\w+ (\w+)/.exec(apart.end)?.[1];
    for (const [k, state] of apart.states.entries())
      if (units[k].name !== stopped)
        holds(isDeepStrictEqual(shared.states[k], state), `${units[k].name} is another than apart`);
  }
  return shared.regions;
}

interface Course {
  /** Words that it ended in before its time. */
  end: string;
  states: readonly Uint8Array[];
  regions: boolean;
}

function course(open: () => Session): Course {
  let session: Session | undefined;
  try {
    session = open();
    session.start();
    session.advance(1);
    session.advance(10);
    return { end: '', ...left(session) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { end: error.message, ...(session ? left(session) : { states: [], regions: false }) };
  }
}

function left({ instances }: Session): Omit<Course, 'end'> {
  return {
    states: instances.map((instance) => instance.getState()),
    regions: instances.every((instance) => regionOf(instance) !== undefined),
  };
}
