import { describe, expect, it } from 'vitest';
import { targetsOf } from '../../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import type { RuleResult } from '../../../fmu-sdk/check/result/check-result.ts';
import type { BehaviourRule } from '../../../fmu-sdk/check/rule.ts';
import { standardRule } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { spread } from '../../width.ts';
import type { Edit } from '../c-fmu.ts';
import { buildUnit } from '../mutants/build.ts';

const rule = standardRule('oracle/kinds') as BehaviourRule;

const exact = 'target + (m->x[i] - target) * exp(-m->k * h);';
const euler: Edit = [exact, 'm->x[i] + h * (m->u - m->k * m->x[i]);'];
const pieces = '(int)ceil(h / 0.01 - 1e-6)';

const folder = temporaryFolder('kinds');

let built = 0;

/** Returns the verdict of the rule on an FMU after these edits of its source, or on a mutant. */
async function verdictOn(edits: Edit[], unit = 'full3', mark?: string): Promise<RuleResult> {
  const file = await buildUnit(unit, folder, { name: `${unit}-${built++}`, edits, mark });
  return (await runOnTargets(file, [rule], await targetsOf(file))).verdicts[0];
}

describe.skipIf(noCompiler !== undefined)('comparing co-simulation with model exchange of one FMU', () => {
  it.each(spread(['full3', 'full2'], 1))(
    'the interfaces of %s agree, including events, and the verdict has the number of compared values',
    async (unit) => {
      const verdict = await verdictOn([], unit);
      expect(verdict).toMatchObject({ status: 'passed', findings: [] });
      expect(verdict.said).toMatch(/\d+ values at 41 times/);
    },
  );

  // Explicit Euler decays like exp(−k (1 + k h/2) t) with k = 1/s and h = 0.05 s. A constant error
  // of the rate does not converge.
  it.each([
    [1.5, 'passed'],
    [3, 'failed'],
  ])('an error of %d times that of explicit Euler has %s, with the limit at twice', async (times, status) => {
    const off = exact.replace('-m->k * h', `-m->k * (1 + ${times} * 0.025) * h`);
    expect((await verdictOn([[exact, off]])).status).toBe(status);
  });

  it('a missed event causes one finding with its time and deviation', async () => {
    const { status, findings } = await verdictOn([], 'full3', 'event_missed');
    expect(status).toBe('failed');
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      severity: 'robustness',
      target: expect.stringContaining('co-simulation'),
    });
    expect(findings[0].message).toMatch(
      /"(y|x\[1\]|count)" of co-simulation \(and 2 more\) deviates .* at t = /,
    );
    expect(findings[0].message).toMatch(
      /with steps of 0\.05 s, .* with steps of 0\.025 s, .* with steps of 0\.0125 s/,
    );
  });

  it('explicit Euler inside the steps causes no finding', async () => {
    expect(await verdictOn([euler])).toMatchObject({ status: 'passed', findings: [] });
  });

  it('a single step of explicit Euler in each communication step converges and causes no finding', async () => {
    expect(await verdictOn([euler, [pieces, '1']])).toMatchObject({ status: 'passed', findings: [] });
  });

  it('a decay that is a fifth faster is found', async () => {
    const { findings } = await verdictOn([[exact, exact.replace('-m->k', '-1.2 * m->k')]]);
    expect(findings).toHaveLength(1);
  });

  it('a decay of one state without events that is a fifth faster is found', async () => {
    const faster = exact.replace('-m->k', '-(i == 1 ? 1.2 : 1) * m->k');
    const { findings } = await verdictOn([[exact, faster]]);
    expect(findings).toHaveLength(1);
    expect(findings[0].message).toContain('"x[2]" of co-simulation deviates');
  });

  it('an ignored input that is 0 at first is found, because inputs are changed', async () => {
    const { findings } = await verdictOn([
      ['const double target = m->u / m->k;', 'const double target = 0;'],
    ]);
    expect(findings).toHaveLength(1);
  });

  it('an FMU that differs in each run is skipped, neither failed nor passed', async () => {
    const verdict = await verdictOn([
      [
        '  c->events = events;\n',
        '  static double more;\n  c->m.x[1] += more += 0.3;\n  c->events = events;\n',
      ],
    ]);
    expect(verdict).toMatchObject({ status: 'skipped', findings: [] });
    expect(verdict.why).toMatch(/differs between identical runs/);
  });

  it('the rule is skipped with the reason if model exchange cannot be solved', async () => {
    const begin = 'FUNCTION(GetContinuousStateDerivatives)(Unit* c, double dx[], size_t n) {\n';
    const verdict = await verdictOn([[begin, `${begin}  REFUSE("not today");\n`]]);
    expect(verdict).toMatchObject({ status: 'skipped' });
    expect(verdict.why).toMatch(
      /model exchange ends too early for a comparison: fmi3GetContinuousStateDerivatives returned error/,
    );
  });
});
