import type { Table } from './attribute-table.ts';

/** Attributes that a table writes of an object's fields, without those that are undefined or have the default. */
export function attributesOf<T>(
  fields: T,
  table: Table<T>,
  defaults: Partial<T> = {},
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, attribute] of Object.entries(table)) {
    const text = attribute.write(fields, defaults);
    if (text !== undefined) attributes[name] = text;
  }
  return attributes;
}
