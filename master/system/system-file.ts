import {
  type JsonFile,
  parseJsonFile,
  requireSchema,
  type Schema,
} from '../../fmu-sdk/util/json/json-file.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import systemSchema from '../../schemas/system.schema.json' with { type: 'json' };
import type { SystemFile } from './system.ts';

export const schema: Schema = { schema: systemSchema };

/** Parses a system. Numbers keep all digits, and integers beyond 2⁵³ become bigint. */
export function parseSystem(text: string, file: string): JsonFile<SystemFile> {
  return parseJsonFile<SystemFile>(file, text, schema, holdsValue);
}

/**
 * Checks a system that is given as an object. `file` names it in errors and is the base of its
 * paths.
 *
 * @param where returns the name of a place in the system for errors. Default: `file /path/in/it`.
 */
export function systemAt(
  system: SystemFile,
  file: string,
  where: (path: JsonPath) => string = (path) => (path.length === 0 ? file : `${file} /${path.join('/')}`),
): JsonFile<SystemFile> {
  requireSchema(schema, shapeOf(system, where), where, file);
  return { file, value: system, where };
}

export function holdsValue([first, , third]: JsonPath): boolean {
  return (
    (first === 'units' && (third === 'parameters' || third === 'start')) ||
    (first === 'connections' && third === 'map')
  );
}

/**
 * Returns the part that the schema validates. Undefined entries are removed, and values are checked
 * later against their variables.
 */
function shapeOf(
  of: unknown,
  where: (path: JsonPath) => string,
  path: JsonPath = [],
  above: readonly unknown[] = [],
): unknown {
  if (holdsValue(path) && path.length === (path[0] === 'units' ? 4 : 5)) return 0;
  if (typeof of !== 'object' || of === null) return of;
  if (above.includes(of))
    throw new UserError(`${where(path)}: the object contains itself. Use values that JSON supports.`);
  const inside = (item: unknown, key: string | number): unknown =>
    shapeOf(item, where, [...path, key], [...above, of]);
  if (Array.isArray(of)) return of.map(inside);
  const entries = Object.entries(of).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, inside(value, key)]));
}
