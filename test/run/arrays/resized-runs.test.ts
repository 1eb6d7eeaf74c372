import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { readCheckpoint } from '../../../master/run/checkpoint/checkpoint-file.ts';
import { Checkpoints } from '../../../master/run/checkpoint/checkpoints.ts';
import { openInstances } from '../../../master/run/instances/open-instances.ts';
import { runToEnd } from '../../../master/run/loop/run-loop.ts';
import { Session } from '../../../master/run/loop/session.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { Stepper } from '../../../master/run/stepping/step-by-step-run.ts';
import { portNamed, setVariable, valueText } from '../../../master/run/stepping/stepped-variables.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeMatrix } from '../../fixtures/c/matrix/matrix.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('resized-runs');
const unit = join(folder, 'matrix.fmu');

/** Two units with resized arrays, connected in a circle: a whole array, and two single elements. */
function circle(scheme: string, threads: number): SystemFile {
  return {
    name: 'circle',
    units: {
      a: { fmu: 'matrix.fmu', parameters: { m: 4, n: 4, 'p_Int8[2,3]': 0 }, start: { 'x[4]': 0 } },
      b: { fmu: 'matrix.fmu', parameters: { m: 4, n: 1 } },
    },
    connections: [
      { from: 'a.x', to: 'b.u_Float64' },
      { from: 'b.out_Float64[3]', to: 'a.u_Float64[2]' },
      { from: 'b.out_Int8[1]', to: 'a.u_Int8[4]' },
    ],
    algorithm: { scheme, step: 0.25, threads },
    stopTime: 1,
    record: { variables: ['a.out_Float64', 'a.out_Int8', 'a.seen_Int8[2,3]', 'a.seen_Int8[2,4]', 'b.x[1]'] },
  };
}

async function lastRow(scheme: string, { threads = 1, trusted = true } = {}): Promise<number[]> {
  const system = await resolveSystem(circle(scheme, threads), join(folder, 'circle.json'), { trusted });
  const { columns = [] } = await simulate(system, { collect: true });
  return columns.map(({ data }) => data[data.length - 1]);
}

describe.skipIf(noCompiler !== undefined)('a run with resized arrays', () => {
  beforeAll(async () => writeFileSync(unit, await makeMatrix()));

  it.each([
    ['jacobi', 1, true],
    ['jacobi', 1, false],
    ['jacobi', 2, true],
    ['iterative-jacobi', 1, true],
    ['iterative-jacobi', 1, false],
  ])(
    'couples whole arrays and elements by %s on %i threads, trusted %s',
    async (scheme, threads, trusted) => {
      const [time, ...values] = await lastRow(scheme, { threads, trusted });
      expect(time).toBe(1);
      const [first, second, ...rest] = values;
      expect([first, ...rest]).toEqual([40, 42, 43, 40, 41, 42, 40, 0, 47, 41]);
      expect(second).toBeCloseTo(scheme === 'jacobi' ? 42.5 : 43, 9);
    },
  );

  it('goes back in single steps, and sets one element of an input', async () => {
    const system = await singleSystem(unit, { set: ['m=3', 'n=2', 'u_Int16[1]=7'], trusted: true });
    const stepper = await Stepper.open(system, {});
    try {
      const read = (name: string): string => valueText(stepper.session, portNamed(system, name));
      stepper.next();
      expect(read('time')).toBe('0.25');
      expect(read('out_Int16')).toBe('[7, 41, 42]');
      setVariable(stepper.session, 'u_Int16[3]', '9');
      setVariable(stepper.session, 'u_String[2]', 'longer');
      stepper.next();
      expect(read('out_Int16')).toBe('[7, 41, 9]');
      expect(read('out_String[2]')).toBe('6');
      expect(read('u_String')).toBe('["own", "longer", "own"]');
      expect(read('p_Int32[3,1]')).toBe('44');
      expect(read('x[2]')).toBe('41.5');
      stepper.back(1);
      expect(read('x[2]')).toBe('41.25');
      expect(read('p_Binary[1,1]')).toBe('3 bytes 6f776e');
      expect(() => portNamed(system, 'x[3]')).toThrow('x has the dimensions [2], so [3] is out of range.');
    } finally {
      stepper.close();
    }
  });

  it.each(['coSimulation', 'modelExchange'] as const)('continues from a checkpoint, by %s', async (kind) => {
    const system = await singleSystem(unit, { set: ['m=3', 'n=2', 'p_Int8[3,2]=0'], kind, trusted: true });
    const saved = join(folder, `${kind}.checkpoint`);
    const shown = async (from: string | undefined, until: number): Promise<string[]> => {
      const instances = await openInstances(system, { cells: new Int32Array(4) }, hosts);
      const session = new Session(system, { instances });
      const begin = from === undefined ? undefined : { file: from, saved: readCheckpoint(from) };
      const checkpoints = new Checkpoints(
        session,
        { file: saved, seconds: 1000 },
        begin,
        undefined,
        undefined,
      );
      runToEnd(session, { checkpoints, stop: () => session.n >= until }).next();
      const names = ['x', 'seen_Int8', 'p_Int8', 'shown', 'p_String', 'time'];
      const values = names.map((name) => valueText(session, portNamed(system, name)));
      for (const instance of instances) instance.close();
      return values;
    };
    const whole = await shown(undefined, 4);
    expect(whole.slice(1, 3)).toEqual(Array(2).fill('[40, 41, 42, 43, 44, 0]'));
    await shown(undefined, 2);
    expect(await shown(saved, 4)).toEqual(whole);
  });
});
