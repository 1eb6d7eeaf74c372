import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { messageOf } from '../../fmu-sdk/util/user-error.ts';
import { closeAll, openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('foresight');

/**
 * Returns the result of a run of an isolated FMU: its rows, its end, and the number of steps
 * computed in advance.
 */
async function runOf(unit: string, foresight: boolean): Promise<{ lines: string[]; stepsAhead: number }> {
  const system = await resolveSystem(
    {
      limits: { stepSeconds: 0.5, wallSeconds: 100 },
      name: 'lone',
      units: { a: { fmu: unit, start: { u: 3 } } },
      algorithm: { scheme: 'jacobi', step: 1 / 256 },
      stopTime: 4,
    },
    join(folder, 'lone.json'),
  );
  const activity = { cells: new Int32Array(4) };
  const instances = await openInstances(system, activity, hosts);
  const lines: string[] = [];
  let stepsAhead = 0;
  try {
    const [instance] = instances;
    const foresee = instance.foresee?.bind(instance);
    instance.foresee = (time, count) => {
      const done = foresee?.(time, count) ?? 0;
      stepsAhead += Math.max(0, done);
      return done;
    };
    const session = new Session(system, { activity, instances, foresight });
    session.start();
    const y = session.columns.map(({ read }) => read);
    while (!session.done) {
      session.advance(1);
      session.row();
      lines.push(`${session.time()} ${y.map((read) => read()).join(' ')} ${session.ended !== undefined}`);
    }
  } catch (error) {
    // The computing time is measured, so it varies.
    lines.push(messageOf(error).replace(/\d+(\.\d+)? s of/, 'so many s of'));
  } finally {
    closeAll(instances, activity);
  }
  return { lines, stepsAhead };
}

describe.skipIf(noCompiler !== undefined)('an isolated FMU with steps computed in advance', () => {
  beforeEach(() => {
    vi.stubEnv('FMUKIT_FAST_PATH', 'on');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** A time during the steps computed in advance, before the FMU's event at 2.5 s [s]. */
  const late = 290 / 256;
  const flag = (name: string) =>
    `if(t>=${late}){*event=*terminate=*early=false;*last=t+h;*${name}=true;return 0;}`;
  it.each([
    ['is sound', 2, '(void)0', 1024, / false$/],
    ['is sound', 3, '(void)0', 1024, / false$/],
    ['crashes', 2, `if(t>=${late})abort()`, 290, /crashes2\.fmu: .*doStep/],
    ['ends its process', 3, `if(t>=${late})_exit(7)`, 290, /ends-its-process3\.fmu: .*doStep/],
    ['computes for ever', 3, `if(t>=${late})for(;;)sqrt(t)`, 290, /computes-for-ever3\.fmu: .*doStep/],
    ['answers error', 2, `if(t>=${late})return 3`, 290, /t = 1\.1328125 s: fmi2DoStep returned error/],
    ['answers error', 3, `if(t>=${late})return 3`, 290, /t = 1\.1328125 s: fmi3DoStep returned error/],
    ['answers error once', 3, `static int told;if(t>=${late}&&!told++)return 3`, 290, /returned error/],
    ['discards a step', 2, `if(t>=${late})return 2`, 290, /t = 1\.1328125 s: fmi2DoStep returned discard/],
    ['warns', 3, `if(t>=${late})return 1`, 1024, / false$/],
    ['has events', 3, flag('event'), 1024, / false$/],
    ['wants the end', 3, flag('terminate'), 291, / true$/],
  ] as const)(
    'an FMU that %s (FMI %i) gives the rows, end and message of single steps',
    async (what, fmi, statement, length, end) => {
      const unit = join(folder, `${what.replaceAll(' ', '-')}${fmi}.fmu`);
      writeFileSync(unit, await makeUnit(fmi, { defines: [`AT_STEP(t)=${statement}`] }));
      const [single, rows] = [await runOf(unit, false), await runOf(unit, true)];
      expect(rows.lines).toEqual(single.lines);
      expect(rows.lines.length).toBe(length + (length === 290 ? 1 : 0));
      expect(rows.lines.at(-1)).toMatch(end);
      expect(single.stepsAhead).toBe(0);
      expect(rows.stepsAhead).toBeGreaterThan(250);
    },
  );
});
