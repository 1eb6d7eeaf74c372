import type { ModelDescription } from '../../description/description.ts';
import { resizeVariables } from '../../description/variables/resize.ts';
import { UserError } from '../../util/user-error.ts';
import { type FmiApi, type FmiCall, io, type Values } from '../instance/fmi-api.ts';
import { type Expect, nameOf } from './call-failure.ts';
import { RepeatedCalls } from './repeated-calls.ts';
import { KnownGroups } from './variables/known-groups.ts';
import type { StringValues } from './variables/string-values.ts';
import { type Group, groupsOf } from './variables/variable-groups.ts';
import type { Memory, Slot } from './variables/variable-memory.ts';

/** The experiment passed to an FMU: times [s] and an optional relative tolerance. */
export interface Experiment {
  startTime: number;
  stopTime?: number;
  tolerance?: number;
}

const entering: readonly FmiCall[] = [{ op: 'setupExperiment' }, { op: 'enterInitializationMode' }];

/**
 * Calls from the instantiated FMU to its initialization mode: sizes, start values, experiment. After a
 * reset the same calls are made again, with fewer crossings to the FMU's process.
 */
export class InstanceStart {
  private readonly groups: KnownGroups;
  private readonly repeated: RepeatedCalls;
  /** Variables that were set since the instantiation. They are set again after each reset. */
  private readonly setBefore = new Set<Slot>();
  /** Names of the variables of a call, for errors. */
  private readonly names = new Map<Values, string>();

  constructor(
    private readonly calls: FmiApi,
    private readonly memory: Memory,
    private readonly texts: StringValues,
    private readonly expect: Expect,
  ) {
    this.groups = new KnownGroups(calls);
    this.repeated = new RepeatedCalls(calls, expect);
  }

  /**
   * Sets start values, enters initialization mode and makes the calls that `exchange` returns, which
   * load and read values.
   */
  enter(
    watched: readonly Slot[],
    { startTime, stopTime, tolerance }: Experiment,
    exchange: () => FmiCall[],
  ): void {
    this.configure(watched);
    const sets = this.startValues(watched);
    const r = this.calls.registers;
    r[io.startTime] = startTime;
    r[io.stopTimeDefined] = stopTime === undefined ? 0 : 1;
    r[io.stopTime] = stopTime ?? 0;
    r[io.toleranceDefined] = tolerance === undefined ? 0 : 1;
    r[io.tolerance] = tolerance ?? 0;
    const open = watched.filter((slot) => this.memory.unknownElements(slot).length > 0);
    if (!this.texts.isUsed && open.length === 0) {
      this.make([...sets, ...entering, ...exchange()]);
      return;
    }
    this.make(sets);
    this.texts.complete(({ initial }) => initial === 'approx');
    this.texts.flush();
    this.make(entering);
    this.complete(open);
    this.texts.complete();
    this.texts.flush();
    this.make(exchange());
  }

  /** Makes calls. A list that comes again is made in one crossing. */
  make(ops: readonly FmiCall[]): void {
    this.repeated.make(ops, (op) => {
      const names = 'values' in op ? this.names.get(op.values) : undefined;
      if (names !== undefined) return `${nameOf(op, this.calls.fmi)} (${names})`;
      return 'values' in op ? op : op.op;
    });
  }

  /** Sets structural parameters that differ from their start values, in configuration mode. */
  private configure(watched: readonly Slot[]): void {
    const changed = watched.filter(
      (slot) => slot.variable.causality === 'structuralParameter' && this.memory.changed(slot),
    );
    if (changed.length === 0) return;
    this.expect(this.calls.call({ op: 'enterConfigurationMode' }), 'enterConfigurationMode');
    // One at a time, because the size of one may limit another, and some FMUs reject two at once.
    for (const slot of changed) this.make(this.setting([slot]));
    this.expect(this.calls.call({ op: 'exitConfigurationMode' }), 'exitConfigurationMode');
  }

