import { checkExtensions } from '../../../fmu-sdk/util/check-extensions.ts';
import { Registry } from '../../../fmu-sdk/util/registry.ts';
import { UserCode } from '../../../fmu-sdk/util/user-code.ts';
import { csvInputs } from './input-csv.ts';
import type { InputSource } from './input-source.ts';

/**
 * Formats of input files that fmukit includes.
 *
 * @example
 * console.log(inputSources.all.flatMap(({ extensions }) => extensions)); // [ '.csv' ]
 */
export const inputSources: Registry<InputSource> = new Registry('input format', [csvInputs], customSource);

/** Checks a custom input format. */
function customSource(source: InputSource): InputSource {
  const code = new UserCode(`register input format "${source.name}": it`);
  checkExtensions(code, source.extensions);
  code.requireMembers('form', source, 'read');
  return source;
}
