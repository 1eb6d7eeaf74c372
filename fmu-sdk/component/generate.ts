import { canonicalImports } from '../host/component/names.ts';
import type { LayoutVariable } from '../layout/layout.ts';
import { variableRows } from '../layout/rows.ts';

export interface ComponentMeta {
  instantiationToken: string;
  directionalDerivatives: boolean;
  /** Whether the unit has Event Mode. */
  events: boolean;
}

/**
 * AssemblyScript source of a component's root: the core entry `./entry`, its exports, and the glue. It holds
 * numbers, the instantiation token and the names of the standard, nothing of the unit's own names.
 */
export function generateComponentEntry(layout: readonly LayoutVariable[], meta: ComponentMeta): string {
  return `import * as unit from './entry';
import { attach, Core, report } from 'fmukit/component/glue/index';

export * from './entry';
export * from 'fmukit/component/glue/exports';
export * from 'fmukit/component/glue/face';

${external('logMessage', 'name: usize, n: i32, status: i32, category: usize, c: i32, text: usize, m: i32', 'void')}
${external('intermediateUpdate', 't: f64, set: i32, get: i32, finished: i32, early: i32, result: usize', 'void')}
${external('handle', 'rep: i32', 'i32')}

const rows: StaticArray<i32> = [${variableRows(layout).flat().join(', ')}];

class TheCore extends Core {
  override rows(): StaticArray<i32> { return rows; }
  override token(): string { return ${JSON.stringify(meta.instantiationToken)}; }
  override hasDirectionalDerivatives(): bool { return ${meta.directionalDerivatives}; }
  override hasEvents(): bool { return ${meta.events}; }
  override stateSize(): usize { return unit.stateSize(); }
  override reset(): void { unit.reset(); report(); }
  override table(): usize { return unit.table(); }
  override derivatives(): usize { return unit.derivatives(); }
  override internalStep(): f64 { return unit.internalStep(); }
  override initialize(t: f64): void { unit.initialize(t); }
  override begin(t: f64, H: f64): i32 { return unit.begin(t, H); }
  override micro(i: i32): void { unit.micro(i); }
  override partial(u: i32, i: i32, k: i32, j: i32): f64 { return unit.partial(u, i, k, j); }
  override nextEvent(): f64 { return unit.nextEvent(); }
  override eventDue(): bool { return unit.eventDue() !== 0; }
  override evaluateEvent(): bool { return unit.evaluateEvent() !== 0; }
  override updateEvent(): void { unit.updateEvent(); }
  override takeClock(k: i32): void { unit.takeClock(k); }
  override clockQualifier(k: i32): i32 { return unit.clockQualifier(k); }
  override clockInterval(k: i32): f64 { return unit.clockInterval(k); }
  override setClockInterval(k: i32, interval: f64): void { unit.setClockInterval(k, interval); }
  override clockShift(k: i32): f64 { return unit.clockShift(k); }
  override logMessage(name: usize, n: i32, status: i32, category: usize, c: i32, text: usize, m: i32): void {
    logMessage(name, n, status, category, c, text, m);
  }
  override intermediateUpdate(t: f64, set: i32, get: i32, finished: i32, early: i32, result: usize): void {
    intermediateUpdate(t, set, get, finished, early, result);
  }
  override handle(rep: i32): i32 { return handle(rep); }
}

attach(new TheCore());
`;
}

function external(name: keyof typeof canonicalImports, params: string, result: string): string {
  const [module, item] = canonicalImports[name];
  return `@external("${module}", "${item}")\ndeclare function ${name}(${params}): ${result};`;
}
