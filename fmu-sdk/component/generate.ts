import type { Causality, FmiType, Variability } from '../description/description.ts';
import { canonicalImports } from './names.ts';

/** A variable as the glue knows it; the array index of the layout is its value reference, 0 is time. */
export interface ComponentVariable {
  vr: number;
  type: FmiType;
  /** Number of elements. */
  size: number;
  causality: Causality;
  variability: Variability;
  /** Enumeration: smallest and largest value. */
  min?: number;
  max?: number;
  /** String, Binary: capacity [bytes]. */
  maxSize?: number;
  /** Clock: its number among the Clocks, how it ticks, when its interval may be set (see `build/clocks.ts`). */
  clock?: { index: number; kind: number; settable: number };
  /** Whether its elements have [u, u', u''] slots: a continuous Float64 input. */
  derivativeSlots?: boolean;
}

export interface ComponentMeta {
  instantiationToken: string;
  directionalDerivatives: boolean;
  /** Whether the unit has Event Mode. */
  events: boolean;
}

/** The numbers of the types in the glue (`Type` and `typeNames` there); accessors are numbered in the same way. */
export const fmiTypeNumbers: readonly FmiType[] = [
  'Float32',
  'Float64',
  'Int8',
  'Int16',
  'Int32',
  'Int64',
  'UInt8',
  'UInt16',
  'UInt32',
  'UInt64',
  'Boolean',
  'String',
  'Binary',
  'Clock',
  'Enumeration',
];

const causalities: readonly Causality[] = [
  'input',
  'output',
  'parameter',
  'structuralParameter',
  'calculatedParameter',
  'local',
  'independent',
];

const variabilities: readonly Variability[] = ['constant', 'fixed', 'tunable', 'discrete', 'continuous'];

/**
 * AssemblyScript source of a component's root: the core entry `./entry`, its exports, and the glue. It holds
 * numbers, the instantiation token and the names of the standard, nothing of the unit's own names.
 */
export function generateComponentEntry(layout: readonly ComponentVariable[], meta: ComponentMeta): string {
  return `import * as unit from './entry';
import { attach, Core, report } from 'fmukit/component/glue/index';

export * from './entry';
export * from 'fmukit/component/glue/exports';

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

/** One row of seven numbers for each variable: see `Column` in the glue. */
export function variableRows(layout: readonly ComponentVariable[]): number[][] {
  let slot = 0;
  return layout.map((v, i) => {
    if (v.vr !== i)
      throw new Error(
        `generate component: variable ${i} has value reference ${v.vr}. Number them 0, 1, 2, … .`,
      );
    let extra = -1;
    if (v.type === 'String' || v.type === 'Binary') extra = v.maxSize ?? 0;
    else if (v.derivativeSlots) {
      extra = slot;
      slot += v.size;
    }
    if (v.clock !== undefined) extra = v.clock.index;
    const numbers = [fmiTypeNumbers.indexOf(v.type), causalities.indexOf(v.causality)];
    const min = v.clock?.kind ?? v.min ?? 0;
    const max = v.clock?.settable ?? v.max ?? 0;
    return [...numbers, variabilities.indexOf(v.variability), v.size, min, max, extra];
  });
}
