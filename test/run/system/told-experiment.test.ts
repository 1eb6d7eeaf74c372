import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import { usableExperiment } from '../../../fmu-sdk/description/default-experiment.ts';
import { readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { type SingleOptions, singleSystem } from '../../../master/system/single/single-fmu.ts';
import type { CheckedSystem, SystemFile } from '../../../master/system/system.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('told-experiment');
const told = '<DefaultExperiment startTime="0" stopTime="1" stepSize="0.1"/>';

/** Writes the unit of `fmi3.c` with other words for its default experiment. */
async function write(name: string, edit: (xml: string) => string): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, await makeUnit(3, { edit }));
  return file;
}

const experiment = (attributes: string): Promise<string> =>
  write('told.fmu', (xml) => xml.replace(told, `<DefaultExperiment ${attributes}/>`));

describe.skipIf(noCompiler !== undefined)('a default experiment', () => {
  it.each([
    ['stopTime="INF"', {}, ['stopTime = Infinity']],
    ['stopTime="-INF"', {}, ['stopTime = -Infinity']],
    ['stopTime="NaN"', {}, ['stopTime = NaN']],
    ['stopTime="1.7976931348623157e308"', {}, ['stopTime = 1.7976931348623157e+308']],
    ['stopTime="1e400"', {}, ['stopTime = Infinity']],
    ['startTime="NaN" stopTime="2"', { stopTime: 2 }, ['startTime = NaN']],
    ['startTime="2" stopTime="2"', { startTime: 2 }, ['stopTime = 2']],
    ['startTime="2" stopTime="1"', { startTime: 2 }, ['stopTime = 1']],
    ['stepSize="0"', {}, ['stepSize = 0']],
    ['stepSize="INF"', {}, ['stepSize = Infinity']],
    ['stepSize="NaN" tolerance="INF"', {}, ['stepSize = NaN', 'tolerance = Infinity']],
    ['stepSize="-0.1" tolerance="-1"', {}, ['stepSize = -0.1', 'tolerance = -1']],
    ['tolerance="0" stopTime="2"', { stopTime: 2 }, ['tolerance = 0']],
    ['tolerance="NaN"', {}, ['tolerance = NaN']],
  ])('%s runs, and what no run can use counts as missing with a note', async (attributes, usable, named) => {
    const file = await experiment(attributes);
    const { archive } = await readFmuFile(file);
    const { description, notes } = await readDescription(archive);
    expect(usableExperiment(description)).toStrictEqual(usable);
    expect(notes).toStrictEqual(
      named.map((what) => `modelDescription.xml has ${what} in DefaultExperiment, which counts as missing`),
    );
    const system = await singleSystem(file, { trusted: true });
    expect(system.units[0].notes).toStrictEqual(notes);
    expect((await simulate(system)).endTime).toBe(
      'stopTime' in usable ? usable.stopTime : system.startTime + 1,
    );
  });

  const refused = async (attributes: string, options: SingleOptions): Promise<string> => {
    const file = await experiment(attributes);
    return singleSystem(file, options).then(
      () => 'accepted',
      (error: Error) => error.message.replace(file, 'told.fmu'),
    );
  };

  it('an error names the default experiment where nobody gave the option', async () => {
    expect(await refused('stopTime="1"', { startTime: 5 })).toBe(
      'told.fmu DefaultExperiment (give the option "stop time"): stop time: expected a time after the start time 5 s, got 1 s.',
    );
    expect(await refused('stopTime="1"', { startTime: 5, stopTime: 4 })).toBe(
      'told.fmu, option "stop time": stop time: expected a time after the start time 5 s, got 4 s.',
    );
    expect(await refused('stopTime="1e10" stepSize="1e-9"', {})).toMatch(
      /^told\.fmu DefaultExperiment \(give the option "step"\): run: the step H = 1e-9 s is too small/,
    );
  });
});

describe.skipIf(noCompiler !== undefined)('a communication step beside the internal step', () => {
  const inner = (words: string): Promise<string> =>
    write('inner.fmu', (xml) =>
      xml.replace('canHandleVariableCommunicationStepSize="true"', words).replace(told, ''),
    );
  const two = (options: SystemFile['algorithm'], stopTime: number): Promise<CheckedSystem> =>
    resolveSystem(
      {
        name: 'two',
        units: { a: { fmu: 'inner.fmu' }, b: { fmu: 'inner.fmu' } },
        connections: [{ from: 'a.y', to: 'b.u' }],
        algorithm: options,
        stopTime,
      },
      join(folder, 'two.json'),
      { trusted: true },
    );
  const note = (unit: string, step: number): string =>
    `the step ${step} s of ${unit} is not a whole multiple of its internal step 0.1 s (fixedInternalStepSize), so its results may be up to an internal step early or late`;

  it.each(['true', 'false'])(
    'runs with a note, where canHandleVariableCommunicationStepSize is %s',
    async (able) => {
      const file = await inner(
        `canHandleVariableCommunicationStepSize="${able}" fixedInternalStepSize="0.1"`,
      );
      const system = await singleSystem(file, { step: 0.25, trusted: true });
      expect(system.notes).toStrictEqual([note('inner', 0.25)]);
      expect((await simulate(system)).endTime).toBe(1);
      const fits = await singleSystem(file, { step: 0.2, trusted: true });
      expect(fits.notes).toBeUndefined();
    },
  );

  it.each(['jacobi', 'gauss-seidel', 'adaptive', 'hybrid', 'newton', 'multi-rate'])(
    'runs under %s',
    async (scheme) => {
      await inner('canHandleVariableCommunicationStepSize="true" fixedInternalStepSize="0.1"');
      const system = await two({ scheme, step: 0.25 }, 1);
      expect(system.notes).toStrictEqual([note('a', 0.25), note('b', 0.25)]);
      expect((await simulate(system)).outcome).toBe('finished');
    },
  );
});
