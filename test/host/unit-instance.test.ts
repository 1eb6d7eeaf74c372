import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import type { InstantiateOptions } from '../../fmu-sdk/host/fmu.ts';
import { FmuInstance } from '../../fmu-sdk/host/instance/fmu-instance.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { makeRestless } from '../fixtures/c/restless.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('life');

interface Kind {
  what: string;
  open(): Promise<FmuInstance>;
  input: string;
  output: string;
  fixed?: string;
}

const sealed: Kind = {
  what: 'a sealed unit',
  open: async () => (await openFmu(join(root, 'dist/hydraulic-actuator.fmu'))).instantiate({ name: 'unit' }),
  ...{ input: 's_dot', output: 'F_s', fixed: 'h' },
};
const native: Kind = {
  what: 'a native unit',
  open: async () => {
    const file = join(folder, 'restless.fmu');
    writeFileSync(file, await makeRestless(['STATE']));
    return (await openFmu(file, { kind: 'coSimulation' })).instantiate({ name: 'unit' });
  },
  ...{ input: 'u', output: 'a' },
};

describe.each(noCompiler === undefined ? [sealed, native] : [sealed])('access by name to $what', (kind) => {
  const { input, output, fixed } = kind;
  const refused = (action: () => unknown, message: string): void => {
    expect(action).toThrow(UserError);
    expect(action).toThrow(message);
  };

  it('access by name describes any invalid value', async () => {
    const unit = await kind.open();
    const odd = [Symbol('x'), Object.create(null)] as never[];
    for (const [i, value] of odd.entries()) {
      const text = ['Symbol(x)', 'an object'][i];
      refused(() => unit.initialize(value), `initialize unit: t = ${text} s is not a valid time.`);
      refused(() => unit.get(value), `get unit.${text}: unknown variable.`);
      refused(() => unit.slot(input, value), `got ${text}.`);
      refused(
        () => unit.rows([input], [output], value),
        `expected a whole number of rows, 0 or more, got ${text}.`,
      );
    }
    unit.initialize();
    for (const [i, value] of odd.entries())
      refused(() => unit.step(value, 0.1), `from t = ${['Symbol(x)', 'an object'][i]} s by H = 0.1 s`);
    unit.close();
  });

  it('access by name creates rows of named scalar variables if memory suffices', async () => {
    const unit = await kind.open();
    refused(
      () => unit.rows(undefined as never, [output], 3),
      'inputs: expected a list of strings, got undefined.',
    );
    refused(() => unit.rows(input as never, [output], 3), 'rows unit: inputs: ');
    refused(() => unit.rows([input], [5] as never, 3), 'outputs: expected a list of strings, got an Array.');
    refused(() => unit.rows([input], [output], 2 ** 40), `not enough memory for columns of ${2 ** 40} rows.`);
    unit.close();
  });

  it('an instance rejects a snapshot that was released', async () => {
    const unit = await kind.open();
    unit.initialize();
    const snapshot = unit.snapshot();
    snapshot.release();
    snapshot.release();
    refused(
      () => snapshot.restore(),
      'restore a snapshot of unit: the snapshot was released. Take another with snapshot().',
    );
    refused(
      () => snapshot.take(),
      'take a snapshot of unit: the snapshot was released. Take another with snapshot().',
    );
    unit.step(0, 0.01);
    unit.close();
  });

  it('an instance rejects invalid states without changing', async () => {
    const unit = await kind.open();
    unit.initialize();
    unit.step(0, 0.01);
    const length = kind === sealed ? unit.getState().length : 8;
    const before = unit.get(output);
    for (const [what, other] of [
      ['undefined', undefined],
      ['a string', 'x'.repeat(length)],
      ['an Array', new Array(length).fill(1)],
      ['an Object', { length }],
      ['a Float64Array', new Float64Array(length).fill(0.5)],
    ])
      refused(
        () => unit.setState(other as Uint8Array),
        `set the state of unit: expected the Uint8Array from getState(), got ${what}. Give that.`,
      );
    expect(unit.get(output)).toBe(before);
    unit.close();
  });

  it('an instance rejects calls before its initialization or after its end without changing', async () => {
    const unit = await kind.open();
    refused(() => unit.step(0, 0.01), 'step unit: the instance is not initialized. Call initialize(t)');
    refused(() => unit.rows([input], [output], 2).step(0, 0.01, 2), 'the instance is not initialized');
    refused(() => unit.snapshot(), 'take a snapshot of unit: the instance is not initialized');
    refused(() => unit.getState(), 'get the state of unit: the instance is not initialized');
    unit.initialize();
    refused(
      () => unit.initialize(),
      'initialize unit: the instance is already initialized. Call reset() first.',
    );
    unit.step(0, 0.01);
    const first = unit.get(output);
    unit.reset();
    refused(() => unit.step(0, 0.01), 'the instance is not initialized');
    unit.initialize();
    unit.step(0, 0.01);
    // The native one does not reset anything.
    if (kind === sealed) expect(unit.get(output)).toBe(first);
    const snapshot = unit.snapshot();
    const then = unit.get(output);
    unit.reset();
    refused(() => snapshot.take(), 'take a snapshot of unit: the instance is not initialized');
    snapshot.restore();
    expect(unit.get(output)).toBe(then);
    unit.step(0.01, 0.01);
    unit.close();
    unit.close();
    refused(() => snapshot.take(), 'take a snapshot of unit: the instance is closed');
    refused(() => snapshot.restore(), 'restore a snapshot of unit: the instance is closed');
    snapshot.release();
    const calls: (() => unknown)[] = [
      () => unit.step(0.01, 0.01),
      () => unit.get(output),
      () => unit.set(input, 1),
      () => unit.slot(input),
      () => unit.initialize(),
      () => unit.reset(),
      () => unit.snapshot(),
      () => unit.getState(),
      () => unit.setState(new Uint8Array(8)),
    ];
    for (const call of calls) refused(call, 'unit: the instance is closed. Instantiate the FMU again.');
  });

  it('an instance rejects invalid steps, and describes valid ones', async () => {
    using unit = await kind.open();
    for (const t of [Number.NaN, Infinity])
      refused(
        () => unit.initialize(t),
        `initialize unit: t = ${t} s is not a valid time. Give the start time`,
      );
    unit.initialize();
    const begin = unit.get(output);
    for (const capacity of [-1, 2.5, Number.NaN])
      refused(
        () => unit.rows([input], [], capacity),
        `rows unit: expected a whole number of rows, 0 or more, got ${capacity}.`,
      );
    refused(
      () => unit.rows([output], [], 2),
      `rows unit.${output}: its causality is output, and only inputs and tunable parameters can be set between steps.`,
    );
    refused(() => unit.rows(['none'], [], 2), 'rows unit.none: unknown variable.');
    for (const [t, H] of [
      [0, 0],
      [0, -0.01],
      [0, Number.NaN],
      [0, Infinity],
      [Number.NaN, 0.01],
      [Infinity, 0.01],
    ])
      refused(
        () => unit.step(t, H),
        `step unit: invalid step from t = ${t} s by H = ${H} s. Give a time, and a number of seconds above 0.`,
      );
    expect(unit.get(output)).toBe(begin);
    unit.step(0, 0.01);
  });

  it('an instance accepts values at the times that the standard permits, and names invalid ones', async () => {
    using unit = await kind.open();
    const computed = `set unit.${output}: its causality is output, and `;
    refused(() => unit.set(output, 1), `${computed}only variables with a start value can be set before`);
    unit.set(input, 0);
    unit.initialize();
    unit.set(input, 0);
    refused(
      () => unit.set(output, 1),
      `${computed}only inputs and tunable parameters can be set between steps`,
    );
    if (fixed === undefined) return;
    const parameter = `set unit.${fixed}: it is a fixed parameter, and only inputs and tunable parameters`;
    refused(() => unit.set(fixed, 1e-4), parameter);
    unit.reset();
    unit.set(fixed, 1e-4).initialize();
  });
});

