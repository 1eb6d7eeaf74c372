import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FmuInstance } from '../../fmu-sdk/host/instance/fmu-instance.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { messageOf } from '../../fmu-sdk/util/user-error.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('rows');

const H = 1 / 64;
const count = 200;

/** Adds an input w and a variable z = w t to u and y, and removes intermediate values. */
function more(description: string): string {
  const added = description.includes('ScalarVariable')
    ? '<ScalarVariable name="w" valueReference="3" causality="input"><Real start="0"/></ScalarVariable>' +
      '<ScalarVariable name="z" valueReference="4"><Real/></ScalarVariable>'
    : '<Float64 name="w" valueReference="3" causality="input" start="0"/><Float64 name="z" valueReference="4"/>';
  return description
    .replaceAll(' intermediateUpdate="true"', '')
    .replace('</ModelVariables>', `${added}</ModelVariables>`);
}

/** Leaves only u and y, so that each has a call that works in its column. */
const alone = (description: string): string => description.replaceAll(' intermediateUpdate="true"', '');

async function opened(
  fmi: 2 | 3,
  statement: string,
  trusted = true,
  edit = more,
  hooks: string[] = [],
): Promise<FmuInstance> {
  const file = join(folder, `u${fmi}.fmu`);
  const z = fmi === 2 ? 'c->real[4]=c->real[3]*t' : 'c->Float64[4]=c->Float64[3]*t';
  writeFileSync(file, await makeUnit(fmi, { defines: [`AT_STEP(t)=${z};${statement}`, ...hooks], edit }));
  const unit = await (await openFmu(file, { trusted })).instantiate();
  if (edit === more) unit.set('w', 7);
  unit.initialize();
  return unit;
}

interface Outputs {
  y: number[];
  end: string;
  crossings: number;
  /** Values of all variables at the end. */
  finalValues: number[];
}

/** Returns y after each step, and the end of the run, with single steps or rows of this length. */
function outputs(unit: FmuInstance, stride: number): Outputs {
  const y: number[] = [];
  const slots = unit.description.variables.flatMap(({ name }) => (name === 'fault' ? [] : [unit.slot(name)]));
  let finalValues: number[] = [];
  let crossings = 0;
  let end = 'done';
  try {
    const { step } = unit;
    unit.step = (t, h) => {
      crossings++;
      step.call(unit, t, h);
    };
    if (stride === 0) {
      const [u, out] = [unit.slot('u'), unit.slot('y')];
      for (let i = 0; i < count; i++) {
        u.view[u.at] = Math.sin(i);
        unit.step(i * H, (i + 1) * H - i * H);
        y.push(Number(out.view[out.at]));
      }
    } else {
      const rows = unit.rows(['u'], ['y'], stride);
      for (let from = 0; from < count; from += stride) {
        const rowCount = Math.min(stride, count - from);
        for (let i = 0; i < rowCount; i++) rows.inputs[0][i] = Math.sin(from + i);
        rows.step(from * H, H, rowCount);
        y.push(...rows.outputs[0].subarray(0, rowCount));
      }
    }
  } catch (error) {
    end = messageOf(error);
  } finally {
    finalValues = slots.map(({ view, at }) => Number(view[at]));
    unit.close();
  }
  return { y, end, crossings, finalValues };
}

/** Compares rows with single steps of this number. An incomplete row is not reported. */
function expectEqual(rows: Outputs, one: Outputs, length: number, stride: number): void {
  expect(rows.y).toEqual(one.y.slice(0, length === count ? count : length - (length % stride)));
  expect(rows.end).toBe(one.end);
  expect(rows.finalValues).toEqual(one.finalValues);
}

