import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOf, fmi3 } from '../../../fmu-sdk/check/example/example-fmu.ts';
import { behaviourRules, fileRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { zipOf } from '../../hostile/inputs/zips.ts';

const folder = temporaryFolder('check');
beforeAll(() => {
  const write = (name: string, parts: Parameters<typeof fmi3>[0]): void =>
    writeFileSync(join(folder, name), filesOf(fmi3(parts))['modelDescription.xml']);
  write('good.xml', {});
  write('token.xml', { attributes: { instantiationToken: '' } });
  write('step.xml', { definitions: '<DefaultExperiment stopTime="1" stepSize="2"/>' });
  write('interface.xml', { interfaces: '' });
});

const check = (...args: string[]): ReturnType<typeof fmuHere> =>
  fmuHere(['check', '--static', ...args], folder);

describe('fmu check', () => {
  it('fmu check ends with code 0 without findings or with advice, and with code 3 for a violation', async () => {
    expect((await check('good.xml', 'token.xml')).code).toBe(0);
    expect((await check('step.xml')).code).toBe(0);
    const { code, out } = await check('good.xml', 'step.xml', 'interface.xml');
    expect(code).toBe(3);
    expect(out).toMatch(
      /good\.xml: no violation found in what was checked, FMI 3\.0\.2\n {2}checked \d+ of \d+ rules that apply, skipped/,
    );
    expect(out).toMatch(/description\/interface-present \(FMI 3\.0\.2, 2\.4\.1\)/);
  });

  it('fmu check writes JSON, and SARIF to a file', async () => {
    expect(JSON.parse((await check('interface.xml', '--format', 'json')).out).units[0].rules.length).toBe(
      fileRules.length + behaviourRules.length,
    );
    expect(await check('interface.xml', '--format', 'sarif', '--output', 'check.sarif')).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^interface\.xml: does not conform to FMI 3\.0\.2: 1 violation\n/),
    });
    const [run] = JSON.parse(readFileSync(join(folder, 'check.sarif'), 'utf8')).runs;
    expect(run.results[0].ruleId).toBe('description/interface-present');
  });

  it('the ending of --output chooses the format of fmu check, and .html is the page', async () => {
    for (const [name, begin] of [
      ['by-ending.json', /^\{/],
      ['by-ending.sarif', /^\{\s*"\$schema"/],
      ['by-ending.xml', /^<\?xml/],
      ['by-ending.md', /^## fmu check/],
      ['by-ending.html', /^<!doctype html>/],
      ['by-ending.txt', /^interface\.xml: does not conform/],
    ] as const) {
      const { code, out } = await check('interface.xml', '-o', name);
      expect([name, code]).toEqual([name, 3]);
      expect(out).toMatch(/^interface\.xml: does not conform to FMI 3\.0\.2/);
      expect(readFileSync(join(folder, name), 'utf8')).toMatch(begin);
    }
  });

  it('fmu check checks all FMUs of a folder, and writes their verdicts, pages and waivers', async () => {
    for (const [path, parts] of [
      ['plant/one/a.fmu', {}],
      ['plant/two/b.fmu', { interfaces: '' }],
    ] as const) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      const entries = Object.entries(filesOf(fmi3(parts))).map(([name, content]) => ({ name, content }));
      writeFileSync(join(folder, path), zipOf(entries));
    }
    const made = await check('plant', '--report-dir', 'pages', '--write-waivers', 'new.json');
    expect(made.code).toBe(3);
    expect(made.out).toMatch(/^FMU +verdict +violation +robustness +advice +checked$/m);
    expect(made.out).toMatch(/^plant\/two\/b\.fmu +does not conform +\d+ +\d+ +\d+ +\d+ of \d+$/m);
    for (const page of ['one/a.html', 'two/b.html'])
      expect(readFileSync(join(folder, 'pages', page), 'utf8')).toContain(
        '<a href="../index.html">All checked FMUs</a>',
      );
    expect(made.out).toMatch(/^report {2}pages\/index\.html$/m);
    const index = readFileSync(join(folder, 'pages/index.html'), 'utf8');
    expect(index).toContain('<h1>Check of 2 FMUs</h1>');
    const bad = [...made.out.matchAll(/^(plant\S+) {2,}does not conform/gm)].map(([, file]) => file);
    expect(index).toContain(`<p class="word">${2 - bad.length} of 2</p>`);
    expect(index).toMatch(/<p class="reason">Do(es)? not conform: [^<]*plant\/two\/b\.fmu\.<\/p>/);
    expect(bad.filter((file) => !index.includes(file))).toEqual([]);
    expect(index).toContain('<a href="one/a.html">one/a</a>');
    expect(index).toContain('<a href="two/b.html">two/b</a>');
    expect((await check('plant', '--waivers', 'new.json')).code).toBe(0);
    const waivers = [
      { rule: 'description/interface-presen', reason: 'r' },
      { rule: 'description', unit: 'c.fmu', reason: 'r' },
    ];
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ waivers }));
    const { err } = await check('plant', '--waivers', 'wrong.json');
    expect(err).toContain('no rule description/interface-presen. Did you mean description/interface-present');
    expect(err).toContain('no FMU c.fmu in this run.');
  });

  it('fmu check writes a page with every rule in addition to the terminal report', async () => {
    expect((await check('interface.xml', '--report', 'check.html')).out).toMatch(
      /interface\.xml: does not conform to FMI 3\.0\.2/,
    );
    const page = readFileSync(join(folder, 'check.html'), 'utf8');
    for (const { id } of [...fileRules, ...behaviourRules]) expect(page).toContain(`>${id}</code>`);
    expect(page).toContain('Nothing was run: only files were checked (--static).');
  });

  it('fmu check prints the catalogue, and explains a rule with its clause and examples', async () => {
    const { out } = await fmuHere(['check', '--list']);
    for (const { id } of fileRules) expect(out).toContain(`${id} `);
    const explained = (await fmuHere(['check', '--explain', 'structure/output-complete'])).out;
    expect(explained).toMatch(/FMI 2\.0\.5, 2\.2\.8; FMI 3\.0\.2, 2\.4\.8/);
    expect(explained).toMatch(/Passes:[\s\S]*Fails:/);
  });

  it('fmu check suggests a fix for an unknown rule, a missing file, and a missing argument', async () => {
    const rule = await fmuHere(['check', '--explain', 'output-complete']);
    expect(rule).toMatchObject({ code: 1 });
    expect(rule.err).toMatch(/Did you mean structure\/output-complete\?/);
    expect((await check('none.fmu')).err).toMatch(/Name an \.fmu file, a folder or a modelDescription\.xml/);
    expect((await fmuHere(['check'])).err).toMatch(/no file is named/);
  });

  it('fmu check --help lists every option, shows each in an example, and explains the exit codes', async () => {
    const { out } = await fmuHere(['check', '--help']);
    const [, examples] = out.split('Examples:');
    for (const option of ['only', 'skip', 'fail-on', 'timeout', 'waivers', 'against', 'edition']) {
      expect(out).toContain(`--${option}`);
      expect(examples).toContain(`--${option}`);
    }
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /Exit code 3: the FMU has a violation.* Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done.* 130 /,
    );
  });
});