it('an FMU that failed in a step continues only from a complete state', async () => {
  const { file } = await buildUnit(join(root, 'test/fixtures/faulty'), folder);
  using unit = await (await openFmu(file)).instantiate({ name: 'unit' });
  const start = (): void => {
    unit.set('fault', 'fail').initialize();
    unit.step(0, 0.004);
  };
  const stop = (): void =>
    expect(() => unit.step(0.008, 0.004)).toThrow(
      'step unit: the FMU stopped at t = 0.008 s: the valve is stuck',
    );
  const goesOn = (): void => {
    unit.step(0.004, 0.004);
    expect(unit.get('y')).toBeCloseTo(0.008, 12);
  };
  start();
  const [snapshot, state] = [unit.snapshot(), unit.getState()];
  goesOn();
  stop();
  const stopped = 'the instance failed during a step. Go back with reset(), a snapshot or setState().';
  expect(() => unit.step(0.008, 0.004)).toThrow(`step unit: ${stopped}`);
  expect(() => unit.rows([], ['y'], 1).step(0.008, 0.004, 1)).toThrow(`step unit: ${stopped}`);
  expect(() => unit.getState()).toThrow(`get the state of unit: ${stopped}`);
  expect(() => snapshot.take()).toThrow(`take a snapshot of unit: ${stopped}`);
  expect(() => unit.initialize()).toThrow('Call reset() first.');
  const restart = (): void => {
    unit.reset();
    start();
  };
  for (const back of [() => snapshot.restore(), () => unit.setState(state), restart]) {
    back();
    goesOn();
    stop();
  }
});

