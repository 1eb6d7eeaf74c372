import type { CheckOptions as FmuCheckOptions } from '../../../fmu-sdk/check/check-fmu.ts';
import type { WantedResults } from '../../../fmu-sdk/check/oracle/reference-results.ts';
import { standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { GivenResults } from '../../smoke-test/given-results.ts';
import { permissionsOf } from '../input/permission-options.ts';
import { policyOf } from '../input/signature-options.ts';
import type { CheckOptions } from './options.ts';

/** What of the options of `fmu check` says by what a unit is judged: the same for a unit that is named and one of a corpus. */
export function askedOf(options: CheckOptions): FmuCheckOptions & Required<Pick<FmuCheckOptions, 'rules'>> {
  const { edition, only, skip, timeout: seconds, sameAs } = options;
  if (seconds !== undefined && !(seconds > 0))
    throw new UserError(`check: --timeout is ${seconds} s. Give a number of seconds above 0.`);
  return {
    rules: standardRules,
    filesOnly: options.static,
    requireSignature: policyOf(options.requireSignature),
    keyRing: options.keyRing,
    allow: permissionsOf('check', options.allow),
    ...(edition !== undefined && { edition }),
    ...(seconds !== undefined && { seconds }),
    ...(sameAs !== undefined && { sameAs }),
    ...(options.static ? {} : { results: (file: string) => comparing(file, options) }),
    only: listOf(only),
    skip: listOf(skip),
  };
}

/** The results that a unit carries, and those that were given for it. */
export async function comparing(
  file: string,
  options: CheckOptions,
  given?: GivenResults,
): Promise<WantedResults | undefined> {
  const { resultsOf } = await import('../../smoke-test/given-results.ts');
  return resultsOf(file, given, {
    allow: permissionsOf('check', options.allow),
    requireSignature: policyOf(options.requireSignature),
    ...(options.keyRing !== undefined && { keyRing: options.keyRing }),
  });
}

/** Patterns, also those that stand together with commas between them. */
export function listOf(given: readonly string[] = []): string[] {
  return given.flatMap((each) => each.split(',')).filter((each) => each !== '');
}
