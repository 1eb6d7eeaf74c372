import { existsSync } from 'node:fs';
import { readRegularFile } from '../regular-file.ts';
import { messageOf, UserError } from '../user-error.ts';
import { utf8Text } from '../utf8.ts';
import { type IsExact, type JsonFile, parseJsonFile, type Schema } from './json-file.ts';
import { mostJsonBytes } from './json-limits.ts';
import { propertyHint } from './property-hint.ts';

/**
 * Reads a JSON file (UTF-8, at most 32 MiB) and validates it against a JSON Schema. Errors name
 * file, line, path and the expected value.
 */
export function readJsonFile<T>(file: string, schema: Schema, exact?: IsExact): JsonFile<T> {
  let text: string;
  try {
    const bytes = readRegularFile(file, mostJsonBytes);
    if (isZip(bytes))
      throw new UserError(
        `read ${file}: expected a JSON file, got a ZIP archive (such as an .fmu or .ssp). Give the path of a JSON file.`,
      );
    text = utf8Text(bytes);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const advice = existsSync(`${file}.json`)
      ? `Did you mean ${file}.json?`
      : 'Give the path of a readable file.';
    throw new UserError(`read ${file}: ${messageOf(error)}. ${advice}`);
  }
  return parseJsonFile<T>(file, text, { ...schema, hint: propertyHint }, exact);
}

/** Detects a ZIP archive by the signature of its first entry (PKWARE APPNOTE 6.3.10, 4.3.7). */
const isZip = (bytes: Uint8Array): boolean => [0x50, 0x4b, 0x03, 0x04].every((byte, k) => bytes[k] === byte);
