import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `file:line` where a unit's own source gives a method of the SDK; of the file alone, where no line of it does. */
export function methodPlace(folder: string, method: string): string {
  const file = join(folder, 'unit.ts');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const line = lines.findIndex((text) => new RegExp(`(?<![.\\w])${method}\\s*\\(`).test(text));
  return line < 0 ? file : `${file}:${line + 1}`;
}
