import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readSmokeTests } from '../../../fmu-sdk/archive/smoke-test/read-smoke-tests.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { runSmokeTests, type SmokeTestResult } from '../../../master/smoke-test/run-smoke-tests.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { released } from '../../release.ts';
import { root } from '../../run-fmu.ts';
import { packagedUnits } from '../../setup.ts';
import { spread } from '../../width.ts';

const fmu = (...words: string[]): ReturnType<typeof fmuHere> => fmuHere(words);

const at = 'extra/org.fmi-standard.fmi-ls-ref/';
const folder = temporaryFolder('smoke');
let actuator: Map<string, Uint8Array>;

beforeAll(async () => {
  const archive = await openArchive(join(root, 'dist/hydraulic-actuator.fmu'));
  actuator = new Map();
  for (const path of archive.paths) actuator.set(path, await archive.bytes(path));
});

let written = 0;

/** Returns the actuator with changed files. undefined removes a file. */
async function unit(changes: Readonly<Record<string, string | undefined>>): Promise<string> {
  const files = new Map<string, string | Uint8Array>(actuator);
  for (const [path, text] of Object.entries(changes)) {
    if (text === undefined) files.delete(path);
    else files.set(path, text);
  }
  const file = join(folder, `${written++}.fmu`);
  writeFileSync(file, await zip(files));
  return file;
}

const results = async (file: string): Promise<SmokeTestResult[]> => runSmokeTests(file);
const manifest = (related: string): string =>
  `<fmiReferences xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest" fmi-ls:fmi-ls-name="org.fmi-standard.fmi-ls-ref" fmi-ls:fmi-ls-version="1.0.0-beta.1" fmi-ls:fmi-ls-description="x">${related}</fmiReferences>`;
const experiments = (inside: string): string => `<Experiments name="set">${inside}</Experiments>`;
const text = (path: string): string => new TextDecoder().decode(actuator.get(path));

/** Files of a third-party FMU: arbitrary locations, inputs and values from files. */
const foreign = {
  [`${at}fmi-ls-manifest.xml`]: manifest(
    '<Related type="text/plain" source="../../documentation/index.html" role="document"/>' +
      '<Related type="application/x-ma-ls-experiments" source="tests/a%20b.exp" role="experiment"/>' +
      '<Related type="application/x-ma-hs-experiments" source="none.exp" role="experiment/validation"/>',
  ),
  [`${at}tests/a b.exp`]: experiments(
    '<Experiment name="held" startTime="1" stopTime="1.02" stepSize="0.01" tolerance="1e-6"><Parameters source="../p.ssv"/><Stimuli source="in.csv"/><References source="ref.csv"/></Experiment>' +
      '<Experiment name="runs" stopTime="0.01"/>',
  ),
  [`${at}p.ssv`]:
    '<ssv:ParameterSet xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="p"><ssv:Parameters><ssv:Parameter name="no_such_name"><ssv:Real value="1"/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>',
  [`${at}tests/in.csv`]: 'time,s\n1,0.4\n2,0.4\n',
  [`${at}tests/ref.csv`]: 'time,p1\n1,0\n1.02,0\n',
};

describe('smoke tests of fmukit FMUs', () => {
  it.each(spread(packagedUnits, 8))('%s includes a smoke test and passes it bit for bit', async (name) => {
    const [result, ...more] = await results(join(root, `dist/${name}.fmu`));
    expect(more).toEqual([]);
    expect(result).toMatchObject({ name: 'start', passed: true, notCompared: [] });
    expect(result.deviations.length).toBeGreaterThan(0);
    expect(result.deviations.filter(({ largest }) => largest !== 0)).toEqual([]);
  });

  it('fmu build omits the smoke test on request', async () => {
    const { file } = await released(() =>
      buildUnit(join(root, 'units/joystick'), folder, { smokeTest: false }),
    );
    expect((await openArchive(file)).paths.filter((path) => path.startsWith(at))).toEqual([]);
    expect(await results(file)).toEqual([]);
  });

  it('names files as in FMI-LS-REF, and states times, step and tolerance', async () => {
    expect(await readSmokeTests(await openArchive(await unit({})))).toEqual([
      {
        name: 'start',
        startTime: 0,
        stopTime: 0.02,
        stepSize: 0.001,
        tolerance: 1e-9,
        parameters: undefined,
        stimuli: undefined,
        references: `${at}smoke-test.csv`,
      },
    ]);
  });

  it.each([
    [
      'one digit of a result',
      (csv: string) =>
        csv.replace(/^(0\.02,-?\d+\.\d{3})\d/m, '$19').replace(/^(0\.02,-?\d+\.\d{2})\d/m, '$10'),
    ],
    ['a row after its end', (csv: string) => `${csv}9,${'0,'.repeat(9)}0\r\n`],
  ])('fails with %s', async (_, change) => {
    const path = `${at}smoke-test.csv`;
    expect(change(text(path))).not.toBe(text(path));
    const [{ passed, deviations }] = await results(await unit({ [path]: change(text(path)) }));
    expect(passed).toBe(false);
    expect(deviations.some((deviation) => !deviation.passed)).toBe(true);
  });

  it.each([
    ['column for an unknown variable', 'p9'],
    ['column for an unknown element', 'p1[2]'],
  ])('fails with a %s and names it', async (_, name) => {
    const path = `${at}smoke-test.csv`;
    const other = await unit({ [path]: text(path).replace('p1', name) });
    const [{ passed, missing, deviations }] = await results(other);
    expect({ passed, missing }).toEqual({ passed: false, missing: [name] });
    expect(deviations.every((deviation) => deviation.passed)).toBe(true);
    const { code, out } = await fmu('verify', other, '--unsigned');
    expect([code, out]).toEqual([1, expect.stringContaining(`(unknown to the FMU: ${name})`)]);
  });
});

