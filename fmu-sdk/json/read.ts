import { readFileSync } from 'node:fs';
import { messageOf, UserError } from '../error.ts';
import { type Exact, type JsonFile, parseJsonFile, type Schema } from './json-file.ts';

/** Reads a JSON file and checks it against a JSON Schema. Errors: file, line, path and what was expected. */
export function readJsonFile<T>(file: string, schema: Schema, exact?: Exact): JsonFile<T> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a file that exists and can be read.`);
  }
  return parseJsonFile<T>(file, text, schema, exact);
}
