import { beforeAll, describe, expect, it } from 'vitest';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { sanitized } from '../sanitized.ts';
import { isFullTest, width } from '../width.ts';
import { missing, Native } from './harness.ts';

const why = missing('x86_64-linux');
const versions = [2, 3] as const;
const begun = ['new 0', 'enter 0 0', 'exit 0'];
/** Value references in `test/fixtures/faulty`, equal in both versions. */
const [u, y, fault] = [1, 2, 3];

/** Returns the output of the calls after `begun`. */
function after(unit: Native, version: 2 | 3, lines: string[]): string[] {
  return unit.calls(version, [...begun, ...lines]).slice(begun.length);
}

describe.skipIf(why !== undefined)('a native library', () => {
  let faulty: Native;
  let actuator: Native;
  let sampler: Native;
  beforeAll(async () => {
    faulty = await Native.build('test/fixtures/faulty');
    sampler = await Native.build('test/fixtures/sampler');
    actuator = await (isFullTest ? Native.release : Native.build)('units/hydraulic-actuator');
  });

  it.each([
    [3, 'step 0 0 0.001', 'fmi3DoStep: not allowed in Instantiated, only in Step Mode.'],
    [2, 'step 0 0 0.001', 'fmi2DoStep: not allowed in instantiated, only in slaveInitialized.'],
    [3, 'exit 0', 'fmi3ExitInitializationMode: not allowed in Instantiated, only in Initialization Mode.'],
    [2, 'exit 0', 'fmi2ExitInitializationMode: not allowed in instantiated, only in initializationMode.'],
    [3, 'terminate 0', 'fmi3Terminate: not allowed in Instantiated, only in Step Mode.'],
    [2, 'terminate 0', 'fmi2Terminate: not allowed in instantiated, only in slaveInitialized.'],
    [3, 'call 0 EnterEventMode', 'fmi3EnterEventMode: this unit has no event mode.'],
    [2, 'call 0 EnterEventMode', 'fmi2EnterEventMode: this unit has no model exchange.'],
    [3, 'call 0 EnterConfigurationMode', 'fmi3EnterConfigurationMode: no structural parameter.'],
  ] as const)('rejects over FMI %i.0 the call "%s" after instantiation: %s', (version, line, text) => {
    const answers = faulty.calls(version, ['new 0', line]);
    expect(answers).toContain(`log 3 logStatusError ${text}`);
    expect(answers.at(-1)).toMatch(/ 3$/);
  });

  it.each([
    [3, `get 0 99`, 'fmi3GetFloat64: value reference 99 does not exist; the last one is 4.'],
    [2, `get 0 99`, 'fmi2GetReal: value reference 99 does not exist; the last one is 4.'],
    [3, `get 0 ${fault}`, 'fmi3GetFloat64: value reference 3 is of type Enumeration.'],
    [2, `get 0 ${fault}`, 'fmi2GetReal: value reference 3 is of type Integer.'],
    [3, `set 0 ${y} 1`, 'fmi3SetFloat64: value reference 2 (continuous output) cannot be set in Step Mode.'],
    [
      2,
      `set 0 ${y} 1`,
      'fmi2SetReal: value reference 2 (continuous output) cannot be set in slaveInitialized.',
    ],
    [3, 'set 0 4 1', 'fmi3SetFloat64: value reference 4 (fixed parameter) cannot be set in Step Mode.'],
    [2, 'set 0 4 1', 'fmi2SetReal: value reference 4 (fixed parameter) cannot be set in slaveInitialized.'],
    [3, `set2 0 ${u}`, 'fmi3SetFloat64: got 2 values for 1 elements.'],
    [3, 'enter 0 0', 'fmi3EnterInitializationMode: not allowed in Step Mode, only in Instantiated.'],
    [2, 'enter 0 0', 'fmi2SetupExperiment: not allowed in slaveInitialized, only in instantiated.'],
    [3, 'step 0 1 0.1', 'fmi3DoStep: asked to step from 1 s by 0.1 s; the unit stands at 0 s.'],
    [2, 'step 0 0 -1', 'fmi2DoStep: asked to step from 0 s by -1 s; the unit stands at 0 s.'],
    [3, 'partial 0 2 1', 'fmi3GetDirectionalDerivative: this unit gives no partial derivatives.'],
    [2, 'partial 0 2 1', 'fmi2GetDirectionalDerivative: this unit gives no partial derivatives.'],
    [
      2,
      `derive 0 ${u} 3 1`,
      'fmi2SetRealInputDerivatives: value reference 1, order 3: only orders 1 and 2 of continuous Real inputs.',
    ],
  ] as const)('rejects over FMI %i.0 the call "%s" between steps: %s', (version, line, text) => {
    const answers = after(faulty, version, [line]);
    expect(answers).toContain(`log 3 logStatusError ${text}`);
    expect(answers.at(-1)).toMatch(/ 3$/);
  });

  it.each(
    versions.flatMap((version) =>
      ['Get', 'Set'].flatMap((verb) =>
        ['references', 'values'].map((list) => [version, verb, list] as const),
      ),
    ),
  )('answers over FMI %i.0 a call "%s" whose %s are a null pointer with an error', (version, verb, list) => {
    const line = `nothing 0 ${verb.toLowerCase()} ${list}`;
    const names = list === 'references' ? ['vr', 'valueReferences'] : ['value', 'values'];
    const name = names[version - 2];
    const call = `fmi${version}${verb}${version === 2 ? 'Real' : 'Float64'}`;
    const expected = [`log 3 logStatusError ${call}: expected ${name}, got a null pointer.`, 'nothing 3'];
    expect(after(faulty, version, [line])).toEqual(expected);
    expect(faulty.calls(version, ['new 0', 'enter 0 0', line]).slice(2)).toEqual(expected);
  });

  it.each([
    [3, 'fmi3SetInt64: value reference 3 is an enumeration from 0 to 8; got 9.'],
    [2, 'fmi2SetInteger: value reference 3 goes from 0 to 8; got 9.'],
  ] as const)('rejects over FMI %i.0 an enumeration out of range', (version, text) => {
    const last = Math.max(...(faulty.description.types[0].items ?? []).map((item) => item.value));
    const answers = faulty.calls(version, [
      'new 0',
      `choose 0 ${fault} ${last}`,
      `choose 0 ${fault} ${last + 1}`,
    ]);
    expect(answers.slice(1)).toEqual([
      'choose 0',
      `log 3 logStatusError ${text.replace(/\b8\b/, String(last)).replace(/\b9\b/, String(last + 1))}`,
      'choose 3',
    ]);
  });

  it.each(versions)('rejects over FMI %i.0 another unit’s token, and names the expected one', (version) => {
    const [log, status] = faulty.calls(version, ['token {of-another}', 'new 0']).slice(1);
    expect(log).toContain(`the token is not the one of this unit, ${faulty.token}`);
    expect(status).toBe('new 3');
  });

  it.each(versions)('omits over FMI %i.0 messages of a category that the importer turned off', (version) => {
    const logLines = (...lines: string[]): string[] =>
      after(actuator, version, lines).filter((text) => text.startsWith('log'));
    expect(logLines('step 0 0 0.00015', 'get 0 999')).toHaveLength(2);
    expect(logLines('silence 0', 'step 0 0 0.00015', 'get 0 999')).toEqual([]);
    const [only, ...others] = logLines('silence 0', 'hear 0 logStatusError', 'step 0 0 0.00015', 'get 0 999');
    expect(only).toContain('value reference 999 does not exist');
    expect(others).toEqual([]);
    expect(logLines('hear 0 logNonsense')[0]).toContain('category "logNonsense" is none of this unit.');
  });

  it.each(versions)(
    'ends the run after an error over FMI %i.0, with readable values until a reset',
    (version) => {
      const answers = after(faulty, version, [
        'get 0 99',
        `get 0 ${y}`,
        'step 0 0 1',
        'reset 0',
        'enter 0 0',
        'exit 0',
        'step 0 0 1',
      ]);
      expect(answers.filter((text) => /^[a-z]+ \d$/.test(text) && !text.startsWith('value'))).toEqual([
        'get 3',
        'get 0',
        'step 3',
        'reset 0',
        'enter 0',
        'exit 0',
        'step 0',
      ]);
    },
  );

  it.each([
    [3, 1, 'the valve is stuck'],
    [2, 1, 'the valve is stuck'],
    [3, 2, 'an index out of bounds'],
    [3, 6, 'integer division by zero'],
  ] as const)(
    'reports over FMI %i.0 trap %i as fatal with the reason, and survives',
    (version, kind, reason) => {
      const setup = [
        'new 0',
        `choose 0 ${fault} ${kind}`,
        'new 1',
        'enter 1 0',
        'exit 1',
        'enter 0 0',
        'exit 0',
      ];
      const answers = faulty.calls(version, [
        ...setup,
        'step 0 0 1',
        'step 0 1 1',
        'step 0 2 1',
        'step 1 0 1',
        'reset 0',
        'enter 0 0',
        'exit 0',
        'step 0 0 1',
      ]);
      expect(answers.filter((text) => /^(step|reset) /.test(text))).toEqual([
        'step 0',
        'step 4',
        'step 4',
        'step 0',
        'reset 0',
        'step 0',
      ]);
      const logs = answers.filter((text) => text.startsWith('log'));
      expect(logs[0]).toMatch(
        new RegExp(`^log 4 logStatusFatal fmi${version}DoStep: the unit gave up: .*${reason}`),
      );
      expect(logs[1]).toContain('the unit trapped in an earlier call. Reset it or free it.');
    },
  );

  it.each(versions)(
    'discards over FMI %i.0 a step unless it is a whole multiple of the internal step, and stays unchanged',
    (version) => {
      const answers = after(actuator, version, ['get 0 0', 'step 0 0 0.00015', 'get 0 0', 'step 0 0 0.001']);
      expect(answers.join('\n')).toMatch(
        /value 0\nget 0\nlog 2 logStatusDiscard fmi\dDoStep: the communication step 0.00015 s is no whole multiple of the internal step 0.0001 s.\n(?:last.*\n)?step 2\nvalue 0\nget 0\n(?:last.*\n)?step 0/,
      );
    },
  );

  it.each(versions)(
    'continues over FMI %i.0 from a stored state and its serialized form with equal bits',
    (version) => {
      const input = actuator.reference(version, 's_dot');
      const output = actuator.reference(version, 'F_s');
      const go = ['step 0 0.001 0.001', 'step 0 0.002 0.001', `get 0 ${output}`];
      const answers = after(actuator, version, [
        `set 0 ${input} 0.1`,
        'step 0 0 0.001',
        'save 0 0',
        ...go,
        'restore 0 0',
        ...go,
        'through 0 0',
        'restore 0 0',
        ...go,
        'new 1',
        'restore 1 0',
        ...go.map((line) => line.replace(' 0 ', ' 1 ')),
        'save 1 0',
        'forget 0 0',
      ]);
      const values = answers.filter((text) => text.startsWith('value'));
      expect(values).toHaveLength(4);
      expect(new Set(values).size).toBe(1);
      expect(answers.filter((text) => text.startsWith('log'))).toEqual([]);
    },
  );

  it.each(versions)('rejects over FMI %i.0 a state with changed bytes', (version) => {
    const answers = after(faulty, version, ['save 0 0', 'spoilt 0 0']);
    expect(answers[1]).toContain('the state is of another unit or another build.');
    expect(answers[2]).toBe('spoilt 3');
  });

  it('moves inputs along the derivatives of FMI 2.0: the left sum of t and of t²/2', () => {
    // h = 1/8: the sum of h u(t) over [0, 1) is 0.4375 with u = t, and 0.13671875 with u = t²/2
    // (sums of k and k²).
    const first = sampler.reference(2, 'u');
    const sum = sampler.reference(2, 'sum');
    for (const [order, expected] of [
      [1, 0.4375],
      [2, 0.13671875],
    ]) {
      const answers = after(sampler, 2, [`derive 0 ${first} ${order} 1`, 'step 0 0 1', `get 0 ${sum}`]);
      expect(answers).toContain(`value ${expected}`);
    }
  });

  it('reports every internal step except the last, and returns early if the importer asks', () => {
    const answers = sampler.calls(3, [
      'reporting 0',
      'enter 0 0',
      'exit 0',
      'step 0 0 1',
      'early 3',
      'step 0 1 1',
      'early 15',
      'step 0 1.375 1',
    ]);
    expect(answers.filter((text) => text.startsWith('last'))).toEqual([
      'last 1 early 0 updates 7',
      'last 1.375 early 1 updates 3',
      'last 2.375 early 0 updates 7',
    ]);
  });

  it('accepts only continuous inputs inside a step', () => {
    // h = 1/8 again, and u(t) = t is set before each internal step.
    const moveInput = (name: string): string[] =>
      sampler.calls(3, [
        'reporting 0',
        'enter 0 0',
        'exit 0',
        `move 0 ${sampler.reference(3, name)}`,
        'step 0 0 1',
        `get 0 ${sampler.reference(3, 'sum')} 3`,
      ]);
    expect(sampler.inputs[0].intermediateUpdate).toBe(true);
    expect(moveInput('u')).toContain('value 0.4375');
    expect(moveInput('h').join()).toContain('(fixed parameter) cannot be set in Intermediate Update Mode.');
  });

  it.each(versions)('gives over FMI %i.0 the partial derivatives of the wasm host', (version) => {
    const wasm = instantiateWasm(compileCore(actuator.core, 'unit'), actuator.description, 'unit');
    wasm.initialize(0);
    wasm.step(0, 0.001);
    const pairs = actuator.outputs
      .filter((v) => v.dimensions.length === 0)
      .flatMap((output) => actuator.inputs.map((input) => [output, input] as const));
    const answers = after(actuator, version, [
      'step 0 0 0.001',
      ...pairs.map(
        ([a, b]) => `partial 0 ${actuator.reference(version, a.name)} ${actuator.reference(version, b.name)}`,
      ),
    ]);
    const values = answers.filter((text) => text.startsWith('value')).map((text) => Number(text.slice(6)));
    // A sum that begins at 0 cannot be -0.
    expect(values).toEqual(pairs.map(([a, b]) => wasm.partial(a, 0, b, 0) + 0));
    expect(values.some((value) => value !== 0)).toBe(true);
  });

  const cycles = width(20_000, 100_000);
  // Sanitizers keep freed memory for a while.
  it.skipIf(sanitized).each(versions)(
    `creates and frees over FMI %i.0 ${cycles} instances in the memory of one`,
    (version) => {
      const answers = faulty.calls(version, ['cycles 0 1000', 'resident', `cycles 0 ${cycles}`, 'resident']);
      const [before, then] = answers
        .filter((text) => /^resident \d{2,}/.test(text))
        .map((text) => Number(text.slice(9)));
      expect(answers).toContain('cycles 0');
      expect(then - before).toBeLessThan(512);
    },
  );
});
