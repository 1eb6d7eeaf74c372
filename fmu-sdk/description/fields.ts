import type { Table } from './tables.ts';

/** Attributes that a table writes of an object's fields, without those that are undefined or have the default. */
export function attributesOf(
  fields: object,
  table: Table,
  defaults: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, entry] of Object.entries(table)) {
    const [field, codec] = 'read' in entry ? [name, entry] : entry;
    const value = (fields as Record<string, unknown>)[field];
    if (value !== undefined && !Object.is(value, defaults[field])) attributes[name] = codec.write(value);
  }
  return attributes;
}
