import { messageOf, UserError } from '../error.ts';
import { readRegularText } from '../regular-file.ts';
import { mostJsonBytes } from './bounds.ts';
import { type Exact, type JsonFile, parseJsonFile, type Schema } from './json-file.ts';

/** Reads a JSON file (UTF-8, at most 32 MiB) and checks it against a JSON Schema. Errors: file, line, path and what was expected. */
export function readJsonFile<T>(file: string, schema: Schema, exact?: Exact): JsonFile<T> {
  let text: string;
  try {
    text = readRegularText(file, mostJsonBytes);
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a file that exists and can be read.`);
  }
  return parseJsonFile<T>(file, text, schema, exact);
}
