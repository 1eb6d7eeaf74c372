import { isTriggered } from '../../../description/variables/triggered-clock.ts';
import { type Stateful, type StateVisitor, visitAll } from '../../../util/state/stateful.ts';
import type { FmiApi, FmiCall } from '../../instance/fmi-api.ts';
import { type Group, groupsOf } from './variable-groups.ts';
import type { Slot } from './variable-memory.ts';

const roles = [
  'continuous',
  'discrete',
  'tunable',
  'read',
  'clockedInput',
  'clockedRead',
  'inputClock',
  'timedClock',
  'outputClock',
  'time',
  'fixed',
] as const;
type Role = (typeof roles)[number];

/** Returns when a variable is set and read. */
export function roleOf({ variable }: Slot): Role {
  const { type, causality, variability } = variable;
  const input = causality === 'input';
  if (causality === 'independent') return 'time';
  if (variability === 'constant' || causality === 'structuralParameter') return 'fixed';
  if (causality === 'parameter') return variability === 'tunable' ? 'tunable' : 'fixed';
  if (type === 'Clock') return !input ? 'outputClock' : isTriggered(variable) ? 'inputClock' : 'timedClock';
  if (variable.clocks !== undefined && variable.clocks.length > 0)
    return input ? 'clockedInput' : 'clockedRead';
  if (!input) return 'read';
  return variability === 'continuous' ? 'continuous' : 'discrete';
}

/** Groups the watched variables by their use. Other variables are never set or read. */
export class VariableAccess implements Stateful {
  readonly watched: Record<Role, Slot[]>;
  continuous: Group[] = [];
  discrete: Group[] = [];
  tunable: Group[] = [];
  reads: Group[] = [];
  clockedInputs: Group[] = [];
  clockedReads: Group[] = [];
  /** Number of times that other groups were formed. */
  formed = 0;
  /** Marks that variables were added since `prepare`. */
  stale = true;
  /** Forces setting of discrete values, even if unchanged. */
  unsent = false;
  /** Watched variables in the order of registration. */
  readonly watchedSlots: Set<Slot> = new Set();
  /** Number of watched variables in the present groups. */
  private grouped = -1;

  constructor(private readonly calls: FmiApi) {
    this.watched = Object.fromEntries(roles.map((role) => [role, []])) as unknown as Record<Role, Slot[]>;
  }

  watch(slot: Slot): boolean {
    if (this.watchedSlots.has(slot)) return false;
    this.watchedSlots.add(slot);
    this.watched[roleOf(slot)].push(slot);
    this.stale = true;
    return true;
  }

  /**
   * Forms groups of the watched variables. `running`: values may have changed before they were
   * watched.
   */
  prepare(running: boolean): void {
    if (this.grouped !== this.watchedSlots.size) this.form();
    for (const groups of [this.continuous, this.discrete, this.tunable])
      for (const group of groups) group.restart();
    const set = this.continuous.length + this.discrete.length + this.tunable.length;
    // Reading alone is not a cause of an event.
    this.unsent = running && set > 0;
    this.stale = false;
  }

  /** Forms groups anew at the next `prepare`, because the FMU may have lost their buffers. */
  forget(): void {
    this.stale = true;
    this.grouped = -1;
  }

  private form(): void {
    const { calls, watched } = this;
    this.continuous = groupsOf(calls, watched.continuous);
    this.discrete = groupsOf(calls, watched.discrete);
    this.tunable = groupsOf(calls, watched.tunable);
    this.reads = groupsOf(calls, watched.read);
    this.clockedInputs = groupsOf(calls, watched.clockedInput);
    this.clockedReads = groupsOf(calls, watched.clockedRead);
    this.grouped = this.watchedSlots.size;
    this.formed++;
  }

  /** Reports whether a discrete input or a tunable parameter differs from its value in the FMU. */
  changed(): boolean {
    return this.unsent || anyChanged(this.discrete) || anyChanged(this.tunable);
  }

  /** Loads discrete values into the buffers, to be set now. */
  loadDiscrete(): void {
    loadAll(this.discrete);
    loadAll(this.tunable);
    this.unsent = false;
  }

  /** Saves or restores the values last set. They depend on the set of watched variables. */
  visitState(state: StateVisitor): void {
    this.unsent = state.boolean('unsent', this.unsent);
    visitAll(this.continuous, state);
    visitAll(this.discrete, state);
    visitAll(this.tunable, state);
  }
}

export const setting = (groups: readonly Group[]): FmiCall[] =>
  groups.map(({ values }) => ({ op: 'set', values }));

export const getting = (groups: readonly Group[]): FmiCall[] =>
  groups.map(({ values }) => ({ op: 'get', values }));

export function loadAll(groups: readonly Group[]): void {
  for (let i = 0; i < groups.length; i++) groups[i].load();
}

export function storeAll(groups: readonly Group[]): void {
  for (let i = 0; i < groups.length; i++) groups[i].store();
}

function anyChanged(groups: readonly Group[]): boolean {
  for (let i = 0; i < groups.length; i++) if (groups[i].changed()) return true;
  return false;
}
