export type Fields = Record<string, unknown>;

/** What stands in a field. */
export const tag = {
  /** It stays what it is. */
  same: 0,
  undefined: 1,
  null: 2,
  false: 3,
  true: 4,
  real: 5,
  integer: 6,
  text: 7,
  /** What was there when the image began, by its number. */
  known: 8,
  /** What was made since: described where it is met first, afterwards by its number. */
  made: 9,
  again: 10,
} as const;

/** What something that was made since is. */
export const kind = { array: 0, table: 1, map: 2, set: 3, view: 4, instance: 5, named: 6 } as const;

/** Classes of which there may be no instance at the begin. */
export const later: object[] = [];

/** Instances of these classes are made again too where there was none at the begin; to be said before any image, in one order. */
export function madeLater(...classes: readonly { readonly prototype: object }[]): void {
  later.push(...classes.map(({ prototype }) => prototype));
}

/** Something has come to be that bytes cannot hold. */
export class NotKept extends Error {}

/** The objects are others than those of which the bytes were made. */
export class OtherObjects extends Error {}

/** Fields that can be written; not what is computed when it is asked for. */
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

/** Goes through what an object holds, in an order of its own. `named` is told the name of a field before it. */
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
