import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { campaign, type Finding, type Plan } from '../../fuzz/campaign.ts';
import { keptCases } from '../../fuzz/fuzz-files.ts';
import { main } from '../../fuzz/fuzz-main.ts';
import type { Target } from '../../fuzz/fuzz-target.ts';
import { caseSeconds, faultOf, judge } from '../../fuzz/judge-case.ts';
import { minimize } from '../../fuzz/minimize.ts';
import { targets } from '../../fuzz/targets/index.ts';
import { watch } from '../../fuzz/watch-child.ts';
import { notEmpty } from '../not-empty.ts';
import { root } from '../run-fmu.ts';
import { isFullTest, width } from '../width.ts';

/** Cases of each target: seconds in quick and full tests, a minute in whole ones. */
const allCases = width(200, 2000, 8000);

const planOf = (target: string, n: number): Plan => ({
  target,
  seed: 1,
  first: 0,
  cases: n,
  seconds: 1e9,
  caseSeconds,
});

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (of: string): Uint8Array => new TextEncoder().encode(of);

describe.each(notEmpty('targets', targets).map((target) => [target.name, target] as const))(
  'the target %s',
  (name, target) => {
    it('finds nothing in its corpus and in earlier findings', async () => {
      for (const fuzzCase of notEmpty(`cases of ${name}`, keptCases(name)))
        expect(await judge(target, fuzzCase.bytes), fuzzCase.path).not.toHaveProperty('fault');
    });

    it('accepts a good part of its seeds', async () => {
      const ways = await Promise.all(
        keptCases(name)
          .filter(({ path }) => path.startsWith('corpus/'))
          .map((fuzzCase) => judge(target, fuzzCase.bytes)),
      );
      const accepted = ways.filter(({ way }) => way?.startsWith('accepted'));
      expect(2 * accepted.length).toBeGreaterThanOrEqual(ways.length);
    });

    it('finds nothing in random cases', async () => {
      const findings: string[] = [];
      const cases = Math.ceil(allCases / (target.cost ?? 1));
      const figures = await campaign(target, planOf(name, cases), {
        begins: () => {},
        onFinding: (finding) => findings.push(`${finding.fault}\n${JSON.stringify(text(finding.bytes))}`),
      });
      expect(findings).toEqual([]);
      expect(figures.cases).toBe(cases);
      // Expects that a third of the cases are well-formed and judged by their content.
      expect(figures.formed).toBeGreaterThan(cases / 3);
      expect(figures.accepted).toBeGreaterThan(cases / 10);
      expect(figures.ways).toBeGreaterThan(10);
    });
  },
);

describe('the targets', () => {
  it('targets have unique names', () => {
    expect(new Set(targets.map(({ name }) => name)).size).toBe(19);
  });
});

describe('a case', () => {
  const throwing = (error: unknown): Target => ({
    name: 'x',
    about: 'x',
    mutate: (seed) => seed,
    hasForm: () => true,
    run: () => {
      throw error;
    },
  });

  it('a case may end only in a UserError that can be shown', async () => {
    const fault = async (error: unknown): Promise<string | undefined> =>
      (await judge(throwing(error), bytes(''))).fault;
    expect(await fault(new UserError('read x: it is cut short. Get it again.'))).toBeUndefined();
    expect(await fault(new TypeError('x'))).toMatch(/^TypeError: x/);
    expect(await fault('x')).toBe('threw x');
    expect(faultOf('read \x1b[2J: it is cut short.')).toMatch(/control characters/);
    expect(faultOf('read \u202ex: it is cut short.')).toMatch(/control characters/);
    expect(faultOf(`read x: ${'y'.repeat(5000)}`)).toMatch(/5008 characters/);
    expect(faultOf('cut short')).toMatch(/without operation/);
  });

  it('a case is minimized while its fault stays', async () => {
    const long = bytes(`${'a'.repeat(300)}<${'b'.repeat(500)}>${'c'.repeat(77)}`);
    const small = await minimize(long, async (item) => /<b*>/.test(text(item)));
    expect(text(small)).toBe('<>');
  });
});

describe('the fuzz watcher', () => {
  it('detects a hang, an end of the process, an exception and a changed prototype', async () => {
    const findings: Finding[] = [];
    // With a case of each kind among them. Each that ends its process is followed by another
    // process.
    const [first, n] = isFullTest ? [0, 30] : [24, 8];
    const plan = { ...planOf(join(root, 'test/fuzz/broken-target.ts'), n), first, caseSeconds: 0.1 };
    const figures = await watch(plan, { onFinding: (finding) => findings.push(finding), at: () => {} });
    expect(figures.cases).toBe(n);
    const faults = findings.map(({ fault }) => fault.replace(/[\n:].*/s, ''));
    expect(new Set(faults)).toEqual(
      new Set(['hangs', 'ended its process', 'TypeError', 'Object.prototype has changed']),
    );
    for (const { fault, bytes: findingBytes } of findings)
      if (/^TypeError|prototype/.test(fault)) expect(findingBytes).toHaveLength(1);
  });

  it('npm run fuzz prints a line for each target, and exits with code 1 after a finding', async () => {
    const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
      spawnSync(process.execPath, [join(root, 'bin/fuzz.mjs'), ...args], { encoding: 'utf8' });
    // In this process: each start of the program compiles it.
    const runInProcess = async (...args: string[]): Promise<{ status: unknown; output: string }> => {
      const chunks: string[] = [];
      const spies = [process.stdout, process.stderr].map((stream) =>
        vi.spyOn(stream, 'write').mockImplementation((chunk) => chunks.push(String(chunk)) > 0),
      );
      try {
        await main(args);
        return { status: process.exitCode ?? 0, output: chunks.join('') };
      } finally {
        for (const spy of spies) spy.mockRestore();
        process.exitCode = undefined;
      }
    };
    const campaignArgs = ['--from', '70', '--cases', '50', '--no-keep', 'csv'];
    const good = isFullTest ? run(...campaignArgs) : await runInProcess(...campaignArgs);
    // A busy machine also prints how far it is.
    const lines = ('stdout' in good ? good.stdout : good.output).replace(/^ .*\n/gm, '');
    expect(lines).toMatch(
      /^csv +50 cases \(\d+\/s, seed 1\), \d+ accepted, \d+ well-formed, \d+ ways, 0 findings\nno finding\n$/,
    );
    expect(good.status).toBe(0);
    const bad = await runInProcess('--cases', '12', '--no-keep', 'nothing');
    expect(bad.output).toMatch(/^fuzz nothing: unknown target\. Choose from zip, /);
    expect(bad.status).toBe(1);
    const list = await runInProcess('--list');
    expect(list.output.trim().split('\n')).toHaveLength(19);
    expect(list.status).toBe(0);
    const wrong = [
      ['--cases', '0'],
      ['--from', '-1'],
    ];
    for (const args of wrong.slice(0, width(1, 2))) expect(run(...args).status).toBe(2);
  });
});

test('equal seeds generate equal cases', async () => {
  const run = async (): Promise<string[]> => {
    const seen: string[] = [];
    await campaign(targets[1], planOf(targets[1].name, 100), {
      begins: (_, item) => seen.push(text(item)),
      onFinding: () => {},
    });
    return seen;
  };
  const first = await run();
  expect(new Set(first).size).toBeGreaterThan(50);
  expect(await run()).toEqual(first);
});
