import { OwnCode } from '../../fmu-sdk/own-code.ts';
import { checkEndings } from '../../fmu-sdk/own-endings.ts';
import { Registry } from '../../fmu-sdk/registry.ts';
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
