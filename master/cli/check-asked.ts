import { fileRules, standardRules } from '../../fmu-sdk/conformance/catalogue.ts';
import type { CheckOptions as FmuCheckOptions } from '../../fmu-sdk/conformance/check.ts';
import type { CheckOptions } from './check-options.ts';
import { permissionsOf } from './permissions.ts';
import { policyOf } from './signature-policy.ts';

/** What of the options of `fmu check` says by what a unit is judged: the same for a unit that is named and one of a corpus. */
export function askedOf(options: CheckOptions): FmuCheckOptions & Required<Pick<FmuCheckOptions, 'rules'>> {
  return {
    rules: options.static ? fileRules : standardRules,
    requireSignature: policyOf(options.requireSignature),
    keyRing: options.keyRing,
    allow: permissionsOf('check', options.allow),
  };
}
