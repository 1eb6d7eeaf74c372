import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `file:line` where a unit's own source gives a method of the SDK; of the file alone, where no line of it does. */
export function methodPlace(folder: string, method: string): string {
  const file = join(folder, 'unit.ts');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const line = lines.findIndex((text) => new RegExp(`(?<![.\\w])${method}\\s*\\(`).test(text));
  return line < 0 ? file : `${file}:${line + 1}`;
}

/** What the author's package says of a method's answer, when that has returned; a sealed unit holds the names of none. */
const answers: readonly (readonly [words: string, method: string])[] = [
  ['the time of its next event', 'nextEventTime'],
  ['its largest step', 'largestStep'],
];

/** The place of the method whose answer these words are about, if it is one. */
export function answeredPlace(folder: string, message: string): { place?: string } {
  const [, method] = answers.find(([words]) => message.startsWith(words)) ?? [];
  return method === undefined ? {} : { place: methodPlace(folder, method) };
}
