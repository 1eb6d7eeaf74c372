import { type InterfaceKind, type MemoryWatch, memoryViolationKinds } from '../instance/fmi-api.ts';
import type { Addon } from './addon.ts';
import type { EngineClient } from './engine/engine-client.ts';

/** Numbers of `kind_…` in engine.h. */
export const kindNumbers: Record<InterfaceKind, number> = {
  coSimulation: 1,
  modelExchange: 2,
  scheduledExecution: 4,
};

/** Numbers of one violation: count, operation, two details. */
const rowLength = 4;

/** Returns the instrumentation of the FMU at the other end of the line, which was loaded for `own`. */
export function instrumentationOf(line: EngineClient, addon: Addon, own: InterfaceKind): MemoryWatch {
  const nameOf = (operation: number): string =>
    Object.entries(addon.operations).find(([, number]) => number === operation)?.[0] ?? 'a call';
  const transact = (operation: string): ReturnType<EngineClient['transact']> => {
    line.begin();
    return line.transact(operation);
  };
  return {
    guard: () => transact('guard'),
    trespasses: () => {
      transact('trespasses');
      const rows = line.result().doubles(rowLength * memoryViolationKinds.length);
      return memoryViolationKinds
        .map((kind, i) => {
          const [count, operation, more, still] = rows.subarray(rowLength * i, rowLength * (i + 1));
          return { kind, call: nameOf(operation), count, more, still };
        })
        .filter(({ count }) => count > 0);
    },
    select: (instance, kind = own) => {
      line.begin().word(instance).word(kindNumbers[kind]);
      return line.transact('select');
    },
    allocated: () => {
      transact('allocated');
      const bytes = line.result().double();
      return bytes < 0 ? undefined : bytes;
    },
  };
}
