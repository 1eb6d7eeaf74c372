export type Fields = Record<string, unknown>;

/** Tags of field contents. */
export const tag = {
  /** The field keeps its value. */
  same: 0,
  undefined: 1,
  null: 2,
  false: 3,
  true: 4,
  real: 5,
  integer: 6,
  text: 7,
  /** An object that existed at the start, by its number. */
  known: 8,
  /** An object created since, described at its first occurrence, then referred to by its number. */
  made: 9,
  again: 10,
} as const;

/** Kinds of created objects. */
export const kind = { array: 0, table: 1, map: 2, set: 3, view: 4, instance: 5, named: 6 } as const;

/** Classes that may lack an instance at the start. */
export const later: object[] = [];

/**
 * Registers classes whose instances can be recreated even if there were not any at the start.
 * Register them before the first image, in a fixed order.
 */
export function registerLaterClasses(...classes: readonly { readonly prototype: object }[]): void {
  later.push(...classes.map(({ prototype }) => prototype));
}

/** An object was created that bytes cannot represent. */
export class NotSavableError extends Error {}

/** The objects differ from the ones that were saved. */
export class DifferentObjectsError extends Error {}

/** Returns the names of writable fields, without computed ones. */
export function namesOf(object: object): string[] {
  return Object.keys(object).filter(
    (name) => Object.getOwnPropertyDescriptor(object, name)?.writable === true,
  );
}

export function countOf(object: object): number {
  if (Array.isArray(object)) return object.length;
  if (object instanceof Map) return 2 * object.size;
  return object instanceof Set ? object.size : namesOf(object).length;
}

/**
 * Visits the contents of an object in a fixed order. `named` receives the name of each field first.
 */
export function slotsOf(
  object: object,
  see: (value: unknown, name: string) => void,
  named: (name: string) => void,
): void {
  if (Array.isArray(object)) for (let i = 0; i < object.length; i++) see(object[i], String(i));
  else if (object instanceof Map) {
    for (const key of object.keys()) see(key, 'key');
    for (const value of object.values()) see(value, 'value');
  } else if (object instanceof Set) for (const value of object) see(value, 'value');
  else
    for (const name of namesOf(object)) {
      named(name);
      see((object as Fields)[name], name);
    }
}

export const isShared = (object: object): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && object instanceof SharedArrayBuffer;
