import type { CheckOptions as FmuCheckOptions } from '../../../fmu-sdk/check/check-fmu.ts';
import type { WantedResults } from '../../../fmu-sdk/check/oracle/reference-results.ts';
import { standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { GivenResults } from '../../smoke-test/given-results.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { policyOf } from '../input/signature-options.ts';
import type { CheckOptions } from './options.ts';

/** Returns the options of `fmu check` that decide how an FMU is judged, named or in a corpus. */
export function checkOptionsOf(
  options: CheckOptions,
): FmuCheckOptions & Required<Pick<FmuCheckOptions, 'rules'>> {
  const { edition, only, skip, timeout: seconds, sameAs, time } = options;
  if (time !== undefined && !(time > 0))
    throw new UserError(`check: --time must be above 0 s, got ${time} s.`);
  if (seconds !== undefined && !(seconds > 0))
    throw new UserError(`check: --timeout must be above 0 s, got ${seconds} s.`);
  if (time !== undefined && options.static)
    throw new UserError(
      `check: --time ${time} s needs a run, and --static runs nothing. Leave one of them out.`,
    );
  return {
    rules: standardRules,
    filesOnly: options.static,
    requireSignature: policyOf(options.requireSignature),
    keyRing: options.keyRing,
    allow: permissionsOf('check', options.allow),
    ...(edition !== undefined && { edition }),
    ...withSeconds(options),
    ...(time !== undefined && { time }),
    ...(sameAs !== undefined && { sameAs }),
    ...(options.static ? {} : { results: (file: string) => loadExpectedResults(file, options) }),
    only: splitPatterns(only),
    skip: splitPatterns(skip),
  };
}

/** Default CPU time for one FMU [s], so that also the check of a slow FMU ends within two minutes. */
const defaultSeconds = 60;

function withSeconds({ timeout, time }: CheckOptions): { seconds?: number } {
  if (timeout !== undefined) return { seconds: timeout };
  return time === undefined ? { seconds: defaultSeconds } : {};
}

/** Returns the expected results of an FMU: given ones, and results in the archive. */
export async function loadExpectedResults(
  file: string,
  options: CheckOptions,
  userResults?: GivenResults,
): Promise<WantedResults | undefined> {
  const { resultsOf } = await import('../../smoke-test/given-results.ts');
  return resultsOf(file, userResults, {
    allow: permissionsOf('check', options.allow),
    requireSignature: policyOf(options.requireSignature),
    ...(options.keyRing !== undefined && { keyRing: options.keyRing }),
  });
}

/** Splits patterns at commas. */
export function splitPatterns(patterns: readonly string[] = []): string[] {
  return patterns.flatMap((text) => text.split(',')).filter((text) => text !== '');
}

/** Returns the files that the options of a check name as its input, besides the FMUs. */
export function filesRead({
  waivers,
  against,
  sameAs,
  reference,
  input,
  inputs,
}: Partial<CheckOptions>): string[] {
  return [waivers, against, sameAs, reference, input, inputs].filter((file) => file !== undefined);
}