describe('smoke tests of third-party FMUs', () => {
  it('runs experiments with inputs, values, start time and roles from their files', async () => {
    const outcomes = await results(await unit(foreign));
    expect(outcomes.map(({ name }) => name)).toEqual(['held', 'runs']);
    const [held, runs] = outcomes;
    expect(held.deviations).toMatchObject([{ name: 'p1', unit: 'Pa', allowed: 1e-12, passed: false }]);
    const right = `time,p1\n1,${held.deviations[0].largest}\n`;
    expect(runs).toMatchObject({ passed: true, deviations: [] });
    const first = await results(await unit({ ...foreign, [`${at}tests/ref.csv`]: right }));
    expect(first[0].deviations[0].largest).toBeLessThan(held.deviations[0].largest);
  });

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    [
      'a source that leaves the archive',
      {
        [`${at}fmi-ls-manifest.xml`]: manifest(
          '<Related type="application/x-ma-hs-experiments" source="../../../x" role="experiment"/>',
        ),
      },
      /source of <Related> is "\.\.\/\.\.\/\.\.\/x", expected a file in this archive/,
    ],
    [
      'a source on a web server',
      {
        [`${at}fmi-ls-manifest.xml`]: manifest(
          '<Related type="application/x-ma-hs-experiments" source="http://x/y" role="experiment"/>',
        ),
      },
      /expected a file in this archive/,
    ],
    [
      'a source that is not a URI',
      {
        [`${at}fmi-ls-manifest.xml`]: manifest(
          '<Related type="application/x-ma-hs-experiments" source="%zz" role="experiment"/>',
        ),
      },
      /expected a file in this archive/,
    ],
    [
      'a missing source',
      { [`${at}smoke-test.csv`]: undefined },
      /source of <References> is "smoke-test\.csv", expected a file in this archive/,
    ],
    [
      'a step of size 0',
      { [`${at}smoke-test.exp`]: experiments('<Experiment name="x" stepSize="0"/>') },
      /stepSize of <Experiment> is "0", expected a number above 0/,
    ],
    [
      'an infinite stop time',
      { [`${at}smoke-test.exp`]: experiments('<Experiment name="x" stopTime="INF"/>') },
      /expected a finite number/,
    ],
    [
      'more values than the limit',
      { [`${at}smoke-test.exp`]: experiments('<Experiment name="x" stopTime="1e9" stepSize="1e-3"/>') },
      /would record 1\.0e\+12 values, but the limit is 2e\+7/,
    ],
    ['a table without time', { [`${at}smoke-test.csv`]: 'p1\r\n1\r\n' }, /the first column must be "time"/],
    [
      'a table of text',
      { [`${at}smoke-test.csv`]: 'time,p1\r\n0,high\r\n' },
      /expected a number in row 1 of p1, got "high"/,
    ],
    [
      'a table with decreasing times',
      { [`${at}smoke-test.csv`]: 'time,p1\r\n1,0\r\n0,0\r\n' },
      /the times decrease/,
    ],
    ['a table without rows', { [`${at}smoke-test.csv`]: 'time,p1\r\n' }, /the table is empty/],
  ])('reports an error for %s', async (_, changes, message) => {
    await expect(results(await unit(changes))).rejects.toThrow(message);
  });
});

describe('fmu verify', () => {
  it('runs the smoke test of a signed FMU or on request, and prints the largest deviations', async () => {
    const file = await unit({});
    const refused = await fmu('verify', file);
    expect(refused).toMatchObject({ code: 1, out: '' });
    const { code, out, err } = await fmu('verify', file, '--unsigned');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /not signed, 9 entries\n\nSmoke test "start", 20 steps: passed\nvariable +deviation +allowed +unit\nF_s +0\.000e\+0 +[\d.]+e-\d+ +N\n/,
    );
    expect((await fmu('verify', file, '--unsigned', '--no-run')).out).not.toContain('Smoke');
  });

  it('ends with code 1 if results differ, and names the time', async () => {
    const wrong = text(`${at}smoke-test.csv`).replace(/^0\.005,[^,]*/m, '0.005,7');
    const { code, out, err } = await fmu(
      'verify',
      await unit({ [`${at}smoke-test.csv`]: wrong }),
      '--unsigned',
    );
    expect(code).toBe(1);
    expect(out).toMatch(/FAILED\n.*\nF_s .* N +outside at t = 0\.005 s\n/);
    expect(err).toMatch(/the results here differ from the results of its author \(start\)/);
  });

  it('reports a missing smoke test', async () => {
    const { code, out } = await fmu(
      'verify',
      await unit({ [`${at}fmi-ls-manifest.xml`]: undefined }),
      '--unsigned',
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/it contains no smoke test/)]);
  });
});
