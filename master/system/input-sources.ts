import { checkEndings } from '../../fmu-sdk/util/check-extensions.ts';
import { Registry } from '../../fmu-sdk/util/registry.ts';
import { OwnCode } from '../../fmu-sdk/util/user-code.ts';
import { csvInputs } from './input-csv.ts';
import type { InputSource } from './input-source.ts';

/**
 * Forms of files that drive inputs, of this package.
 *
 * @example
 * console.log(inputSources.all.flatMap(({ extensions }) => extensions)); // [ '.csv' ]
 */
export const inputSources: Registry<InputSource> = new Registry('form of inputs', [csvInputs], ownSource);

/** A user's own, where it is one. */
function ownSource(source: InputSource): InputSource {
  const code = new OwnCode(`register form of inputs "${source.name}": it`);
  checkEndings(code, source.extensions);
  code.needs('form', source, 'read');
  return source;
}
