import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resolveSystem } from '../../master/system/load-system.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
import type { SystemFile } from '../../public/index.ts';
import * as fmukit from '../../public/index.ts';
import { root } from '../run-fmu.ts';

type Untyped = (...args: unknown[]) => unknown;

/** Functions with a path of a file or folder, and their descriptions of it. */
const paths: readonly (readonly [string, string, Untyped])[] = [
  ['buildUnit', 'build', fmukit.buildUnit as Untyped],
  ['checkFmu', 'check', fmukit.checkFmu as Untyped],
  ['linearize', 'linearize', fmukit.linearize as Untyped],
  ['loadSystem', 'load', fmukit.loadSystem as Untyped],
  ['openArchive', 'open', fmukit.openArchive as Untyped],
  ['openFmu', 'open', fmukit.openFmu as Untyped],
  ['openRecording', 'replay', fmukit.openRecording as Untyped],
  ['packSystem', 'pack', ((file: unknown) => fmukit.packSystem(file as string, 'a.fmu')) as Untyped],
  ['readResults', 'read', fmukit.readResults as Untyped],
  ['runFit', 'fit', fmukit.runFit as Untyped],
  ['runSmokeTests', 'open', fmukit.runSmokeTests as Untyped],
  ['signFmu', 'sign', fmukit.signFmu as Untyped],
  ['singleSystem', 'load', singleSystem as Untyped],
  ['verifyFmu', 'open', fmukit.verifyFmu as Untyped],
];

const junk: readonly (readonly [what: string, given: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 5],
  ['an Object', {}],
  ['an Array', ['a.fmu']],
  ['a symbol', Symbol('a')],
  ['a Uint8Array', Uint8Array.of(80, 75)],
];

const system = {
  ...{ name: 'a', units: [], connections: [], startTime: 0, stopTime: 1, step: 0.1 },
  record: { columns: [], every: 1 },
  ...{ stepSeconds: 10, wallSeconds: 200 },
};
const simulate = (options: unknown): unknown => (fmukit.simulate as Untyped)(system, options);
const runner = (options: unknown): unknown =>
  new fmukit.SystemRunner().run(system as never, options as never);
const compare = (options: unknown): unknown => (fmukit.compareResults as Untyped)({}, {}, options);
const of =
  (call: unknown, ...first: unknown[]) =>
  (options: unknown): unknown =>
    (call as Untyped)(...first, options);
const file: SystemFile = { name: 'a', units: {}, algorithm: { scheme: 'jacobi', step: 1 }, stopTime: 1 };

/** Functions with options, their descriptions, and a valid option. */
const optioned: readonly (readonly [string, string, string, (options: unknown) => unknown])[] = [
  ['buildUnit', 'build a', 'native', of(fmukit.buildUnit, 'a', 'dist')],
  ['checkFmu', 'check a.fmu', 'filesOnly', of(fmukit.checkFmu, 'a.fmu')],
  ['compareResults', 'compare', 'relative', compare],
  ['linearize', 'linearize a.fmu', 'differences', of(fmukit.linearize, 'a.fmu')],
  ['loadSystem', 'load a.json', 'trusted', of(fmukit.loadSystem, 'a.json')],
  ['createKey', 'key new a', 'passphrase', of(fmukit.createKey, 'a')],
  ['openArchive', 'open a.fmu: limits', 'entries', of(fmukit.openArchive, 'a.fmu')],
  ['openFmu', 'open a.fmu', 'requireSignature', of(fmukit.openFmu, 'a.fmu')],
  [
    'packSystem',
    'pack a.json',
    'includeThirdParty',
    (options) => fmukit.packSystem('a.json', 'a.fmu', options as never),
  ],
  ['resolveSystem', 'load a.json', 'settings', of(resolveSystem, file, 'a.json')],
  ['runFit', 'fit a.json', 'onIteration', of(fmukit.runFit, 'a.json')],
  ['runSmokeTests', 'run the smoke tests of a.fmu', 'keyRing', of(fmukit.runSmokeTests, 'a.fmu')],
  ['runStudy', 'study a.json', 'workers', of(fmukit.runStudy, 'a.json')],
  ['signFmu', 'sign a.fmu', 'passphrase', of(fmukit.signFmu, 'a.fmu')],
  ['simulate', 'run a', 'output', simulate],
  ['singleSystem', 'load a.fmu', 'solver', of(singleSystem, 'a.fmu')],
  ['SystemRunner', 'run a', 'summarize', runner],
  ['verifyFmu', 'verify a.fmu', 'signature', of(fmukit.verifyFmu, 'a.fmu')],
];

