import { extname } from 'node:path';
import type { ModelDescription } from '../fmu-sdk/description/description.ts';
import { readModelDescription as readXml } from '../fmu-sdk/description/read-model-description.ts';
import { readFmuFile } from '../fmu-sdk/host/open-fmu.ts';
import { requirePath } from '../fmu-sdk/util/files/require-path.ts';
import { valueText } from '../fmu-sdk/util/printable.ts';
import { readRegularFile } from '../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../fmu-sdk/util/user-error.ts';
import type { RunResult } from '../master/run/worker/run-protocol.ts';

const mostBytes = 256 * 2 ** 20;

/** Reads model descriptions from files and from their content. */
interface ReadModelDescription {
  /** Reads an `.fmu`, or a `modelDescription.xml`. */
  (file: string): Promise<ModelDescription>;
  /**
   * Reads a model description from its XML. `file` names it in errors, and `note` receives harmless
   * faults as words that complete “the file …”. Without `note` they are errors.
   */
  (content: string | Uint8Array, file: string, note?: (words: string) => void): ModelDescription;
}

/**
 * Reads the model description of an `.fmu`, or a `modelDescription.xml`, of FMI 1.0, 2.0 or 3.0. With
 * two arguments it reads the content of such a file, and the second argument names it in errors.
 *
 * @throws UserError that names the place in the document
 *
 * @example
 * const { modelName, variables } = await readModelDescription('dist/my-filter.fmu');
 * console.log(readModelDescription(xml, 'modelDescription.xml').fmiVersion);
 */
export const readModelDescription = ((
  from: string | Uint8Array,
  file?: string,
  note?: (words: string) => void,
): ModelDescription | Promise<ModelDescription> =>
  file === undefined ? descriptionIn(from) : readXml(from, file, note)) as ReadModelDescription;

async function descriptionIn(file: unknown): Promise<ModelDescription> {
  if (file instanceof Uint8Array || (typeof file === 'string' && file.trimStart().startsWith('<')))
    throw new UserError(
      'read: expected the path of an .fmu or of an XML file, got its content. Pass a name for errors as the second argument.',
    );
  requirePath('read', file);
  if (extname(file).toLowerCase() !== '.xml') return (await readFmuFile(file)).description;
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(file, mostBytes);
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a readable file.`);
  }
  return readXml(bytes, file);
}

/**
 * Writes the collected columns of a run to a CSV file. `result.save` also writes other formats.
 *
 * @example
 * writeCsv(await simulate('chain.json'), 'results/chain.csv');
 */
export function writeCsv(result: RunResult, file: string): void {
  if (typeof result?.save !== 'function')
    throw new UserError(
      `write: expected the result of a run, then a file, got ${valueText(result)}. Call writeCsv(result, file).`,
    );
  requirePath('write', file);
  if (!/\.csv$/i.test(file))
    throw new UserError(
      `write ${file}: expected a file that ends in .csv. Use result.save(file) for other formats.`,
    );
  result.save(file);
}
