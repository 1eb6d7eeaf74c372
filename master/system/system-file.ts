import {
  checkAgainst,
  type JsonFile,
  parseJsonFile,
  type Schema,
} from '../../fmu-sdk/util/json/json-file.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import systemSchema from '../../schemas/system.schema.json' with { type: 'json' };
import type { SystemFile } from './system.ts';

export const schema: Schema = { schema: systemSchema };

/** A system from the text of its file; its values have all their digits, integers beyond 2⁵³ as bigint. */
export function parseSystem(text: string, file: string): JsonFile<SystemFile> {
  return parseJsonFile<SystemFile>(file, text, schema, holdsValue);
}

/**
 * A system at hand; `file` stands for it in errors and is where its paths start.
 *
 * @param where how errors name a place in the system; `file /path/in/it` when left out
 */
export function systemAt(
  system: SystemFile,
  file: string,
  where: (path: JsonPath) => string = (path) => (path.length === 0 ? file : `${file} /${path.join('/')}`),
): JsonFile<SystemFile> {
  checkAgainst(schema, shapeOf(system, where), where, file);
  return { file, value: system, where };
}

export function holdsValue([first, , third]: JsonPath): boolean {
  return (
    (first === 'units' && (third === 'parameters' || third === 'start')) ||
    (first === 'connections' && third === 'map')
  );
}

/** What the schema looks at: what is not there is left out, and values are left to those who know the variables. */
function shapeOf(
  of: unknown,
  where: (path: JsonPath) => string,
  path: JsonPath = [],
  above: readonly unknown[] = [],
): unknown {
  if (holdsValue(path) && path.length === (path[0] === 'units' ? 4 : 5)) return 0;
  if (typeof of !== 'object' || of === null) return of;
  if (above.includes(of))
    throw new UserError(`${where(path)}: it is within itself. Give what can be written as JSON.`);
  const inside = (each: unknown, key: string | number): unknown =>
    shapeOf(each, where, [...path, key], [...above, of]);
  if (Array.isArray(of)) return of.map(inside);
  const entries = Object.entries(of).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, inside(value, key)]));
}
