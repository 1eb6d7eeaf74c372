import type { ModelDescription } from '../../description/description.ts';
import { resizeVariables } from '../../description/variables/resize.ts';
import { UserError } from '../../util/user-error.ts';
import { type FmiApi, io } from '../instance/fmi-api.ts';
import { type Expect, nameOf } from './call-failure.ts';
import { groupsOf } from './variables/variable-groups.ts';
import type { Memory, Slot } from './variables/variable-memory.ts';

/** The experiment passed to an FMU: times [s] and an optional relative tolerance. */
export interface Experiment {
  startTime: number;
  stopTime?: number;
  tolerance?: number;
}

/** Sets structural parameters that differ from their start values, in configuration mode. */
export function configure(calls: FmiApi, memory: Memory, watched: readonly Slot[], expect: Expect): void {
  const changed = watched.filter(
    (slot) => slot.variable.causality === 'structuralParameter' && memory.changed(slot),
  );
  if (changed.length === 0) return;
  expect(calls.call({ op: 'enterConfigurationMode' }), 'enterConfigurationMode');
  // One at a time, because the size of one may limit another, and some FMUs reject two at once.
  for (const slot of changed) setOnce(calls, [slot], expect);
  expect(calls.call({ op: 'exitConfigurationMode' }), 'exitConfigurationMode');
}

/** Rejects arrays whose sizes do not match the structural parameters. */
export function checkSizes(description: ModelDescription, memory: Memory, name: string): void {
  const sizes = new Map<number, number>();
  for (const variable of description.variables) {
    if (variable.causality !== 'structuralParameter' || !/Int/.test(variable.type)) continue;
    const { view, offset } = memory.slot(variable);
    sizes.set(variable.valueReference, Number(view[offset]));
  }
  resizeVariables(description, sizes).variables.forEach(({ name: array, dimensions }, i) => {
    const laidOut = description.variables[i].dimensions;
    if (dimensions.some((n, k) => n !== laidOut[k]))
      throw new UserError(
        `initialize ${name}: ${array} has ${dimensions.join(' × ')} elements by the structural parameters, but was allocated ` +
          `with ${laidOut.join(' × ')}. Give structural parameters when the FMU is instantiated.`,
      );
  });
}

/**
 * Sets parameters, inputs and start values that differ from the description, as far as the
 * instantiated state allows.
 */
export function setStarts(calls: FmiApi, memory: Memory, watched: readonly Slot[], expect: Expect): void {
  // Guesses can be set only now, so that their other elements must be read now.
  const guesses = watched.filter(({ variable }) => variable.initial === 'approx');
  readUnknown(
    calls,
    memory,
    guesses.filter((slot) => isPartlyKnown(memory, slot)),
    expect,
  );
  setOnce(
    calls,
    watched.filter(
      (slot) => isSettable(slot) && memory.changed(slot) && memory.unknownElements(slot).length === 0,
    ),
    expect,
  );
}

export function enterInitialization(
  calls: FmiApi,
  { startTime, stopTime, tolerance }: Experiment,
  expect: Expect,
): void {
  const r = calls.registers;
  r[io.startTime] = startTime;
  r[io.stopTimeDefined] = stopTime === undefined ? 0 : 1;
  r[io.stopTime] = stopTime ?? 0;
  r[io.toleranceDefined] = tolerance === undefined ? 0 : 1;
  r[io.tolerance] = tolerance ?? 0;
  expect(calls.call({ op: 'setupExperiment' }), 'setupExperiment');
  expect(calls.call({ op: 'enterInitializationMode' }), 'enterInitializationMode');
}

/**
 * Reads values that only the FMU knows: elements of resized arrays, and variables without a start
 * value. Sets variables if only some of their elements were given.
 */
export function completeStarts(
  calls: FmiApi,
  memory: Memory,
  watched: readonly Slot[],
  expect: Expect,
): void {
  const open = watched.filter((slot) => memory.unknownElements(slot).length > 0);
  const partly = open.filter((slot) => isPartlyKnown(memory, slot) && slot.variable.causality !== 'input');
  readUnknown(calls, memory, open, expect);
  setOnce(calls, partly.filter(isSettable), expect);
}

function isPartlyKnown(memory: Memory, slot: Slot): boolean {
  const unknown = memory.unknownElements(slot).length;
  return unknown > 0 && unknown < slot.length;
}

/** Reads the unknown elements of variables. Known elements keep their values. */
export function readUnknown(calls: FmiApi, memory: Memory, slots: readonly Slot[], expect: Expect): void {
  for (const slot of slots) {
    const { view, offset, length } = slot;
    const values = view.slice(offset, offset + length);
    const unknown = new Set(memory.unknownElements(slot));
    for (const group of groupsOf(calls, [slot])) {
      expect(calls.get(group.values), { op: 'get', values: group.values });
      group.store();
    }
    for (let i = 0; i < length; i++) if (!unknown.has(i)) view[offset + i] = values[i];
  }
}

/** Reports whether an importer may set a variable before the initialization. */
export function isSettable(slot: Slot): boolean {
  const { type, causality, variability, initial, start } = slot.variable;
  if (type === 'Clock' || variability === 'constant') return false;
  if (causality === 'parameter' || causality === 'input') return true;
  if (causality !== 'output' && causality !== 'local') return false;
  return initial === 'exact' || initial === 'approx' || (initial === undefined && start !== undefined);
}

function setOnce(calls: FmiApi, slots: readonly Slot[], expect: Expect): void {
  for (const group of groupsOf(calls, slots)) {
    group.load();
    const function_ = nameOf({ op: 'set', values: group.values }, calls.fmi);
    expect(calls.set(group.values), `${function_} (${namesOf(slots)})`);
  }
}

function namesOf(slots: readonly Slot[]): string {
  const names = slots.slice(0, 5).map(({ variable }) => variable.name);
  return `${names.join(', ')}${slots.length > 5 ? ', …' : ''}`;
}