it('steps start at the FMU’s time, and end before its stop time', async () => {
  const fmu = await openFmu(join(root, 'dist/joystick.fmu'));
  using unit = await fmu.instantiate({ name: 'unit', stopTime: 2 });
  expect(() => unit.initialize(3)).toThrow('initialize unit: t = 3 s is after the stop time, 2 s.');
  unit.initialize(1);
  const elsewhere = (t: number, H: number, stands: number): void =>
    expect(() => unit.step(t, H)).toThrow(
      `step unit: from t = ${t} s by H = ${H} s, but the instance is at ${stands} s.`,
    );
  elsewhere(0, 0.1, 1);
  unit.step(1, 0.1);
  elsewhere(1, 0.1, 1.1);
  elsewhere(1.2, 0.1, 1.1);
  const [snapshot, state] = [unit.snapshot(), unit.getState()];
  // Times with different rounding are equal.
  unit.step(11 * 0.1, 0.1);
  const rows = unit.rows([], [], 5);
  rows.step(1.2, 0.1, 5);
  elsewhere(1.2, 0.1, 1.7);
  expect(() => rows.step(1.7, 0.1, 4)).toThrow(
    'from t = 1.7 s by 4 times H = 0.1 s exceeds the stop time, 2 s.',
  );
  expect(() => unit.step(1.7, 0.4)).toThrow('from t = 1.7 s by H = 0.4 s exceeds the stop time, 2 s.');
  for (const back of [() => snapshot.restore(), () => unit.setState(state)]) {
    back();
    elsewhere(1.7, 0.1, 1.1);
    unit.step(1.1, 0.1);
  }
  for (const H of ['0.1', [0.1], true, 1n] as never[])
    for (const step of [() => unit.step(1.2, H), () => rows.step(1.2, H, 1), () => rows.step(H, 0.1, 1)])
      expect(step).toThrow(/invalid step .*\. Give a time/);
});

it('a state is accepted only by an instance of the same model, and only if it is complete', async () => {
  const open = async (name: string) => {
    const unit = await (await openFmu(join(root, `dist/${name}.fmu`))).instantiate({ name: 'unit' });
    unit.initialize();
    return unit;
  };
  const [one, like, other] = [
    await open('crane-single'),
    await open('crane-single'),
    await open('crane-monolithic-single'),
  ];
  one.step(0, 0.001);
  const state = one.getState();
  like.setState(state);
  one.step(0.001, 0.001);
  like.step(0.001, 0.001);
  expect(like.getState()).toEqual(one.getState());
  const odd = state.slice();
  odd.fill(255, -4);
  const grown = new Uint8Array(other.getState().length);
  grown.set(state.subarray(-12), grown.length - 12);
  for (const [unit, bytes] of [
    [other, grown],
    [like, odd],
    [like, state.slice(1)],
    [like, state.slice(0, -1)],
    [like, new Uint8Array(3)],
  ] as const)
    expect(() => unit.setState(bytes)).toThrow(/^set (the )?state of unit: /);
  for (const unit of [one, like, other]) unit.close();
});

it('instances accept only valid times, and texts only by name', async () => {
  const refused = (options: InstantiateOptions): Promise<unknown> =>
    expect(
      openFmu(join(root, 'dist/hydraulic-actuator.fmu')).then((fmu) => fmu.instantiate(options)),
    ).rejects.toThrow(
      /^instantiate hydraulic-actuator: (callSeconds|stopTime) = (NaN|-1|Infinity) s is not a valid time\. Give a/,
    );
  for (const callSeconds of [-1, Number.NaN]) await refused({ callSeconds });
  for (const stopTime of [Infinity, Number.NaN]) await refused({ stopTime });
  const text = { name: 'text', type: 'String', dimensions: [], valueReference: 1 };
  const unit = new FmuInstance({ name: 'unit', description: { variables: [text] } } as unknown as Instance);
  expect(() => unit.slot('text')).toThrow(
    'slot unit.text: expected a numeric variable, got String. Use get and set.',
  );
});