const next = 'Correct the value, or omit it.';
const named = 'a list of objects with a name';
const noPath = 'Give the path of a file or folder as a string.';

const nothingTold = 'so the log would be empty. Change the times or remove them.';

/** Logs that would stay empty, and their messages. */
const logs: readonly (readonly [given: object, message: string])[] = [
  [{ from: Number.NaN }, 'from: expected a number of seconds, got NaN s.'],
  [{ to: Number.NaN }, 'to: expected a number of seconds, got NaN s.'],
  [{ from: 5, to: 1 }, `from = 5 s, to = 1 s: it ends before it begins, ${nothingTold}`],
  [{ from: 5 }, `from = 5 s: the run goes from 0 s to 1 s, ${nothingTold}`],
  [{ from: -2, to: -1 }, `from = -2 s, to = -1 s: the run goes from 0 s to 1 s, ${nothingTold}`],
  [{ calls: [] }, 'calls: the list of calls is empty. Name a call, or remove the option to log all.'],
  [
    { calls: ['doStep', 'fmi3DoStp'] },
    'calls: "fmi3DoStp" does not match a logged call. Did you mean doStep?',
  ],
  [
    { calls: ['zz'] },
    'calls: "zz" does not match a logged call. Known: message, doStep, setupExperiment, enterInitializationMode, exitInitializationMode, enterConfigurationMode, exitConfigurationMode, enterEventMode, … and 70 more.',
  ],
];

const noPermission = 'Choose from net, files, processes.';

const turning: Record<string, unknown> = {};
turning.a = [turning];
let deep: unknown[] = [];
for (let k = 0; k < 500; k++) deep = [deep];

/** Values that JSON cannot represent. */
const notPlain: readonly (readonly [what: string, given: unknown])[] = [
  ['a bigint', 1n],
  ['a function', () => {}],
  ['a symbol at /a/1', { a: [1, Symbol('x')] }],
  ['a value that contains itself at /a/0', turning],
  ['a value with more than 500 levels of lists and objects', deep],
  ['NaN at /x', { x: Number.NaN }],
  ['undefined at /0', [undefined]],
  ['a Map', new Map()],
  ['a Date at /now', { now: new Date(0) }],
];

