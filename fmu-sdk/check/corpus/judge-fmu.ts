import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defaultLimits } from '../../archive/archive.ts';
import { readRegularFile } from '../../util/regular-file.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { targetsOf } from '../behaviour/fmu-under-test.ts';
import { type CheckOptions, checkFmu } from '../check-fmu.ts';
import { readFmuContent } from '../fmu/read-fmu-content.ts';
import type { CheckResult } from '../result/check-result.ts';
import { isUnchecked } from '../selection/failing-findings.ts';
import { findingCountsOf, type Score, verdictsOf } from './fmu-score.ts';
import { cpuSecondsOf } from './process-cpu.ts';

/** Checks one FMU of a corpus in this process, which does nothing else: its cost is the FMU's. */
export async function scoreOf(folder: string, unit: string, options: CheckOptions = {}): Promise<Score> {
  const file = join(folder, unit);
  const metadata: Pick<Score, 'tool' | 'fmiVersion' | 'targets'> = { targets: [] };
  try {
    const { description } = await readFmuContent(file);
    metadata.tool = description?.root?.attributes.get('generationTool')?.value;
    metadata.fmiVersion = description?.root?.attributes.get('fmiVersion')?.value;
    metadata.targets = await namesOfTargets(file);
    return { ...scored(unit, await checkFmu(file, options)), ...metadata, ...cost(), sha256: hashOf(file) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...unfinished(unit, messageOf(error)), ...metadata, ...cost(), sha256: hashOf(file) };
  }
}

/** An FMU whose check did not come to its end. */
export function unfinished(unit: string, ended: string): Score {
  const rules = { passed: 0, failed: 0, skipped: 0, inapplicable: 0 };
  return { unit, sha256: '', targets: [], rules, accusations: [], cpuSeconds: 0, memoryBytes: 0, ended };
}

/** Returns the SHA-256 of a file in hexadecimal digits, or '' if the file cannot be read. */
export function hashOf(file: string): string {
  try {
    return createHash('sha256').update(readRegularFile(file, defaultLimits.archiveBytes)).digest('hex');
  } catch {
    return '';
  }
}

function scored(unit: string, result: CheckResult): Score {
  const { ended: _, ...score } = unfinished(unit, '');
  const unchecked = isUnchecked(result);
  return { ...score, rules: verdictsOf(result), accusations: findingCountsOf(result), unchecked };
}

async function namesOfTargets(file: string): Promise<string[]> {
  try {
    return (await targetsOf(file)).map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [];
  }
}

function cost(): Pick<Score, 'cpuSeconds' | 'memoryBytes'> {
  const { user, system } = process.cpuUsage();
  return {
    cpuSeconds: cpuSecondsOf('self') ?? (user + system) / 1e6,
    memoryBytes: 1024 * process.resourceUsage().maxRSS,
  };
}
