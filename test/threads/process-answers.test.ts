import { describe, expect, it } from 'vitest';
import {
  control,
  ended,
  type LoopPlan,
  type RunnableLoop,
} from '../../fmu-sdk/host/fast-path/multi-step-loop.ts';
import type { Addon } from '../../fmu-sdk/host/native/addon.ts';
import { ProcessLoops, type ProcessMember } from '../../fmu-sdk/host/native/loop/process-loop.ts';

const wordsOfArray = 5;
const offsetWord = 2;

/** A process that answers with what a test writes into its memory. */
class ForgingProcess {
  private readonly segment = new ArrayBuffer(65536);
  private readonly desk = new ArrayBuffer(64);
  private readonly block = new ArrayBuffer(4096);
  private readonly arrays: (Uint32Array | Float64Array)[] = [];
  status = 0;
  forge: (control: Float64Array, memory: Float64Array) => void = () => {};

  /** Returns a loop of two units, of which the first sets an input of the second. */
  loop(values: { source: Float64Array; target: Float64Array; own: Float64Array }): RunnableLoop {
    const parts = { seat: { unit: this, batch: 0 }, step: 0, sets: [], reads: [], watched: [], times: [] };
    const polynomials = { slots: new Float64Array(0), memory: new Float64Array(0), at: new Int32Array(0) };
    const slopes = { coefficients: new Float64Array(0) };
    const plan: LoopPlan = {
      step: 1,
      control: values.own,
      cells: new Int32Array(4),
      unitCell: 1,
      stepsCell: 0,
      transfers: [{ source: values.source, from: 0, target: values.target, to: 0 }],
      history: new Float64Array(2),
      bonds: [],
      records: new Float64Array(0),
      units: [parts, parts].map((part) => ({ ...part, polynomials, slopes })),
      until: new Float64Array(2),
    };
    const made = new ProcessLoops(this.addon(), [this.member()]).make(plan);
    if (made === undefined) throw new Error('the loop cannot be made');
    return made;
  }

  private addon(): Addon {
    const { desk } = this;
    const answered = new Int32Array(desk);
    const addon = {
      desk,
      places: { loopUnit: 0, loopStep: 8 },
      operations: { runLoop: 1 },
      bind: () => 0,
      make: () => {
        const table = this.arrays[2];
        const at = table[wordsOfArray * this.arrays[0][0] + offsetWord];
        const memory = new Float64Array(this.segment);
        this.forge(memory.subarray(at / 8, at / 8 + control.size), memory);
        answered[1] = this.status;
      },
    };
    return addon as unknown as Addon;
  }

  private member(): ProcessMember {
    const { arrays, block, segment } = this;
    const operands = {
      word: () => operands,
      array: (values: Uint32Array | Float64Array) => {
        arrays.push(values);
        return operands;
      },
    };
    const line = {
      block,
      operands,
      begin: () => operands,
      transact: () => 0,
      result: () => ({ word: () => 0 }),
      rejectAnswer: (_: string, answer: number) => {
        throw new Error(`rejected ${answer}`);
      },
    };
    const memory = { place: () => ({ segment: 0, buffer: segment, offset: 0 }), buffers: [] };
    return { number: 0, unit: this, line, memory } as unknown as ProcessMember;
  }
}

describe('answers of a process of several FMUs', () => {
  const request = (): { own: Float64Array; source: Float64Array; target: Float64Array } => {
    const own = new Float64Array(control.size);
    own[control.n] = 3;
    own[control.count] = 4;
    return { own, source: Float64Array.of(7), target: Float64Array.of(1) };
  };
  /** Runs a loop whose process answers with these numbers. */
  const answer = (numbers: Partial<Record<keyof typeof control, number>>, from = 0): Float64Array => {
    const process = new ForgingProcess();
    const values = request();
    values.own[control.from] = from;
    process.forge = (c) => {
      for (const [name, value] of Object.entries(numbers)) c[control[name as keyof typeof control]] = value;
    };
    process.loop(values).run();
    return values.own;
  };
  const done = { n: 7, count: 0, row: 4, unit: 2, status: 0, end: ended.done };

  it('all steps that were asked for are accepted, and so is an end at a unit', () => {
    expect(answer(done)[control.n]).toBe(7);
    expect(answer({ ...done, n: 5, count: 2, row: 2, unit: 1, end: ended.aside })[control.unit]).toBe(1);
  });

  it.each<[string, Partial<Record<keyof typeof control, number>>, number?]>([
    ['more steps than were asked for', { ...done, n: 8, count: -1, row: 5 }],
    ['steps that do not add up', { ...done, count: 1 }],
    ['a part of a step', { ...done, n: 4.5, count: 2.5, row: 1.5 }],
    ['done without a step', { ...done, n: 3, count: 4, row: 0 }],
    ['an end after the last step', { ...done, unit: 1, end: ended.aside }],
    ['a unit that does not exist', { ...done, n: 5, count: 2, row: 2, end: ended.aside }],
    ['a unit that has made its step', { n: 3, count: 4, row: 0, unit: 0, end: ended.aside }, 1],
    ['an unknown end', { ...done, end: 9 }],
    ['a status that is not a number', { ...done, status: Number.NaN }],
    ['a status between two', { ...done, status: 0.5 }],
  ])('a loop refuses %s', (_, numbers, from) => {
    expect(() => answer(numbers, from)).toThrow('rejected 0');
  });

  it('a process cannot change values that its loop only reads', () => {
    const process = new ForgingProcess();
    const values = request();
    process.forge = (c, memory) => {
      const before = c.slice();
      memory.fill(99);
      c.set(before);
      for (const [name, value] of Object.entries(done)) c[control[name as keyof typeof control]] = value;
    };
    process.loop(values).run();
    expect([...values.target]).toEqual([99]);
    expect([...values.source]).toEqual([7]);
  });

  it('rows of steps in advance are not shown when the process reports a failure', () => {
    const process = new ForgingProcess();
    const loop = process.loop(request());
    process.status = 3;
    process.forge = (c) => {
      for (const [name, value] of Object.entries(done)) c[control[name as keyof typeof control]] = value;
    };
    expect(() => loop.rows?.run()).toThrow('rejected 3');
  });
});