/** Invalid values, their messages, and the calls that pass them. */
const values: readonly (readonly [string, string, () => unknown])[] = [
  [
    'trusted',
    `open a.fmu: trusted: expected true or false, got "false". ${next}`,
    () => of(fmukit.openFmu, 'a.fmu')({ trusted: 'false' }),
  ],
  [
    'requireSignature',
    `open a.fmu: requireSignature: expected true or false or a list of strings, got "alice". ${next}`,
    () => of(fmukit.openFmu, 'a.fmu')({ requireSignature: 'alice' }),
  ],
  [
    'hosts',
    `load a.json: hosts: expected ${named}, got an Array. ${next}`,
    () => of(fmukit.loadSystem, 'a.json')({ hosts: [null] }),
  ],
  [
    'sources',
    `load a.json: sources: expected ${named}, got "x". ${next}`,
    () => of(fmukit.loadSystem, 'a.json')({ sources: 'x' }),
  ],
  [
    'settings',
    `load a.json: settings: set: expected a list of strings, got "a.b=1". ${next}`,
    () => of(fmukit.loadSystem, 'a.json')({ settings: { set: 'a.b=1' } }),
  ],
  [
    'record',
    `load a.fmu: record: expected a list of strings, got "". ${next}`,
    () => of(singleSystem, 'a.fmu')({ record: '' }),
  ],
  [
    'signal',
    `run a: signal: expected an AbortSignal, got an Object. ${next}`,
    () => simulate({ signal: {} }),
  ],
  [
    'couplings',
    `run a: couplings: expected ${named}, got an Array. ${next}`,
    () => simulate({ couplings: [{}] }),
  ],
  [
    'extrapolations',
    `run a: extrapolations: expected ${named}, got 5. ${next}`,
    () => simulate({ extrapolations: 5 }),
  ],
  [
    'observers',
    `run a: observers: expected ${named}, got null. ${next}`,
    () => simulate({ observers: null }),
  ],
  [
    'output',
    'run a: output: expected a path, got "file:///results/a.csv". Give fileURLToPath(url), of node:url.',
    () => simulate({ output: 'file:///results/a.csv' }),
  ],
  [
    'a misspelled output',
    'run a: unknown option "ouput". Did you mean output, input?',
    () => simulate({ ouput: 'a.csv' }),
  ],
  [
    'checkpoint',
    `run a: checkpoint: file: expected a path, got undefined. ${noPath}`,
    () => simulate({ checkpoint: {} }),
  ],
  ['use', `run a: use: expected a list of strings, got "a.mjs". ${next}`, () => runner({ use: 'a.mjs' })],
  ['log', `run a: log: file: expected a path, got a number. ${noPath}`, () => runner({ log: { file: 5 } })],
  ...logs.map(
    ([options, message]) =>
      [
        `log of ${Object.keys(options)}`,
        `run a: log: ${message}`,
        () => runner({ log: { file: 'calls.txt', ...options } }),
      ] as const,
  ),
  [
    'realtime',
    `run a: realtime: factor: expected a number, got "2". ${next}`,
    () => runner({ realtime: { factor: '2' } }),
  ],
  ...[undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY].map(
    (factor) =>
      [
        `realtime by ${factor}`,
        `run a: realtime.factor: expected a number above 0, got ${factor}. Examples: 1 is real time, 2 is twice as fast.`,
        () => runner({ realtime: { factor } }),
      ] as const,
  ),
  [
    'what becomes of a late run',
    'run a: realtime.late: expected "continue" or "stop", got "zz".',
    () => runner({ realtime: { factor: 1, late: 'zz' } }),
  ],
  [
    'allow of a unit',
    `open a.fmu: allow: unknown permission "nett". ${noPermission}`,
    () => of(fmukit.openFmu, 'a.fmu')({ allow: ['net', 'nett'] }),
  ],
  [
    'allow of a single unit',
    `load a.fmu: allow: unknown permission "zz". ${noPermission}`,
    () => of(singleSystem, 'a.fmu')({ allow: ['zz'] }),
  ],
  [
    'allow of a check',
    `check a.fmu: allow: unknown permission "zz". ${noPermission}`,
    () => of(fmukit.checkFmu, 'a.fmu')({ allow: ['zz'] }),
  ],
  [
    'allow of a system',
    `load a.json: allow: unknown permission "". ${noPermission}`,
    () => of(fmukit.loadSystem, 'a.json')({ allow: [''] }),
  ],
  [
    'allow of a system at hand',
    `load a.json: allow: expected a list of strings, got "net". ${next}`,
    () => of(resolveSystem, file, 'a.json')({ allow: 'net' }),
  ],
  [
    'allow of smoke tests',
    `run the smoke tests of a.fmu: allow: unknown permission "Net". ${noPermission}`,
    () => of(fmukit.runSmokeTests, 'a.fmu')({ allow: ['Net'] }),
  ],
  ...notPlain.flatMap(([what, value]) =>
    [simulate, runner].map(
      (run) =>
        [
          `${what} kept in a checkpoint`,
          `run a: checkpoint.said: ${what} is not JSON data and cannot be stored in a file. Use texts, finite numbers, true, false, null, and lists and objects of these.`,
          () => run({ checkpoint: { file: 'x', seconds: 1, said: value } }),
        ] as const,
    ),
  ),
  [
    'output of a study',
    `study a.json: output: expected a path, got "". ${noPath}`,
    () => of(fmukit.runStudy, 'a.json')({ output: '' }),
  ],
  [
    'native',
    `build a: native: expected a list of strings, got "x86_64-linux". ${next}`,
    () => of(fmukit.buildUnit, 'a', 'b')({ native: 'x86_64-linux' }),
  ],
  [
    'only',
    `check a: only: expected a list of strings, got "a/b". ${next}`,
    () => of(fmukit.checkFmu, 'a')({ only: 'a/b' }),
  ],
  [
    'key',
    `verify a: key: expected a path, got a number. ${noPath}`,
    () => of(fmukit.verifyFmu, 'a')({ key: 5 }),
  ],
  [
    'the name of a key',
    'key undefined: expected a name of a key. Use at most 64 letters, digits and . _ @ -, with a letter or digit first.',
    () => (fmukit.createKey as Untyped)(),
  ],
  [
    'a key ring',
    `read the key ring: expected a path, got a symbol. ${noPath}`,
    () => (fmukit.readKeyRing as Untyped)(Symbol('x')),
  ],
];

