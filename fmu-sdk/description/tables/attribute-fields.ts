import type { Table } from './attribute-table.ts';

/** Returns the attributes of an object's fields by a table. Omits undefined and default values. */
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
