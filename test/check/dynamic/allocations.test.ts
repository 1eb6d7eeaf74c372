import { describe, expect, it } from 'vitest';
import { targetsOf } from '../../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { judgeTarget } from '../../../fmu-sdk/check/behaviour/judge-target.ts';
import { behaviourRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { buildUnit } from '../mutants/build.ts';

const allocations = behaviourRules.find(({ id }) => id === 'load/allocations')!;

/**
 * Returns the findings of the rule in an FMU in C with one more line at the start of
 * fmi2Instantiate.
 */
async function allocationFindings(name: string, line: string): Promise<string[]> {
  const folder = temporaryFolder('allocations');
  const check = '  if (guid == NULL ';
  const file = await buildUnit('full2', folder, { name, edits: [[check, `${line}\n${check}`]] });
  const [target] = await targetsOf(file);
  const judgement = await judgeTarget(allocations, target);
  if (!('findings' in judgement)) throw new Error(JSON.stringify(judgement));
  return judgement.findings.map(({ message, value }) => `${message} ${value}`);
}

describe('freed memory that glibc retains', () => {
  it('retained memory is not a leak if each instance had pieces of other sizes', async () => {
    const others =
      '  { static unsigned n; void* volatile p[3]; n = (n + 16) % 480; for (int i = 0; i < 3; i++) p[i] = malloc(520 + n); for (int i = 0; i < 3; i++) free(p[i]); }';
    expect(await allocationFindings('others', others)).toEqual([]);
  });

  it('a leak beside retained memory is reported to the byte', async () => {
    const stays = '  { void* volatile p = malloc(24); (void)p; }';
    expect(await allocationFindings('stays', stays)).toEqual([
      'Each instance leaves memory behind that freeInstance does not free. 32 bytes',
    ]);
  });
});
