import type { Codec } from './attribute-codec.ts';

/** Attribute of an element for a T: its conversion to a field, whose name may differ, and back. */
export interface Attribute<T> {
  /** Expected text, for errors. */
  readonly expected: string;
  /** False when the text is not of its form. */
  readonly read: (text: string, into: T) => boolean;
  /** Undefined for a field that is undefined or has the default. */
  readonly write: (from: T, defaults: Partial<T>) => string | undefined;
}

/** Attributes of an element by name. Reading and writing use one table, so that both match. */
export type Table<T> = Readonly<Record<string, Attribute<T>>>;

type Of<T> = <K extends keyof T>(field: K, codec: Codec<NonNullable<T[K]>>) => Attribute<T>;

/** A table whose attributes are made of a field of T and a codec of its type. */
export function attributes<T>(table: (of: Of<T>) => Table<T>): Table<T> {
  return table((field, codec) => ({
    expected: codec.expected,
    read: (text, into) => {
      const value = codec.read(text);
      if (value === undefined) return false;
      into[field] = value;
      return true;
    },
    write: (from, defaults) => {
      const value = from[field];
      if (value === undefined || value === null || Object.is(value, defaults[field])) return undefined;
      return codec.write(value);
    },
  }));
}
