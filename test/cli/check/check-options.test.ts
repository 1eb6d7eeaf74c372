import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOf, fmi2, fmi3 } from '../../../fmu-sdk/check/example/example-fmu.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';

const folder = temporaryFolder('check-options');
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  const write = (name: string, parts: Parameters<typeof filesOf>[0]): void =>
    writeFileSync(path(name), filesOf(parts)['modelDescription.xml']);
  write('good.xml', fmi3({}));
  // Severity advice: the step is longer than the experiment.
  write('advice.xml', fmi3({ definitions: '<DefaultExperiment stopTime="1" stepSize="2"/>' }));
  write('bad.xml', fmi3({ variables: '<Float64 name="u" valueReference="1" causality="input"/>' }));
  write('old.xml', fmi2({ attributes: { generationDateAndTime: '2020-02-02T00:00:00Z' } }));
});

/** Uses a short file name, because reports break long lines. */
const check = (file: string, ...args: string[]): ReturnType<typeof fmuHere> =>
  fmuHere(['check', '--static', file, ...args], folder);

describe('fmu check --fail-on', () => {
  it('--fail-on adds severities and skipped checks to the reasons for exit code 3', async () => {
    expect((await check('advice.xml')).code).toBe(0);
    expect((await check('advice.xml', '--fail-on', 'robustness')).code).toBe(0);
    expect((await check('advice.xml', '--fail-on', 'advice')).code).toBe(3);
    expect((await check('bad.xml')).code).toBe(3);
    // A bare description lacks an archive, which the user did not choose.
    expect((await check('good.xml', '--fail-on', 'skip')).code).toBe(3);
    expect((await check('bad.xml', '--fail-on', 'skip')).code).toBe(3);
  });

  it('--fail-on skip ignores rules that were left out on request', async () => {
    expect((await check('good.xml', '--only', 'variable/range', '--fail-on', 'skip')).code).toBe(0);
  });
});

describe('fmu check --only and --skip', () => {
  it('--only runs some rules and --skip the others, so that the FMU does not count as conforming', async () => {
    const { out, code } = await check('bad.xml', '--only', 'clock', '--only', 'experiment/*');
    expect(code).toBe(0);
    expect(out).toMatch(/no violation found in what was checked/);
    expect(out).toMatch(/not selected \(\d+\)/);
    expect((await check('bad.xml', '--skip', 'variable/start-*')).code).toBe(0);
    expect((await check('bad.xml', '--skip', 'clock,experiment')).code).toBe(3);
  });

  it('--only and --skip refuse an unknown rule and suggest a similar one', async () => {
    const { code, err } = await check('bad.xml', '--skip', 'output-complete');
    expect(code).toBe(1);
    expect(err).toMatch(
      /check: skip: expected a rule, got output-complete\. Did you mean structure\/output-complete\?/,
    );
  });
});

describe('fmu check --edition', () => {
  it('--edition applies this edition instead of the last one before the FMU was generated', async () => {
    expect((await check('old.xml')).out).toMatch(/FMI 2\.0\.1$/m);
    expect((await check('old.xml', '--edition', '2.0.4')).out).toMatch(/FMI 2\.0\.4$/m);
  });

  it('--edition refuses an edition of another FMI version, and an unknown edition', async () => {
    const other = await check('good.xml', '--edition', '2.0.3');
    expect(other.code).toBe(1);
    expect(other.err).toMatch(
      /expected an edition of FMI 3\.0.*got 2\.0\.3.*Choose among 3\.0, 3\.0\.1, 3\.0\.2, main/,
    );
    expect((await check('good.xml', '--edition', '2.1')).code).toBe(2);
  });
});

describe('fmu check --waivers', () => {
  const waivers = (waiver: object): string => {
    writeFileSync(path('waivers.json'), JSON.stringify({ waivers: [waiver] }));
    return path('waivers.json');
  };

  it('--waivers removes known findings from the exit code and prints their reasons', async () => {
    const file = waivers({ rule: 'variable/start-input', variable: 'u', reason: 'set by the importer' });
    const { code, out, err } = await check('bad.xml', '--waivers', file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/waived: 1 finding \(set by the importer\)/);
  });

  it('--waivers reports an expired waiver and an unused one', async () => {
    const ended = waivers({ rule: 'variable', reason: 'for now', until: '2020-01-01' });
    const late = await check('bad.xml', '--waivers', ended);
    expect(late.code).toBe(3);
    expect(late.err).toMatch(/expired on 2020-01-01/);
    const unused = await check('good.xml', '--waivers', waivers({ rule: 'variable', reason: 'for now' }));
    expect(unused.err).toMatch(/covers no finding/);
  });

  it('--waivers refuses a file without reasons before anything is checked', async () => {
    const { code, out, err } = await check('bad.xml', '--waivers', waivers({ rule: 'variable' }));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/waivers\.json:1.*reason/);
  });
});

describe('fmu check --against', () => {
  it('--against fails only for findings that are new since an earlier report, and reports disappeared ones', async () => {
    await check('bad.xml', '--format', 'json', '--output', path('last.json'));
    const again = await check('bad.xml', '--against', path('last.json'));
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/since then: 0 new, 0 gone, 1 as before/);
    const text = readFileSync(path('last.json'), 'utf8').replaceAll('bad.xml', 'good.xml');
    writeFileSync(path('other.json'), text);
    const mended = await check('good.xml', '--against', path('other.json'));
    expect(mended.out).toMatch(/since then: 0 new, 1 gone, 0 as before\n {4}gone: .*"u"/);
    const fresh = await check('bad.xml', '--against', path('other.json'));
    expect(fresh.code).toBe(3);
    expect(fresh.out).toMatch(/violation {2}New: /);
  });
});

describe('fmu check --timeout', () => {
  it('--timeout accepts only seconds above 0', async () => {
    expect((await check('good.xml', '--timeout', '60')).code).toBe(0);
    expect((await check('good.xml', '--timeout', 'soon')).err).toMatch(
      /--timeout: expected a time such as 10, 10s, 200ms, 5min or 1h, got soon\./,
    );
    for (const wrong of ['0', '-1'])
      expect((await check('good.xml', '--timeout', wrong)).err).toMatch(
        /--timeout must be above 0 s, got .* s\./,
      );
  });
});
