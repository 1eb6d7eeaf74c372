import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { packVariables } from '../../master/pack/pack-interface.ts';
import { Session } from '../../master/run/loop/session.ts';
import { loadSystem, resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';
import { isWholeTest, spread } from '../width.ts';
import { expectEqualRuns, openForms, openPacked, outputsOf, packInto } from './packed.ts';
import { randomSystem } from './random-systems.ts';

const folder = temporaryFolder('pack-forms');
const fmus: Record<string, ModelDescription> = {};
beforeAll(async () => {
  for (const name of ['mixer', 'gauge', 'sampler', 'three-rooms'])
    fmus[name] = (await buildUnit(join(root, 'test/fixtures', name), folder)).description;
});

/** Schemes of the random systems, in turn. */
const schemes = [
  ...['jacobi', 'gauss-seidel', 'multi-rate', 'iterative-jacobi', 'iterative-gauss-seidel'],
  ...['newton', 'semi-implicit', 'jacobi around newton', 'gauss-seidel around iterative-gauss-seidel'],
  ...['gauss-seidel around jacobi'],
];

/** Types that FMI 2.0 has. */
const isInBoth = ({ type }: Variable): boolean => !/UInt32|Int64/.test(type);

describe('as core, component and native library of FMI 3.0 and 2.0', () => {
  const seeds = spread(
    Array.from({ length: 30 }, (_, k) => k + 1),
    1,
    2,
  );
  it.each(seeds.map((seed) => [seed, schemes[seed % schemes.length]] as const))(
    'the pack of random system %i with %s has the bits of its run',
    async (seed, scheme) => {
      const file = randomSystem(seed, fmus, scheme, isInBoth);
      const system = await resolveSystem(file, join(folder, 'system.json'));
      const steps: number[] = [];
      for (const [form, open] of await openForms(folder, system, 'random'))
        steps.push(await compared(form, () => open().then((one) => run(system, one, outputsOf(system)))));
      expect(new Set(steps).size).toBe(1);
      expect(steps[0]).toBeGreaterThan(0);
    },
  );

  const files = readdirSync(join(root, 'systems'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
    .sort();
  /** Systems with joints between FMUs. */
  const refused = ['chain-of-parts.json'];

  it.each(spread(files, 4, 4).filter((name) => !refused.includes(name)))(
    'the pack of %s has the bits of its run',
    async (name) => {
      const loaded = await loadSystem(join(root, 'systems', name));
      const { startTime, stopTime, step } = loaded;
      // Values from files are inputs of the pack, which keep their start values here.
      const system = { ...loaded, stopTime: isWholeTest ? stopTime : startTime + 20 * step, inputs: [] };
      const outputs = packVariables(system).filter(isOutput);
      const forms = isWholeTest
        ? await openForms(folder, system, 'shipped')
        : [['core', async () => openPacked((await packInto(folder, system))[0], system)] as const];
      for (const [form, open] of forms)
        expect(await compared(form, () => open().then((one) => run(system, one, outputs)))).toBeGreaterThan(
          19,
        );
    },
  );

  it('a system with joints is refused', async () => {
    const system = await loadSystem(join(root, 'systems/chain-of-parts.json'));
    await expect(packInto(folder, system)).rejects.toThrow(/a pack does not support joints/);
  });
});

type Outputs = ReturnType<typeof outputsOf>;

const run = (system: CheckedSystem, packed: Session, outputs: Outputs): number => {
  try {
    return expectEqualRuns(system, packed, outputs, new Session(system));
  } finally {
    for (const instance of packed.instances) instance.close();
  }
};

const isOutput = (one: ReturnType<typeof packVariables>[number]): one is Outputs[number] & typeof one =>
  one.causality === 'output' && one.unit !== undefined;

/** Names the form in the message of a failure. */
async function compared<T>(form: string, compare: () => Promise<T>): Promise<T> {
  try {
    return await compare();
  } catch (error) {
    (error as Error).message = `${form}: ${(error as Error).message}`;
    throw error;
  }
}
