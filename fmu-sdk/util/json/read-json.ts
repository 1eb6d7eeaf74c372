import { readRegularFile } from '../regular-file.ts';
import { messageOf, UserError } from '../user-error.ts';
import { utf8Text } from '../utf8.ts';
import { type Exact, type JsonFile, parseJsonFile, type Schema } from './json-file.ts';
import { mostJsonBytes } from './json-limits.ts';

/** Reads a JSON file (UTF-8, at most 32 MiB) and checks it against a JSON Schema. Errors: file, line, path and what was expected. */
export function readJsonFile<T>(file: string, schema: Schema, exact?: Exact): JsonFile<T> {
  let text: string;
  try {
    const bytes = readRegularFile(file, mostJsonBytes);
    if (isZip(bytes))
      throw new UserError(
        `read ${file}: it is an archive, as an .fmu or an .ssp is, and a file of JSON is wanted. Name one.`,
      );
    text = utf8Text(bytes);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a file that exists and can be read.`);
  }
  return parseJsonFile<T>(file, text, schema, exact);
}

/** By the first bytes of its first entry (PKWARE APPNOTE 6.3.10, 4.3.7). */
const isZip = (bytes: Uint8Array): boolean => [0x50, 0x4b, 0x03, 0x04].every((byte, k) => bytes[k] === byte);
