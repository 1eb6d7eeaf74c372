import type { FmiApi } from '../../instance/fmi-api.ts';
import { type Group, groupsOf } from './variable-groups.ts';
import type { Slot } from './variable-memory.ts';

/** Largest number of lists whose groups are kept. */
const mostLists = 32;

interface Known {
  readonly slots: readonly Slot[];
  readonly groups: readonly Group[];
}

/**
 * Groups of lists of variables. A list that comes again, as after a reset, gets the same groups, so
 * that the FMU's process needs no further buffers.
 */
export class KnownGroups {
  private readonly known: Known[] = [];

  constructor(private readonly calls: FmiApi) {}

  /** Returns the groups of a list of variables. */
  of(slots: readonly Slot[]): readonly Group[] {
    const known = this.known.find((each) => isSame(each.slots, slots));
    if (known !== undefined) return known.groups;
    const groups = groupsOf(this.calls, slots);
    if (this.known.length < mostLists) this.known.push({ slots: [...slots], groups });
    return groups;
  }
}

/** Reports whether two lists have the same elements in the same order. */
function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