describe.skipIf(noCompiler !== undefined)('rows of steps of an FMU', () => {
  beforeEach(() => {
    vi.stubEnv('FMUKIT_FAST_PATH', 'on');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const late = 100 / 64;
  it.each([
    ['works correctly', 2, '(void)0', count],
    ['works correctly', 3, '(void)0', count],
    ['discards large steps', 2, `if(t>=${late}&&h>0.01)return 2`, count],
    ['has events', 3, `if(t>=${late}){*event=true;*terminate=*early=false;*last=t+h;return 0;}`, count],
    ['returns error', 2, `if(t>=${late})return 3`, 100],
    ['requests the end', 3, `if(t>=${late}){*terminate=true;*event=*early=false;*last=t+h;return 0;}`, 100],
  ] as const)(
    'an FMU that %s (FMI %i) gives the results and the end of set, step and get',
    async (_, fmi, statement, length) => {
      const one = outputs(await opened(fmi, statement), 0);
      expect(one.y.length).toBe(length);
      expect(one.finalValues.length).toBe(fmi === 2 ? 4 : 5);
      for (const stride of [1, 50, 64])
        expectEqual(outputs(await opened(fmi, statement), stride), one, length, stride);
    },
  );

  it.each([
    ['works correctly', 2, '(void)0', '', count],
    ['works correctly', 3, '(void)0', '', count],
    ['discards large steps', 2, `if(t>=${late}&&h>0.01)return 2`, '', count],
    ['returns error', 2, `if(t>=${late})return 3`, '', 100],
    [
      'requests the end',
      3,
      `if(t>=${late}){*terminate=true;*event=*early=false;*last=t+h;return 0;}`,
      '',
      100,
    ],
    ['warns in a get', 2, '(void)0', `AT_GET=if(c->time>=${late})return 1`, count],
    ['returns error in a get', 2, '(void)0', `AT_GET=if(c->time>${late})return 3`, 100],
    ['returns error in a set', 2, '(void)0', `AT_SET=if(c->time>=${late})return 3`, 100],
  ] as const)(
    'an FMU that %s (FMI %i) gives equal results if each call works in a column',
    async (_, fmi, statement, hook, length) => {
      const openUnit = (): Promise<FmuInstance> =>
        opened(fmi, statement, true, alone, hook === '' ? [] : [hook]);
      const one = outputs(await openUnit(), 0);
      expect(one.y.length).toBe(length);
      for (const stride of [1, 50, 64]) expectEqual(outputs(await openUnit(), stride), one, length, stride);
    },
  );

  it('rows run in one crossing after the first step, also for FMUs that accept slopes', async () => {
    const { crossings } = outputs(await opened(2, '(void)0'), 50);
    expect(crossings).toBe(count / 50);
  });

  it('rows give equal results if the FMU may read inputs inside a step', async () => {
    const asking = (stride: number) =>
      opened(3, '(void)0', true, (d) => d).then((unit) => outputs(unit, stride));
    const [one, rows] = [await asking(0), await asking(64)];
    expect(rows).toEqual({ ...one, crossings: rows.crossings });
    expect(rows.crossings).toBeLessThan(count);
  });

  it('rows accept one variable twice, and variables that are not inputs of a step', async () => {
    const run = async (stride: number) => {
      const unit = await opened(2, '(void)0');
      const [y, w] = [[], []] as number[][];
      const rows = unit.rows(['u', 'w', 'u'], ['y', 'y', 'w'], stride);
      for (let from = 0; from < count; from += stride) {
        for (let i = 0; i < stride; i++)
          rows.inputs.forEach((column, k) => {
            column[i] = Math.sin((from + i) * (k + 1));
          });
        rows.step(from * H, H, stride);
        expect(rows.outputs[1]).toEqual(rows.outputs[0]);
        y.push(...rows.outputs[0]);
        w.push(...rows.outputs[2]);
      }
      const z = unit.get('z');
      unit.close();
      return { y, w, z };
    };
    const one = await run(1);
    expect(one.w[5]).toBe(Math.sin(10));
    expect(await run(50)).toEqual(one);
  });

  it('an isolated FMU makes rows step by step', async () => {
    const isolated = outputs(await opened(2, '(void)0', false), 50);
    expect(isolated.crossings).toBe(count);
    expect(isolated.y).toEqual(outputs(await opened(2, '(void)0'), 50).y);
  });

  it('rows fail beyond the columns, and for values that are not real numbers', async () => {
    const unit = await opened(2, '(void)0');
    expect(() => unit.rows(['u'], ['fault'], 5)).toThrow(
      /rows .*\.fault: expected a Float64 variable, got an Int32/,
    );
    expect(() => unit.rows(['u'], [], 5).step(0, H, 6)).toThrow(/6 rows requested, but the columns have 5/);
    unit.close();
  });
});
