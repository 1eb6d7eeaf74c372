import type { InterfaceKind } from '../../instance/fmi-api.ts';

/**
 * Declarations that `fast-calls.ts` relies on, in jco's TypeScript form: FMI-LS-WASM of July 2026.
 */
const statuses = "export type Status = 'ok' | 'warning' | 'discard' | 'error' | 'fatal';";

const lists: Record<string, string> = {
  Float32: 'Float32Array',
  Float64: 'Float64Array',
  Int8: 'Int8Array',
  Uint8: 'Uint8Array',
  Int16: 'Int16Array',
  Uint16: 'Uint16Array',
  Int32: 'Int32Array',
  Uint32: 'Uint32Array',
  Int64: 'BigInt64Array',
  Uint64: 'BigUint64Array',
  Boolean: 'Array<boolean>',
  Clock: 'Array<boolean>',
};

const ofKind: Record<InterfaceKind, readonly string[]> = {
  coSimulation: [
    'export interface DoStepResult { lastSuccessfulTime: number, eventHandlingNeeded: boolean, terminateSimulation: boolean, earlyReturn: boolean, }',
    'doStep(currentCommunicationPoint: number, communicationStepSize: number, noSetFmuStatePriorToCurrentPoint: boolean): DoStepResult;',
  ],
  modelExchange: [
    'export interface CompletedStepResult { enterEventMode: boolean, terminateSimulation: boolean, }',
    'setTime(time: number): Status;',
    'setContinuousStates(continuousStates: Float64Array): Status;',
    'getContinuousStates(): Float64Array;',
    'getContinuousStateDerivatives(): Float64Array;',
    'getEventIndicators(): Float64Array;',
    'completedIntegratorStep(noSetFmuStatePriorToCurrentPoint: boolean): CompletedStepResult;',
  ],
  scheduledExecution: [],
};

/** Returns the functions used by the fast calls, by their names in the draft. */
export function shortcuts(kind: InterfaceKind): string[] {
  const methodNames = ofKind[kind].flatMap((line) => /^(\w+)\(/.exec(line)?.[1] ?? []);
  const accessors = Object.keys(lists).flatMap((type) => [`get-${type}`, `set-${type}`]);
  return [...accessors, ...methodNames].map((name) =>
    name
      .replace(/(?<=[a-z])[A-Z]/g, '-$&')
      .toLowerCase()
      .replace('--', '-'),
  );
}

/**
 * Reports whether a component's interface matches the draft in all functions of the fast calls.
 * Other drafts use the bindings.
 */
export function isDraft(declarations: string, kind: InterfaceKind): boolean {
  const accessors = Object.entries(lists).flatMap(([type, list]) => [
    `get${type}(valueReferences: Uint32Array): ${list};`,
    `set${type}(valueReferences: Uint32Array, values: ${list}): Status;`,
  ]);
  return [statuses, ...accessors, ...ofKind[kind]].every((line) => declarations.includes(line));
}

/** Removes comments and line breaks from declarations. */
export function withoutComments(declarations: string): string {
  return declarations.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
}
