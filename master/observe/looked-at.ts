import type { CheckedSystem } from '../system/system.ts';
import type { Column } from './observer.ts';

/** Columns for code of a user's own: to be read by their functions alone, since a place in memory could be written. */
export function looked(columns: readonly Column[]): readonly Column[] {
  return Object.freeze(columns.map(({ place: _, ...column }) => Object.freeze(column)));
}

/** A system for code of a user's own: the same, of which no part can be put elsewhere or left out. */
export function lookedAt(system: CheckedSystem): CheckedSystem {
  const kept = (part: unknown): unknown =>
    Array.isArray(part) ? Object.freeze(part.map(kept)) : isPlain(part) ? Object.freeze({ ...part }) : part;
  return Object.freeze(
    Object.fromEntries(Object.entries(system).map(([key, part]) => [key, kept(part)])),
  ) as unknown as CheckedSystem;
}

function isPlain(part: unknown): part is object {
  return typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype;
}
