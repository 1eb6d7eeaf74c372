import {
  FmuGoneError,
  type MemoryViolation,
  type MemoryWatch,
  status,
} from '../../../host/instance/fmi-api.ts';
import type { Target } from '../check-target.ts';
import type { Probe } from '../fmu-probe.ts';
import type { RuleContext } from '../rule-context.ts';
import { crashReason } from './death-text.ts';

/** Returns the instrumentation of the probe's process. Skips the rule if it is not available. */
export function watchOf({ skip }: RuleContext, probe: Probe): MemoryWatch {
  return probe.calls.watch ?? skip('the FMU does not run in its own process');
}

/** A component gets no memory of its importer: nothing that it does can be about it. */
export function withMemory({ name }: Target): string | undefined {
  return name.startsWith('wasm32-')
    ? 'a WebAssembly component has its own memory and receives no memory of its importer'
    : undefined;
}

/** Accesses of an FMU to memory of its importer during one life. */
export interface WatchResult {
  readonly probe: Probe;
  readonly trespasses: readonly MemoryViolation[];
}

/** Records the FMU's accesses to memory of its importer while `use` calls it. */
export async function watchCalls(context: RuleContext, use: (probe: Probe) => void): Promise<WatchResult> {
  const probe = await context.open();
  const watch = watchOf(context, probe);
  if (watch.guard() !== status.ok) context.skip('the FMU cannot be watched here');
  try {
    use(probe);
  } catch (error) {
    // The rules on the cause of a crash report it.
    if (error instanceof FmuGoneError) context.skip(`the FMU process ended early: ${crashReason(error)}`);
    throw error;
  }
  return { probe, trespasses: watch.trespasses() };
}

/** `live` on each target once: several rules ask what came of the same life. */
export function oncePerTarget(run: (context: RuleContext) => Promise<WatchResult>): typeof run {
  const lived = new WeakMap<Target, Promise<WatchResult>>();
  return (context) => {
    const result = lived.get(context.target) ?? run(context);
    lived.set(context.target, result);
    return result;
  };
}
