import type { NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem } from '../system/system.ts';
import type { Column } from './observer.ts';

/**
 * Returns columns for custom code. They can only be read by function, since memory could be
 * written.
 */
export function readonlyColumns(columns: readonly Column[]): readonly Column[] {
  return Object.freeze(columns.map(({ place: _, ...column }) => Object.freeze(column)));
}

/**
 * Returns a read-only copy of a system for custom code. Parts are copied on first access, so that
 * an observer does not pay for the descriptions of thousands of FMUs that it does not read.
 */
export function readonlySystem(system: CheckedSystem): CheckedSystem {
  return new Copies().of(system);
}

/** Copies parts once each, so that shared parts stay shared. */
class Copies {
  private readonly copies = new Map<unknown, unknown>();

  of<T>(part: T): T {
    const copy = this.copies.get(part) ?? this.make(part);
    this.copies.set(part, copy);
    return copy as T;
  }

  private make(part: unknown): unknown {
    if (Array.isArray(part)) return Object.freeze(part.map((item) => this.of(item)));
    if (part instanceof Map) return new Map(part);
    if (isNumbers(part)) return part.slice();
    return isPlain(part) ? this.object(part) : part;
  }

  private object(part: object): object {
    const members = Object.entries(part).map(([key, value]) => [key, this.member(value)]);
    return Object.freeze(Object.defineProperties({}, Object.fromEntries(members)));
  }

  private member(value: unknown): PropertyDescriptor {
    if (typeof value !== 'object' || value === null) return { value, enumerable: true };
    return { get: () => this.of(value), enumerable: true };
  }
}

function isNumbers(part: unknown): part is NumericArray {
  return ArrayBuffer.isView(part) && !(part instanceof DataView);
}

function isPlain(part: unknown): part is object {
  return typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype;
}
