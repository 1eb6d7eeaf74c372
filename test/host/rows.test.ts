import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { UnitInstance } from '../../fmu-sdk/host/fmu-instance.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { messageOf } from '../../fmu-sdk/util/user-error.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmukit-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const H = 1 / 64;
const count = 200;

/** With an input w and a variable z = w t beside u and y; nobody asks for intermediate values. */
function more(description: string): string {
  const added = description.includes('ScalarVariable')
    ? '<ScalarVariable name="w" valueReference="3" causality="input"><Real start="0"/></ScalarVariable>' +
      '<ScalarVariable name="z" valueReference="4"><Real/></ScalarVariable>'
    : '<Float64 name="w" valueReference="3" causality="input" start="0"/><Float64 name="z" valueReference="4"/>';
  return description
    .replaceAll(' intermediateUpdate="true"', '')
    .replace('</ModelVariables>', `${added}</ModelVariables>`);
}

/** With u and y alone: each has a call of its own, which works in its column. */
const alone = (description: string): string => description.replaceAll(' intermediateUpdate="true"', '');

async function opened(
  fmi: 2 | 3,
  statement: string,
  trusted = true,
  edit = more,
  hooks: string[] = [],
): Promise<UnitInstance> {
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
  /** All of the unit's variables at the end. */
  left: number[];
}

/** y after each step, and how it ended; one by one, or as rows of so many. */
function outputs(unit: UnitInstance, stride: number): Outputs {
  const y: number[] = [];
  const slots = unit.description.variables.flatMap(({ name }) => (name === 'fault' ? [] : [unit.slot(name)]));
  let left: number[] = [];
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
        const some = Math.min(stride, count - from);
        for (let i = 0; i < some; i++) rows.inputs[0][i] = Math.sin(from + i);
        rows.step(from * H, H, some);
        y.push(...rows.outputs[0].subarray(0, some));
      }
    }
  } catch (error) {
    end = messageOf(error);
  } finally {
    left = slots.map(({ view, at }) => Number(view[at]));
    unit.close();
  }
  return { y, end, crossings, left };
}

/** Rows whose steps end as those one by one, of which there are so many; a row that is not whole is not told. */
function expectEqual(rows: Outputs, one: Outputs, length: number, stride: number): void {
  expect(rows.y).toEqual(one.y.slice(0, length === count ? count : length - (length % stride)));
  expect(rows.end).toBe(one.end);
  expect(rows.left).toEqual(one.left);
}

describe.skipIf(noCompiler !== undefined)('rows of steps of a unit', () => {
  const late = 100 / 64;
  it.each([
    ['is sound', 2, '(void)0', count],
    ['is sound', 3, '(void)0', count],
    ['discards large steps', 2, `if(t>=${late}&&h>0.01)return 2`, count],
    ['has events', 3, `if(t>=${late}){*event=true;*terminate=*early=false;*last=t+h;return 0;}`, count],
    ['answers error', 2, `if(t>=${late})return 3`, 100],
    ['wants the end', 3, `if(t>=${late}){*terminate=true;*event=*early=false;*last=t+h;return 0;}`, 100],
  ] as const)(
    'that %s (FMI %i) leave what setting, stepping and getting leave, and end alike',
    async (_, fmi, statement, length) => {
      const one = outputs(await opened(fmi, statement), 0);
      expect(one.y.length).toBe(length);
      expect(one.left.length).toBe(fmi === 2 ? 4 : 5);
      for (const stride of [1, 50, 64])
        expectEqual(outputs(await opened(fmi, statement), stride), one, length, stride);
    },
  );

  it.each([
    ['is sound', 2, '(void)0', '', count],
    ['is sound', 3, '(void)0', '', count],
    ['discards large steps', 2, `if(t>=${late}&&h>0.01)return 2`, '', count],
    ['answers error', 2, `if(t>=${late})return 3`, '', 100],
    ['wants the end', 3, `if(t>=${late}){*terminate=true;*event=*early=false;*last=t+h;return 0;}`, '', 100],
    ['warns when it is asked', 2, '(void)0', `AT_GET=if(c->time>=${late})return 1`, count],
    ['answers error when it is asked', 2, '(void)0', `AT_GET=if(c->time>${late})return 3`, 100],
    ['answers error when it is told', 2, '(void)0', `AT_SET=if(c->time>=${late})return 3`, 100],
  ] as const)(
    'that %s (FMI %i) leave the same where each call works in a column',
    async (_, fmi, statement, hook, length) => {
      const made = (): Promise<UnitInstance> =>
        opened(fmi, statement, true, alone, hook === '' ? [] : [hook]);
      const one = outputs(await made(), 0);
      expect(one.y.length).toBe(length);
      for (const stride of [1, 50, 64]) expectEqual(outputs(await made(), stride), one, length, stride);
    },
  );

  it('are made in one crossing behind the first of them, also by units that can be told slopes', async () => {
    const { crossings } = outputs(await opened(2, '(void)0'), 50);
    expect(crossings).toBe(count / 50);
  });

  it('are the same where the unit may ask for its inputs inside a step', async () => {
    const asking = (stride: number) =>
      opened(3, '(void)0', true, (d) => d).then((unit) => outputs(unit, stride));
    const [one, rows] = [await asking(0), await asking(64)];
    expect(rows).toEqual({ ...one, crossings: rows.crossings });
    expect(rows.crossings).toBeLessThan(count);
  });

  it('take one variable twice, and one that is no input of a step', async () => {
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

  it('are made one by one by a unit in a process of its own', async () => {
    const isolated = outputs(await opened(2, '(void)0', false), 50);
    expect(isolated.crossings).toBe(count);
    expect(isolated.y).toEqual(outputs(await opened(2, '(void)0'), 50).y);
  });

  it('are refused beyond the columns, and for what is no real number', async () => {
    const unit = await opened(2, '(void)0');
    expect(() => unit.rows(['u'], ['fault'], 5)).toThrow(
      /rows .*\.fault: it is an Int32\. Name Float64 variables/,
    );
    expect(() => unit.rows(['u'], [], 5).step(0, H, 6)).toThrow(/6 rows, where its columns have 5/);
    unit.close();
  });
});