it('an unknown interface type is rejected with a list of the available ones', async () => {
  for (const kind of ['cs', 'toString', ''])
    await expect(
      openFmu(join(root, 'dist/hydraulic-actuator.fmu'), { kind: kind as 'coSimulation' }),
    ).rejects.toThrow(
      `hydraulic-actuator.fmu: unknown interface kind = "${kind}". Use coSimulation, modelExchange, scheduledExecution, or omit it.`,
    );
});

it('a suggested step does not exceed the possible number of internal steps', async () => {
  using unit = await sealed.open();
  unit.initialize();
  expect(() => unit.step(0, 1e300)).toThrow(
    /internal step h = .* s that can be counted\. Choose a smaller H\.$/,
  );
});

it('variables first read after a state was saved are known when it is restored, in every form', async () => {
  const fmu = { sealed: {}, byCalls: { byCalls: true } };
  const values = [];
  for (const options of Object.values(fmu)) {
    const unit = await (await openFmu(join(root, 'dist/joystick.fmu'), options)).instantiate({
      name: 'unit',
    });
    unit.initialize();
    for (let n = 0; n < 1500; n++) unit.step(n * 0.001, 0.001);
    const state = unit.getState();
    const before = unit.get('U_ref');
    unit.setState(state);
    values.push([before, unit.get('U_ref')]);
    unit.close();
  }
  expect(values[0][0]).toBeGreaterThan(0);
  expect(values).toEqual([values[0], values[0]]);
  expect(values[0][1]).toBe(values[0][0]);
});

it.each([{}, { byCalls: true }])(
  'a state contains values set since the last step, also for a new instance: %o',
  async (options) => {
    const fmu = await openFmu(join(root, 'dist/sampled-controller.fmu'), options);
    const open = async () => {
      const unit = await fmu.instantiate({ name: 'unit' });
      unit.initialize();
      return unit;
    };
    const steps = (unit: FmuInstance, from: number, to: number): void => {
      for (let n = from; n < to; n++) unit.step(n * 0.01, 0.01);
    };
    const goneOn = (unit: FmuInstance) => {
      const gain = unit.get('K_p');
      steps(unit, 5, 9);
      return [gain, unit.get('K_p'), unit.get('u'), unit.get('I')];
    };
    const [unit, fresh, reference] = [await open(), await open(), await open()];
    steps(unit, 0, 5);
    unit.set('K_p', 7);
    const state = unit.getState();
    const wanted = goneOn(unit);
    expect(wanted.slice(0, 2)).toEqual([7, 7]);
    for (const other of [unit, fresh]) {
      other.setState(state);
      expect(goneOn(other)).toEqual(wanted);
    }
    steps(reference, 0, 5);
    expect(goneOn(reference)[2]).not.toBe(wanted[2]);
    for (const fmuInstance of [unit, fresh, reference]) fmuInstance.close();
  },
);

it.each([{}, { byCalls: true }])(
  'a state contains texts set since the last step, and drops later ones: %o',
  async (options) => {
    const home = join(folder, `saying-${Object.keys(options).length}`);
    mkdirSync(home);
    const text = { type: 'String', maxSize: 9, start: 'start' };
    const variables = [
      { ...text, name: 's', causality: 'input' },
      { ...text, name: 'said', causality: 'output' },
      { name: 'n', type: 'Int32', causality: 'output' },
    ];
    writeFileSync(
      join(home, 'unit.json'),
      JSON.stringify({ name: 'saying', version: '1', description: 'd', variables }),
    );
    writeFileSync(
      join(home, 'unit.ts'),
      `import { SayingVariables } from './variables.js';
     export class Saying extends SayingVariables {
       override doStep(t: f64, h: f64): void {
         this.n++;
         this.said.length = this.s.length;
         for (let i: i32 = 0; i < this.s.length; i++) this.said.data[i] = this.s.data[i];
       }
     }`,
    );
    const { file } = await buildUnit(home, home);
    const fmu = await openFmu(file, options);
    const open = async () => {
      const unit = await fmu.instantiate({ name: 'unit' });
      unit.initialize();
      return unit;
    };
    const [one, other] = [await open(), await open()];
    one.set('s', 'A');
    const state = one.getState();
    one.set('s', 'B');
    other.set('s', 'C');
    for (const unit of [one, other]) {
      unit.setState(state);
      expect(unit.get('s')).toBe('A');
      unit.step(0, 0.1);
      expect([unit.get('said'), unit.get('n')]).toEqual(['A', 1]);
      unit.close();
    }
  },
);

it.skipIf(noCompiler !== undefined)('a parameter without "initial" is set before the start', async () => {
  const unit = await native.open();
  unit.set('k', 9).initialize();
  expect(unit.get('k')).toBe(9);
  unit.close();
});
