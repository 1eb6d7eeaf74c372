import type { ThriftStruct, ThriftValue } from './thrift-reader.ts';

/** Returns the structs of a list in a field. All functions throw an Error for other content. */
export function structsIn(struct: ThriftStruct, id: number): ThriftStruct[] {
  const list = struct.get(id) ?? [];
  if (!Array.isArray(list) || !list.every((item) => item instanceof Map)) throw damaged();
  return list as ThriftStruct[];
}

/** Returns a struct in a field. */
export function structIn(struct: ThriftStruct, id: number): ThriftStruct {
  const value = struct.get(id);
  if (!(value instanceof Map)) throw damaged();
  return value;
}

/** Returns a number in a field. */
export function numberIn(struct: ThriftStruct, id: number): number {
  const value: ThriftValue | undefined = struct.get(id);
  if (typeof value !== 'number') throw damaged();
  return value;
}

/** Returns a text in a field, or an empty text without it. */
export function textIn(struct: ThriftStruct, id: number): string {
  const value = struct.get(id);
  if (value === undefined) return '';
  if (!(value instanceof Uint8Array)) throw damaged();
  return new TextDecoder().decode(value);
}

const damaged = (): Error => new Error('its metadata is damaged');
