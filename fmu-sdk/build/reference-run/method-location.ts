import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns `file:line` of a method of the SDK in a unit's source, or only the file if the source
 * lacks it.
 */
export function methodLocation(folder: string, method: string): string {
  const file = join(folder, 'unit.ts');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const line = lines.findIndex((text) => new RegExp(`(?<![.\\w])${method}\\s*\\(`).test(text));
  return line < 0 ? file : `${file}:${line + 1}`;
}

/**
 * Texts of the author's package about the result of a method that has returned. A sealed FMU does
 * not contain names of methods.
 */
const resultTexts: readonly (readonly [words: string, method: string])[] = [
  ['the time of its next event', 'nextEventTime'],
  ['its largest step', 'largestStep'],
];

/** Returns the place of the method whose result the message is about, if there is one. */
export function locationOfResult(folder: string, message: string): { place?: string } {
  const [, method] = resultTexts.find(([words]) => message.startsWith(words)) ?? [];
  return method === undefined ? {} : { place: methodLocation(folder, method) };
}