/** Returns the message of the UserError that a call throws. */
async function errorMessage(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error, String(error)).toBeInstanceOf(fmukit.UserError);
    return (error as Error).message;
  }
  return 'nothing was wrong';
}

describe('callers without types', () => {
  it.each(paths)('%s reports an argument that is not a path', async (_, operation, call) => {
    for (const [what, value] of junk)
      expect(await errorMessage(() => call(value))).toBe(
        `${operation}: expected a path, got ${what}. Give the path of a file or folder as a string.`,
      );
    expect(await errorMessage(() => call(pathToFileURL('/a.fmu')))).toBe(
      `${operation}: expected a path, got a URL. Give fileURLToPath(url), of node:url.`,
    );
  });

  it('functions with two paths name the missing one', async () => {
    expect(await errorMessage(() => (fmukit.buildUnit as Untyped)('my-filter'))).toMatch(
      /^build my-filter: output: expected a path, got undefined\./,
    );
    expect(await errorMessage(() => (fmukit.signFmu as Untyped)('a.fmu'))).toMatch(
      /^sign a\.fmu: key: expected a path, got undefined\./,
    );
  });

  const loaded = 'expected a loaded system. Pass the awaited result of loadSystem.';
  it.each([
    ['nothing', undefined],
    ['a promise', Promise.resolve({})],
  ])('simulate, Session and SystemRunner refuse %s as a system', async (_, value) => {
    expect(await errorMessage(() => (fmukit.simulate as Untyped)(value))).toBe(
      'run: expected a loaded system. Pass a path, the content of a system file (with "units"), or the awaited result of loadSystem or openFmu.',
    );
    expect(await errorMessage(() => new fmukit.Session(value as never))).toBe(`start a session: ${loaded}`);
    const runner = new fmukit.SystemRunner();
    expect(await errorMessage(() => runner.run(value as never))).toBe(`run: ${loaded}`);
  });

  it('simulate reads the content of a system file, which Session and SystemRunner refuse', async () => {
    const value = { name: 'a', units: {}, connections: [] };
    expect(await errorMessage(() => (fmukit.simulate as Untyped)(value))).toMatch(/algorithm/);
    expect(await errorMessage(() => new fmukit.Session(value as never))).toBe(`start a session: ${loaded}`);
    const runner = new fmukit.SystemRunner();
    expect(await errorMessage(() => runner.run(value as never))).toBe(`run: ${loaded}`);
  });

  it('simulate reads a path, which Session and SystemRunner refuse', async () => {
    const value = 'missing.json';
    expect(await errorMessage(() => fmukit.simulate(value))).toMatch(/^read missing\.json: ENOENT/);
    expect(await errorMessage(() => new fmukit.Session(value as never))).toBe(`start a session: ${loaded}`);
    const runner = new fmukit.SystemRunner();
    expect(await errorMessage(() => runner.run(value as never))).toBe(`run: ${loaded}`);
  });

  it.each(optioned)('%s refuses unknown options', async (_, operation, name, call) => {
    for (const [what, value] of [
      ['null', null],
      ['a string', 'x'],
      ['a number', 5],
      ['an Array', []],
      ['a function', () => {}],
    ])
      expect(await errorMessage(() => call(value))).toMatch(
        new RegExp(
          `^${operation}: expected an options object, got ${what}\\. Give an object with .*, or omit it\\.$`,
        ),
      );
    const misspelled = `${name.slice(0, 1)}${name.slice(2)}`;
    const hint = await errorMessage(() => call({ [misspelled]: 1 }));
    expect(hint).toMatch(`${operation}: unknown option "${misspelled}". Did you mean `);
    expect(hint).toContain(name);
    expect(await errorMessage(() => call({ [name]: Symbol('x') }))).toMatch(
      new RegExp(`^${operation}: ${name}: expected .*, got a symbol`),
    );
    // An undefined option counts as left out, so that errors concern something else.
    const outcome = (async () => call({ [name]: undefined, anything: undefined }))();
    expect(await outcome.then(() => '', String)).not.toMatch(/option/);
  });

  it('runStudy reports an argument that is neither a path nor the content of a study', async () => {
    for (const [what, value] of junk) {
      const isObject = typeof value === 'object' && value !== null;
      const message = await errorMessage(() => (fmukit.runStudy as Untyped)(value));
      expect(message).toMatch(/^study: expected the path of a study file or its content, such as /);
      expect(message).toContain(`got ${isObject ? 'an object without "system"' : what}.`);
    }
  });

  it.each(values)('%s refuses options of a wrong type', async (_, message, call) => {
    expect(await errorMessage(call)).toBe(message);
  });

  it.each([
    ['startTime', { startTime: Number.NaN }, 'NaN. Give a number of seconds.'],
    ['stopTime', { stopTime: Number.POSITIVE_INFINITY }, 'Infinity. Give a number of seconds.'],
    ['step', { step: 0 }, '0. Give a number of seconds above 0.'],
    ['step', { step: Number.NaN }, 'NaN. Give a number of seconds above 0.'],
    ['record.every', { record: { columns: [], every: 0 } }, '0. Give a whole number of steps, 1 or more.'],
    ['threads', { threads: 0.5 }, '0.5. Give a whole number of threads, 1 or more, or leave it out.'],
    ['stepSeconds', { stepSeconds: Number.NaN }, 'NaN. Give a number of seconds above 0.'],
    ['wallSeconds', { wallSeconds: 0 }, '0. Give a number of seconds above 0.'],
    ['connections[0].order', { connections: [{ order: 7 }] }, '7. Give one of 0, 1, 2.'],
  ])('a loaded system with an invalid %s does not run', async (what, other, message) => {
    const changed = { ...system, ...other };
    expect(await errorMessage(() => (fmukit.simulate as Untyped)(changed))).toBe(
      `run a: ${what} = ${message}`,
    );
    expect(await errorMessage(() => new fmukit.Session(changed as never))).toBe(
      `start a session a: ${what} = ${message}`,
    );
  });

  it('a loaded system whose times were changed must have a whole number of steps', async () => {
    const { startTime, stopTime, step } = system;
    const run = (other: object): Promise<string> =>
      errorMessage(() => (fmukit.simulate as Untyped)({ ...system, ...other }));
    expect(await run({ stopTime: stopTime + step / 2 })).toMatch(
      /^run a: from 0 s to [\d.]+ s is not a whole number of steps H = [\d.]+ s\. Stop at [\d.]+ s, or/,
    );
    expect(await run({ stopTime: startTime })).toBe(
      `run a: stop time: expected a time after the start time ${startTime} s, got ${startTime} s.`,
    );
    expect(await run({ step: 1e-300 })).toMatch(/^run a: the step H = 1e-300 s is too small for a run from/);
    const path = join(root, 'dist/joystick.fmu');
    const real = await singleSystem(path, { stopTime: 1, step: 0.5 });
    expect((await fmukit.simulate({ ...real, stopTime: 2 })).steps).toBe(4);
  });

  it('resolveSystem refuses a system that contains itself, and one without a file', async () => {
    const turning: Record<string, unknown> = { ...file };
    turning.self = [turning];
    expect(await errorMessage(() => (resolveSystem as Untyped)(turning, 'a.json'))).toBe(
      'a.json /self/0: the object contains itself. Use values that JSON supports.',
    );
    expect(await errorMessage(() => (resolveSystem as Untyped)(file))).toBe(
      `load: expected a path, got undefined. ${noPath}`,
    );
  });

  it('refuses to run again a run that has started', async () => {
    const path = join(root, 'dist/joystick.fmu');
    const run = fmukit.simulate(await singleSystem(path, { stopTime: 0.1, step: 0.01 }));
    await run;
    const again = async (): Promise<void> => {
      for await (const _ of run) break;
    };
    expect(await errorMessage(again)).toBe(
      'simulate: this run has already started. Call simulate again for another run.',
    );
  });

  it('checkFmu requires modelDescription.xml before it reads other files of a folder', async () => {
    expect(await errorMessage(() => fmukit.checkFmu('/'))).toBe(
      'check /: modelDescription.xml is missing in the folder. Name the folder of an FMU, or the FMU (.fmu).',
    );
  });

  it('compareResults accepts only tables, results of runs and files', async () => {
    const times = Float64Array.of(0, 1);
    const table = { file: 'a.csv', names: ['y'], times, columns: [times] };
    expect((await fmukit.compareResults(table, table)).passed).toBe(true);
    for (const [what, other] of [
      ['the reference', undefined],
      ['the reference', { ...table, names: [] }],
    ])
      expect(await errorMessage(() => (fmukit.compareResults as Untyped)(other, table))).toMatch(
        `compare: ${what} must be a table`,
      );
    for (const columns of [[Float64Array.of(1)], [[0, 1]], 'y', [undefined]])
      expect(
        await errorMessage(() => (fmukit.compareResults as Untyped)(table, { ...table, columns })),
      ).toMatch('compare: the argument results must be a table');
    const empty = { ...table, times: new Float64Array(0), columns: [new Float64Array(0)] };
    expect(await errorMessage(() => fmukit.compareResults(table, empty))).toMatch('must be a table');
  });

  it('writeModelDescription refuses descriptions that could not be read back', async () => {
    const unit = await fmukit.openFmu(join(root, 'dist/joystick.fmu'));
    const write = (change: (d: fmukit.ModelDescription) => void): Promise<string> =>
      errorMessage(() => {
        const d = structuredClone(unit.description);
        change(d);
        fmukit.writeModelDescription(d);
      });
    expect(await write(() => {})).toBe('nothing was wrong');
    const { name } = unit.description.variables[1];
    expect(await write((d) => void (d.variables[1].valueReference = Number.NaN))).toBe(
      `write joystick: ${name} has the value reference NaN. Give a whole number below 2³².`,
    );
    expect(await write((d) => void (d.variables[1].type = 'Bogus' as never))).toBe(
      `write joystick: ${name} is of type Bogus, which FMI 3.0 does not have. Give one that it has.`,
    );
    expect(await write((d) => void (d.outputs = [{ variable: 99 }]))).toMatch(
      'write joystick: its structure refers to variable 99, expected an index from 0 below ',
    );
    expect(await write((d) => void (d.description = 'a\ud800'))).toMatch(
      'a character that XML does not allow',
    );
    for (const field of ['modelName', 'instantiationToken'] as const)
      expect(await write((d) => void ((d as Partial<typeof d>)[field] = undefined))).toMatch(
        `: expected text for ${field}, got undefined. Give it, or a description from readModelDescription.`,
      );
    expect(await write((d) => void (d.description = 'a😀'))).toBe('nothing was wrong');
    for (const [, value] of junk)
      expect(await errorMessage(() => (fmukit.writeModelDescription as Untyped)(value))).toMatch(
        'write: expected a model description, got another value.',
      );
  });

  it('readModelDescription accepts only text and bytes', async () => {
    for (const [, value] of junk.slice(0, -1))
      expect(await errorMessage(() => (fmukit.readModelDescription as Untyped)(value, 'a.xml'))).toBe(
        'read a.xml: expected text or bytes, got another value. Give the content of the file, not its name.',
      );
  });
});
