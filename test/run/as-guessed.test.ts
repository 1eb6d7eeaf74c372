import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeModelDescription } from '../../fmu-sdk/description/write-model-description.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { typedVariable } from '../../fmu-sdk/host/typed-variable.ts';
import { similarNames } from '../../fmu-sdk/util/nearest-name.ts';
import { runFit } from '../../master/fit/run-fit.ts';
import { readResults } from '../../master/results/read-results.ts';
import { loadSystem } from '../../master/run/open/load-file.ts';
import * as inPage from '../../master/run/page/browser-run.ts';
import { simulate } from '../../master/run/simulate.ts';
import { SystemRunner } from '../../master/run/worker/system-runner.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
import { readModelDescription, writeCsv } from '../../public/files.ts';
import {
  advise,
  checkFmu,
  compareResults,
  exportSystem,
  packSystem,
  writeReport,
} from '../../public/tools.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const joystick = join(root, 'dist/joystick.fmu');
const folder = temporaryFolder('as-guessed');
const crane = join(root, 'systems/crane-single-force.json');

describe('the library as people guess it', () => {
  it('values and stopTime beside a system equal set and stopTime in settings', async () => {
    const values = { 'actuator.B_oil': 1.4e9, 'actuator.d_piston': '81[mm]' };
    const set = ['actuator.B_oil=1.4e9', 'actuator.d_piston=81[mm]'];
    const system = await loadSystem(crane, { values, stopTime: 0.01 });
    const other = await loadSystem(crane, { settings: { set, stopTime: 0.01 } });
    expect(JSON.stringify(system)).toBe(JSON.stringify(other));
    expect(system.stopTime).toBe(0.01);
    await expect(loadSystem(crane, { values: { B_oil: 1 } })).rejects.toThrow(
      /unit's name is missing.* Did you mean actuator\.B_oil/,
    );
    const wrong = { 'actuator.B_oil': {} } as never;
    await expect(loadSystem(crane, { values: wrong })).rejects.toThrow(/expected a number, a text/);
  });

  it('column returns a column by name in this thread and from another', async () => {
    const system = await singleSystem(joystick, { stopTime: 0.1, step: 0.01 });
    const result = await simulate(system, { collect: true });
    const { name, data } = result.columns[1];
    expect(result.column(name)).toBe(data);
    expect(result.column('time')).toHaveLength(11);
    expect(() => result.column(`${name}x`)).toThrow(`Did you mean ${name}`);
    expect(() => structuredClone(result)).not.toThrow();
    const runner = new SystemRunner();
    try {
      const bare = await runner.run(system);
      expect(() => bare.column('time')).toThrow('{ collect: true }');
    } finally {
      runner.dispose();
    }
  });

  it('a result has times, and bands after a run with error', async () => {
    const options = { stopTime: 0.02, step: 0.001 };
    const result = await simulate(crane, { ...options, error: true });
    expect(result.time).toBe(result.column('time'));
    expect(result.time.at(-1)).toBe(result.endTime);
    const { name } = result.error!.columns[0];
    expect(result.band(name)).toBe(result.column(`${name}.error`));
    expect(() => result.band('speed')).toThrow('unknown column');
    const bare = await simulate(crane, options);
    expect(() => bare.band(name)).toThrow('{ error: true }');
  });

  it('the next command of a verdict names the file that simulate got, and `<file>` without one', async () => {
    const options = { stopTime: 0.5, step: 0.01 };
    const named = await simulate(crane, options);
    expect(named.verdict.next).toBe(`fmu advise ${crane}`);
    const loaded = await simulate(await loadSystem(crane), options);
    expect(loaded.verdict.next).toBe('fmu advise <file>');
  });

  it('compareResults takes files, tables and results of runs', async () => {
    const options = { stopTime: 0.02, step: 0.001 };
    const file = join(folder, 'compared.csv');
    const result = await simulate(crane, { ...options, output: file });
    for (const reference of [file, await readResults(file), result])
      expect(await compareResults(reference, result)).toMatchObject({ passed: true, missing: [], extra: [] });
    const shorter = await simulate(crane, { ...options, stopTime: 0.01 });
    expect((await compareResults(file, shorter)).passed).toBe(false);
  });

  it('packSystem writes one FMU with the outputs of its system', async () => {
    const system = join(folder, 'packed.json');
    const units = { lever: { fmu: joystick } };
    const algorithm = { scheme: 'jacobi', step: 0.01 };
    writeFileSync(system, JSON.stringify({ name: 'packed', units, algorithm, stopTime: 0.1 }));
    const output = join(folder, 'packed-lever.fmu');
    const { files, sizes, notes } = await packSystem(system, output, { check: false });
    expect(files).toEqual([output]);
    expect(sizes).toEqual([readFileSync(output).length]);
    expect(notes).toEqual([]);
    expect((await openFmu(output)).outputs.length).toBeGreaterThan(0);
    await expect(packSystem(system, join(folder, 'a.ssp'))).rejects.toThrow('expected -o <name>.fmu');
  });

  it.each([
    ['scheme', 'jacobi', 'Did you mean algorithm.scheme?'],
    ['start', {}, 'Did you mean units.<name>.start?'],
    ['stoptime', 1, 'Did you mean stopTime, startTime?'],
    ['colour', 'red', 'Remove it or correct its name.'],
  ])('the unknown property %s of a system leads to its place', async (name, value, hint) => {
    const file = join(folder, 'misplaced.json');
    const algorithm = { scheme: 'jacobi', step: 0.01 };
    const system = { name: 'a', units: { lever: { fmu: joystick } }, algorithm, stopTime: 1, [name]: value };
    writeFileSync(file, JSON.stringify(system));
    await expect(loadSystem(file)).rejects.toThrow(`unknown property "${name}". ${hint}`);
  });

  it('simulate runs a .fmu, a system and the package that exportSystem writes, and keeps columns', async () => {
    const settings = { stopTime: 0.02, step: 0.001 };
    const single = await simulate(joystick, settings);
    expect(single.column('time')).toHaveLength(21);
    const written = await exportSystem(crane, join(folder, 'crane.ssp'));
    expect(written).toMatchObject({ file: join(folder, 'crane.ssp'), notes: [] });
    const result = await simulate(crane, { ...settings, values: { 'actuator.B_oil': 1.4e9 } });
    const packed = await simulate(written.file, { ...settings, values: { 'actuator.B_oil': 1.4e9 } });
    expect(packed.columns.map(({ data }) => data)).toEqual(result.columns.map(({ data }) => data));
    const bare = await simulate(crane, { ...settings, collect: false });
    expect(bare.columns).toEqual([]);
    await writeReport(result, join(folder, 'crane.html'));
    await writeReport(result, join(folder, 'again.html'), await loadSystem(crane));
    const sizes = ['crane.html', 'again.html'].map((name) => readFileSync(join(folder, name)).length);
    expect(sizes[1]).toBeGreaterThan(sizes[0] + 10_000);
  });

  it('options beside a loaded system load it again, with its own options where they do not differ', async () => {
    const values = { 'actuator.B_oil': 1.4e9 };
    const piston = { 'actuator.d_piston': '81[mm]' };
    const loaded = await loadSystem(crane, { values, step: 0.002, record: ['crane.s'] });
    const options = { stopTime: 0.02, values: piston };
    const result = await simulate(loaded, options);
    const whole = { ...options, step: 0.002, record: ['crane.s'], values: { ...values, ...piston } };
    expect(result.columns).toEqual((await simulate(crane, whole)).columns);
    expect(result.columns.map(({ name }) => name)).not.toContain('actuator.F_s');
    const [unchanged, others] = await Promise.all([
      simulate(loaded, { collect: true }),
      simulate(crane, { values, step: 0.002, record: ['crane.s'] }),
    ]);
    expect(unchanged.columns).toEqual(others.columns);
    const content = { name: 'one', units: { lever: { fmu: joystick } }, stopTime: 0.1 };
    const object = await resolveSystem(
      { ...content, algorithm: { scheme: 'jacobi', step: 0.01 } },
      'one.json',
    );
    expect((await simulate(object, { step: 0.02 })).column('time')).toHaveLength(6);
    await expect(simulate({ ...loaded }, { step: 0.1, stopTime: 1 })).rejects.toThrow(
      'got a copy or a system of another thread. Pass step and stopTime to loadSystem',
    );
    expect(() => simulate(loaded, { stepSize: 1 } as never)).toThrow('Did you mean step?');
  });

  it('simulate runs an opened FMU with the options that opened it', async () => {
    const options = { stopTime: 0.02, step: 0.001 };
    const fmu = await openFmu(joystick);
    expect((await simulate(fmu, options)).columns).toEqual((await simulate(joystick, options)).columns);
    const open = () => Promise.reject(new Error('never called'));
    const hosts = [{ name: 'other', find: async () => undefined, open }];
    const hosted = await openFmu(joystick, { hosts });
    await expect(simulate(hosted, options)).rejects.toThrow('the option "hosts" is for systems');
  });

  it('loadSystem takes the options of a run that decide what runs', async () => {
    const settings = { step: 0.002, scheme: 'gauss-seidel', order: 1, record: ['crane.*'] } as const;
    const system = await loadSystem(crane, { ...settings, startTime: 0 });
    const other = await loadSystem(crane, { settings: { ...settings, startTime: 0 } });
    expect(JSON.stringify(system)).toBe(JSON.stringify(other));
    expect(system.step).toBe(0.002);
    const wrong = loadSystem(crane, { stepSize: 1 } as never);
    await expect(wrong).rejects.toThrow('Did you mean step?');
    const single = await loadSystem(joystick, { stopTime: 0.1, step: 0.05, record: ['U_ref'] });
    expect([single.step, single.stopTime]).toEqual([0.05, 0.1]);
    await expect(loadSystem(joystick, { order: 1 })).rejects.toThrow('"order" is for systems');
  });

  it('simulate runs the content of a system file as it runs the file', async () => {
    const units = { lever: { fmu: joystick } };
    const content = { name: 'one', units, algorithm: { scheme: 'jacobi', step: 0.01 }, stopTime: 0.1 };
    const file = join(folder, 'one.json');
    writeFileSync(file, JSON.stringify(content));
    const options = { stopTime: 0.05 };
    const result = await simulate(content, options);
    expect(result.columns).toEqual((await simulate(file, options)).columns);
    expect(result.verdict).toEqual((await simulate(file, options)).verdict);
    expect(() => simulate(content, { solver: 'rk4' })).toThrow('unknown option "solver"');
    await expect(simulate({ ...content, units: {} })).rejects.toThrow(
      'system /units: expected at least 1 property',
    );
  });

  it('startValues is another name of values, and both together are refused', async () => {
    const fmu = join(root, 'dist/hydraulic-actuator.fmu');
    const [values, options] = [{ B_oil: 1.4e9 }, { stopTime: 0.01, record: ['B_oil'] }];
    const result = await simulate(fmu, { ...options, startValues: values });
    expect(result.columns).toEqual((await simulate(fmu, { ...options, values })).columns);
    expect(result.column('B_oil')[0]).toBe(1.4e9);
    expect(() => simulate(fmu, { values, startValues: values })).toThrow('mean one option, got both');
  });

  it('an input file of simulate starts at the working directory, as on the command line', async () => {
    const fmu = join(root, 'dist/hydraulic-actuator.fmu');
    writeFileSync(join(folder, 'in.csv'), 'time,s_dot\n0,0\n1,0.1\n');
    const input = relative(process.cwd(), join(folder, 'in.csv'));
    const result = await simulate(fmu, { input, stopTime: 0.5, record: ['s_dot'] });
    expect(result.column('s_dot').at(-1)).toBeCloseTo(0.05, 3);
  });

  it('an instance tells its time', async () => {
    const instance = await (await openFmu(joystick)).instantiate();
    expect(instance.time).toBeNaN();
    instance.initialize(1);
    expect(instance.time).toBe(1);
    instance.step(1, 0.01);
    expect(instance.time).toBe(1.01);
    instance.reset();
    expect(instance.time).toBeNaN();
    instance.close();
  });

  it('advise returns an algorithm with its reasons', async () => {
    const { algorithm, met, why, scheme, order, step } = await advise(crane, { error: 0.1, until: 0.01 });
    expect({ scheme, order, step }).toEqual(
      Object.fromEntries(['scheme', 'order', 'step'].map((key) => [key, algorithm[key as 'step']])),
    );
    expect(algorithm.step).toBeGreaterThan(0);
    expect(met).toBe(true);
    expect(why.length).toBeGreaterThan(1);
    await expect(advise(crane, { errors: 1 } as never)).rejects.toThrow('Did you mean error');
  });

  it('an FMU has variables, and set names near ones', async () => {
    const fmu = await openFmu(joystick);
    expect(fmu.variables).toBe(fmu.variables);
    const instance = await fmu.instantiate();
    const { name } = fmu.variables[1];
    expect(() => instance.set(`${name}_`, 1)).toThrow(`unknown variable. Did you mean ${name}`);
    instance.close();
  });

  it('start values of variables have the type of their variable, and the description keeps their texts', async () => {
    const start = (type: string, texts: string[], dimensions: number[] = []): unknown =>
      typedVariable({ type, start: texts, dimensions } as never).start;
    expect(start('Float64', ['-INF'])).toBe(-Infinity);
    expect(start('Float64', ['1e-3', '2'], [2])).toEqual([1e-3, 2]);
    expect(start('UInt64', ['18446744073709551615'])).toBe(18446744073709551615n);
    expect([start('Boolean', ['1']), start('Boolean', ['false'])]).toEqual([true, false]);
    expect(start('Binary', ['00fF'])).toEqual(Uint8Array.of(0, 255));
    expect(start('String', ['1'])).toBe('1');
    const fmu = await openFmu(joystick);
    const k = fmu.variables.findIndex((variable) => typeof variable.start === 'number');
    expect(fmu.description.variables[k].start).toEqual([String(fmu.variables[k].start)]);
  });

  it('names that people guess throw an error with the right name, and stay out of copies', async () => {
    const options = { stopTime: 0.05, step: 0.01 };
    const result = await simulate(joystick, options);
    const comparison = await compareResults(result, result);
    expect(() => (comparison as never as { equal: boolean }).equal).toThrow(
      'comparison: unknown property "equal". Use "passed".',
    );
    expect(() => (comparison as never as { maxDifference: number }).maxDifference).toThrow(
      '"largest" of each',
    );
    expect(Object.keys({ ...comparison })).not.toContain('equal');
    using instance = await (await openFmu(joystick)).instantiate();
    expect(() => (instance as never as { doStep: unknown }).doStep).toThrow('Use step(t, H).');
    expect(`${result.verdict}`).toBe(`${result.verdict.word}: ${result.verdict.reason}`);
    expect(Object.keys(result.verdict)).not.toContain('toString');
  });

  it('a check has a conclusion and findings', async () => {
    const check = await checkFmu(joystick, { filesOnly: true });
    expect(check.conclusion).toBe('no violation found in what was checked');
    expect(check.passed).toBe(true);
    expect(check.findings).toEqual(check.verdicts.flatMap(({ findings }) => findings));
    expect(Object.keys(check)).not.toContain('findings');
    expect(() => (check as never as { verdict: string }).verdict).toThrow(
      'result of a check: unknown property "verdict". Use "conclusion".',
    );
  });

  it('a result has rows and saves the bytes that a run with a result file writes', async () => {
    const options = { stopTime: 0.05, step: 0.01 };
    const result = await simulate(joystick, options);
    expect(result.rows).toHaveLength(6);
    const [name] = Object.keys(result.rows[5]).slice(1);
    expect(result.rows[5]).toMatchObject({ time: 0.05, [name]: result.column(name)[5] });
    for (const ending of ['csv', 'parquet', 'mat', 'npy']) {
      const [saved, written] = ['saved', 'written'].map((word) => join(folder, `${word}.${ending}`));
      result.save(saved);
      await simulate(joystick, { ...options, output: written });
      expect(readFileSync(saved).equals(readFileSync(written)), ending).toBe(true);
    }
    writeCsv(result, join(folder, 'again.csv'));
    expect(readFileSync(join(folder, 'again.csv'), 'utf8')).toMatch(/^time/);
    expect(() => writeCsv('a.csv' as never, result as never)).toThrow('writeCsv(result, file)');
    const bare = await simulate(joystick, { ...options, collect: false });
    expect(() => bare.save(join(folder, 'bare.csv'))).toThrow('{ collect: true }');
    expect(() => bare.rows).toThrow('{ collect: true }');
  });

  it('readModelDescription reads an FMU, an XML file and a text of XML', async () => {
    const description = await readModelDescription(joystick);
    const text = writeModelDescription(description);
    const xml = join(folder, 'modelDescription.xml');
    writeFileSync(xml, text);
    expect(await readModelDescription(xml)).toEqual(readModelDescription(text, 'a.xml'));
    await expect(readModelDescription(text)).rejects.toThrow('expected the path');
  });

  it.each([
    ['start_values', 'values'],
    ['parameters', 'values'],
    ['stepSize', 'step'],
    ['endTime', 'stopTime'],
    ['outputs', 'record'],
    ['result', 'output'],
  ])('the option %s of another tool leads to %s', (given, meant) => {
    expect(() => simulate(joystick, { [given]: 1 })).toThrow(`Did you mean ${meant}?`);
  });

  it.each([
    ['allow', 'Give it to loadSystem'],
    ['isolate', 'Give it to loadSystem'],
    ['requireSignature', 'Give it to loadSystem'],
    ['realtime', 'Give it to a SystemRunner'],
    ['report', 'Write the page with writeReport'],
  ])('the option %s, which a run does not have, leads to what has it', (given, hint) => {
    expect(() => simulate(joystick, { [given]: 1 })).toThrow(`unknown option "${given}". ${hint}`);
  });

  it.each([
    [{ values: { 'lag.count': 1 } }, /value of lag\.count: .*Did you mean count\?/],
    [{ values: { count: '0,5' } }, /expected one number, got "0,5"\. Write 0\.5\./],
    [{ step: -1 }, /option "step"/],
    [{ stopTime: -1 }, /option "stop time"/],
    [{ record: ['nope'] }, /option "record"/],
  ])('the error about %j has no option of the command line', async (options, message) => {
    await expect(simulate(joystick, options as never)).rejects.toThrow(message);
    await expect(simulate(joystick, options as never)).rejects.not.toThrow(/ --\w/);
  });

  it('names of variables as output lead to record', () => {
    expect(() => simulate(joystick, { output: ['U_ref'] as never })).toThrow('Use "record"');
  });

  it('options of one FMU reach its run, and a system refuses them', async () => {
    const options = { stopTime: 0.1, step: 0.01, outputInterval: 0.05 };
    expect((await simulate(joystick, options)).column('time')).toHaveLength(3);
    await expect(loadSystem(crane, { tolerance: 1e-6 })).rejects.toThrow('is for a single .fmu');
    await expect(simulate(joystick, { ...options, solver: 'rk4' })).rejects.toThrow('solver');
  });

  it('a page runs an FMU from its bytes, a Blob, a response or its address with equal bits', async () => {
    const options = { stopTime: 0.05, step: 0.01, record: ['*'] };
    const { columns } = await simulate(joystick, options);
    const bytes = readFileSync(joystick);
    const blob = new Blob([bytes]);
    const address = `data:application/zip;base64,${bytes.toString('base64')}`;
    for (const source of [bytes, blob, new Response(blob), address, new URL(address)]) {
      const result = await inPage.simulate(source, options);
      expect(result.columns).toEqual(columns);
      expect(() => result.save('a.csv')).toThrow('a web page does not write files');
    }
    expect((await inPage.openFmu(blob)).name).toBe('joystick');
    const missing = new Response('', { status: 404 });
    await expect(inPage.openFmu(missing)).rejects.toThrow('HTTP status 404');
    expect(() => inPage.simulate(5 as never)).toThrow('expected a loaded system');
  });

  it('the variable of a unit is the nearest name, however short its own name is', () => {
    expect(similarNames('z', ['zz', 'car.z', 'car.zeta'])[0]).toBe('car.z');
    expect(similarNames('z_s', ['wheel.z_u', 'car.z_s'])[0]).toBe('car.z_s');
  });

  it('an FMU lists its inputs, outputs and parameters, and an instance sets and gets several values', async () => {
    const unit = await openFmu(join(root, 'dist/hydraulic-actuator.fmu'));
    const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
    expect(names(unit.inputs)).toContain('s_dot');
    expect(names(unit.outputs)).toContain('F_s');
    expect(names(unit.parameters)).toContain('B_oil');
    const kinds = ['input', 'output', 'parameter', 'structuralParameter'];
    expect(unit.inputs.length + unit.outputs.length + unit.parameters.length).toBe(
      unit.variables.filter(({ causality }) => kinds.includes(causality)).length,
    );
    const [one, other] = [await unit.instantiate(), await unit.instantiate()];
    one.set({ B_oil: 1.4e9, s_dot: 0.1 }).initialize();
    other.set('B_oil', 1.4e9).set('s_dot', 0.1).initialize();
    expect(one.get(['F_s', 'B_oil'])).toEqual([other.get('F_s'), 1.4e9]);
    expect(() => one.get(['F_s', 'F_x'])).toThrow('F_x: unknown variable. Did you mean F_s');
    expect(() => other.set({ s_dott: 1 })).toThrow('s_dott: unknown variable. Did you mean s_dot');
  });

  it('runStudy runs the content of a study as it runs its file, and keeps the file', async () => {
    const here = (file: string): string => relative(process.cwd(), file);
    const vary = [{ set: 'actuator.B_oil', values: [1.2e9, 1.4e9] }];
    const study = { name: 'oil', system: here(crane), set: { stopTime: 0.02 }, vary };
    const output = join(folder, 'studies/oil');
    const ofContent = await runStudy(study, { output });
    writeFileSync(join(folder, 'oil.json'), JSON.stringify({ ...study, system: relative(folder, crane) }));
    const ofFile = await runStudy(join(folder, 'oil.json'), { output: join(folder, 'other') });
    const pages = [ofContent, ofContent.files[0]].map(
      (from, k) => [from, join(folder, `study${k}.html`)] as const,
    );
    for (const [from, page] of pages) await writeReport(from, page);
    const [one, other] = pages.map(([, page]) => readFileSync(page, 'utf8'));
    expect(one).toBe(other);
    expect(one).toContain('oil');
    expect(ofContent.rows).toEqual(ofFile.rows);
    expect(ofContent.endings).toEqual({ finished: 2 });
    const again = await runStudy(`${output}.study.json`, { output });
    expect([again.before, again.rows]).toEqual([2, ofContent.rows]);
    await expect(runStudy({ vary } as never)).rejects.toThrow(
      /its content, such as .* got an object without "system"\./,
    );
    await expect(runStudy({ ...study, system: await loadSystem(crane) } as never)).rejects.toThrow(
      'got a system in place of its path',
    );
    await expect(runStudy({ ...study, varied: 1 } as never)).rejects.toThrow(/unknown property "varied"/);
    const merge: Record<string, unknown> = {};
    merge.itself = merge;
    const circular = { ...study, vary: [{ name: 'v', variants: { a: { merge } } }] };
    await expect(runStudy(circular)).rejects.toThrow('Use values that JSON supports');
  });

  it('a system in place of a study or a fit, and a study in place of a system, are refused with the next step', async () => {
    const study = { name: 's', system: crane, vary: [{ set: 'actuator.B_oil', values: [1e9] }] };
    writeFileSync(join(folder, 'study.json'), JSON.stringify(study));
    await expect(runStudy(crane)).rejects.toThrow(
      /^study .*: expected a study, got a system\. Write a study with "system": ".*", and with "vary" \(docs/,
    );
    await expect(runFit(joystick)).rejects.toThrow(/^fit .*: expected a fit, got an FMU\. Write a fit with/);
    await expect(simulate(join(folder, 'study.json'))).rejects.toThrow(
      /^read .*study\.json: expected a system, got a study\. Use fmu study /,
    );
  });
});