  /**
   * Returns the calls that set parameters, inputs and start values that differ from the description,
   * as far as the instantiated state allows.
   */
  private startValues(watched: readonly Slot[]): FmiCall[] {
    const { memory, setBefore } = this;
    // Guesses can be set only now, so that their other elements must be read now.
    const guesses = watched.filter(({ variable }) => variable.initial === 'approx');
    this.readUnknown(guesses.filter((slot) => this.isPartlyKnown(slot)));
    const slots = watched.filter(
      (slot) =>
        isSettable(slot) &&
        (memory.changed(slot) || setBefore.has(slot)) &&
        memory.unknownElements(slot).length === 0,
    );
    for (const slot of slots) setBefore.add(slot);
    return this.setting(slots);
  }

  /**
   * Reads values that only the FMU knows: elements of resized arrays, and variables without a start
   * value. Sets variables if only some of their elements were given.
   */
  private complete(open: readonly Slot[]): void {
    const partly = open.filter((slot) => this.isPartlyKnown(slot) && slot.variable.causality !== 'input');
    this.readUnknown(open);
    this.make(this.setting(partly.filter(isSettable)));
  }

  private isPartlyKnown(slot: Slot): boolean {
    const unknown = this.memory.unknownElements(slot).length;
    return unknown > 0 && unknown < slot.length;
  }

  /** Reads the unknown elements of variables. Known elements keep their values. */
  private readUnknown(slots: readonly Slot[]): void {
    for (const slot of slots) this.readElements(slot, this.groups.of([slot]));
  }

  /** Reads the unknown elements of a variable of a running FMU. */
  look(slot: Slot): void {
    if (this.memory.unknownElements(slot).length > 0) this.readElements(slot, groupsOf(this.calls, [slot]));
  }

  private readElements(slot: Slot, groups: readonly Group[]): void {
    const { view, offset, length } = slot;
    const values = view.slice(offset, offset + length);
    const unknown = new Set(this.memory.unknownElements(slot));
    this.read(slot, groups);
    for (let i = 0; i < length; i++) if (!unknown.has(i)) view[offset + i] = values[i];
  }

  /** Reads a variable. The groups are new by default, because a restored FMU may have lost others. */
  read(slot: Slot, groups: readonly Group[] = groupsOf(this.calls, [slot])): void {
    for (const group of groups) {
      this.expect(this.calls.get(group.values), { op: 'get', values: group.values });
      group.store();
    }
  }

  /** Loads the values of variables, and returns the calls that set them. */
  private setting(slots: readonly Slot[]): FmiCall[] {
    return this.groups.of(slots).map((group) => {
      const { values } = group;
      group.load();
      this.names.set(values, namesOf(slots));
      return { op: 'set', values };
    });
  }
}

/** Rejects arrays whose sizes do not match the structural parameters. */
export function checkSizes(description: ModelDescription, memory: Memory, name: string): void {
  const sizes = new Map<number, number>();
  for (const variable of description.variables) {
    if (variable.causality !== 'structuralParameter' || !/Int/.test(variable.type)) continue;
    const { view, offset } = memory.slot(variable);
    sizes.set(variable.valueReference, Number(view[offset]));
  }
  // Without structural parameters all sizes are fixed.
  if (sizes.size === 0) return;
  resizeVariables(description, sizes).variables.forEach(({ name: array, dimensions }, i) => {
    const laidOut = description.variables[i].dimensions;
    if (dimensions.some((n, k) => n !== laidOut[k]))
      throw new UserError(
        `initialize ${name}: ${array} has ${dimensions.join(' × ')} elements by the structural parameters, but was allocated ` +
          `with ${laidOut.join(' × ')}. Give structural parameters when the FMU is instantiated.`,
      );
  });
}

/** Reports whether an importer may set a variable before the initialization. */
export function isSettable(slot: Slot): boolean {
  const { type, causality, variability, initial, start } = slot.variable;
  if (type === 'Clock' || variability === 'constant') return false;
  if (causality === 'parameter' || causality === 'input') return true;
  if (causality !== 'output' && causality !== 'local') return false;
  return initial === 'exact' || initial === 'approx' || (initial === undefined && start !== undefined);
}

function namesOf(slots: readonly Slot[]): string {
  const names = slots.slice(0, 5).map(({ variable }) => variable.name);
  return `${names.join(', ')}${slots.length > 5 ? ', …' : ''}`;
}
