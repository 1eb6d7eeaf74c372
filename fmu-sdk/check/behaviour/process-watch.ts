import { status, type Trespass, UnitGone, type Watch } from '../../host/fmi-api.ts';
import type { Target } from './check-target.ts';
import type { Probe } from './fmu-probe.ts';
import type { Bench } from './rule-context.ts';

/** What can be seen of the probe's unit from outside; ends the check where nothing can. */
export function watchOf({ skip }: Bench, probe: Probe): Watch {
  return probe.calls.watch ?? skip('the unit is not in a process of its own');
}

/** A component gets no memory of its importer: nothing that it does can be about it. */
export function withMemory({ name }: Target): string | undefined {
  return name.startsWith('wasm32-')
    ? 'a WebAssembly component has memory of its own and gets none of its importer'
    : undefined;
}

/** What a unit did with what it was lent in a life. */
export interface Watched {
  readonly probe: Probe;
  readonly trespasses: readonly Trespass[];
}

/** What a unit does with what it is lent while `use` calls it. */
export async function watched(bench: Bench, use: (probe: Probe) => void): Promise<Watched> {
  const probe = await bench.open();
  const watch = watchOf(bench, probe);
  if (watch.guard() !== status.ok) bench.skip('the unit cannot be watched here');
  try {
    use(probe);
  } catch (error) {
    // That it dies is told by the rules on what it died of.
    if (error instanceof UnitGone) bench.skip(`the unit is gone before its end: ${error.reason}`);
    throw error;
  }
  return { probe, trespasses: watch.trespasses() };
}

/** `live` on each target once: several rules ask what came of the same life. */
export function oncePerTarget(live: (bench: Bench) => Promise<Watched>): typeof live {
  const lived = new WeakMap<Target, Promise<Watched>>();
  return (bench) => {
    const there = lived.get(bench.target) ?? live(bench);
    lived.set(bench.target, there);
    return there;
  };
}
