import type { FmiMajor } from '../../standard/fmi-version.ts';
import { type FmiCall, io as r, type Values } from '../instance/fmi-api.ts';

/** Registers that an operation reads and writes: indexes of `register`. */
interface Operands {
  readonly reads: readonly number[];
  readonly leaves: readonly number[];
}

const experiment = [r.toleranceDefined, r.tolerance, r.startTime, r.stopTimeDefined, r.stopTime];
const none: Operands = { reads: [], leaves: [] };

/** Operations in the order of their numbers in files. Append new ones at the end. */
export const operations: readonly (Operands & { readonly op: FmiCall['op'] })[] = [
  { op: 'get', ...none },
  { op: 'set', ...none },
  { op: 'setupExperiment', reads: experiment, leaves: [] },
  { op: 'enterInitializationMode', reads: experiment, leaves: [] },
  { op: 'exitInitializationMode', ...none },
  { op: 'enterConfigurationMode', ...none },
  { op: 'exitConfigurationMode', ...none },
  { op: 'enterEventMode', ...none },
  { op: 'enterContinuousTimeMode', ...none },
  { op: 'enterStepMode', ...none },
  {
    op: 'doStep',
    reads: [r.time, r.step, r.noSetStatePrior, r.returnTime],
    leaves: [r.eventNeeded, r.terminate, r.early, r.lastTime],
  },
  { op: 'cancelStep', ...none },
  { op: 'setTime', reads: [r.time], leaves: [] },
  {
    op: 'completedIntegratorStep',
    reads: [r.noSetStatePrior],
    leaves: [r.enterEventMode, r.terminate],
  },
  {
    op: 'updateDiscreteStates',
    reads: [],
    leaves: [
      ...[r.newDiscreteStatesNeeded, r.terminate, r.nominalsChanged],
      ...[r.valuesChanged, r.nextEventTimeDefined, r.nextEventTime],
    ],
  },
  { op: 'evaluateDiscreteStates', ...none },
  { op: 'getNumberOfEventIndicators', reads: [], leaves: [r.count] },
  { op: 'getNumberOfContinuousStates', reads: [], leaves: [r.count] },
  { op: 'terminate', ...none },
  { op: 'reset', ...none },
  { op: 'setContinuousStates', ...none },
  { op: 'getContinuousStates', ...none },
  { op: 'getContinuousStateDerivatives', ...none },
  { op: 'getNominalsOfContinuousStates', ...none },
  { op: 'getEventIndicators', ...none },
];

/** Operation numbers by name. */
export const numberOf: ReadonlyMap<string, number> = new Map(operations.map(({ op }, k) => [op, k]));

/** Register names, for messages. */
export const registerNames: readonly string[] = Object.keys(r);

/**
 * Calls that are not operations, in the order of their numbers in files. Append new ones at the
 * end.
 */
export const methods: readonly string[] = [
  ...['getVersion', 'getTypesPlatform', 'instantiate', 'freeInstance', 'setDebugLogging'],
  ...['getStrings', 'setStrings', 'getBinaries', 'setBinaries'],
  ...['getState', 'setState', 'freeState', 'serializeState', 'deserializeState'],
  ...['directionalDerivative', 'adjointDerivative'],
  ...['getInterval', 'setInterval', 'getShift', 'setShift'],
  ...['getIntervalFraction', 'setIntervalFraction', 'getShiftFraction', 'setShiftFraction'],
  ...['setInputDerivatives', 'getOutputDerivatives', 'getStepStatus', 'getVariableDependencies'],
  ...['activateModelPartition', 'takeClockUpdate', 'takeLog', 'refused', 'close'],
  // Copies of the whole FMU, which FMI does not define.
  ...['copy', 'takeCopy', 'restoreCopy', 'releaseCopy'],
  // A query of fmukit FMUs.
  'internalStep',
];

/** Calls that fill their last argument. */
export const filling: ReadonlySet<string> = new Set([
  'directionalDerivative',
  'adjointDerivative',
  'getOutputDerivatives',
]);

/** Calls without an FMI function. Their answers come from this program and are not compared. */
export const internalCalls: ReadonlySet<string> = new Set([
  ...['getVersion', 'getTypesPlatform', 'takeLog', 'refused', 'close'],
  ...['copy', 'takeCopy', 'restoreCopy', 'releaseCopy', 'internalStep'],
]);

/** Reports whether a call lacks a function in the standard. Hosts decide which of them occur. */
export function isOutsideStandard(name: string, fmi: FmiMajor): boolean {
  // In FMI 3.0 its arguments are part of the initialization.
  return nonStandardCalls.has(name) || (name === 'setupExperiment' && fmi === 3);
}

const nonStandardCalls: ReadonlySet<string> = new Set([
  ...['takeLog', 'refused', 'copy', 'takeCopy', 'restoreCopy', 'releaseCopy', 'internalStep'],
]);

/** Buffers that an operation reads or fills. */
export type Buffer = Values | Float64Array;

export function bufferOf(op: FmiCall): Buffer | undefined {
  if ('values' in op) return op.values;
  return 'doubles' in op ? op.doubles : undefined;
}

/** Reports whether an operation reads its buffer. */
export const sets = (op: string): boolean => op === 'set' || op === 'setContinuousStates';

/** Returns the bytes of a buffer. */
export function contentOf(buffer: Buffer): Uint8Array {
  if (buffer instanceof Float64Array)
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const { view, offset, length } = buffer;
  return new Uint8Array(
    view.buffer,
    view.byteOffset + offset * view.BYTES_PER_ELEMENT,
    length * view.BYTES_PER_ELEMENT,
  );
}
