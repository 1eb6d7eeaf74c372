import { canonicalImports } from '../../host/component/canonical-abi/canonical-names.ts';
import type { LayoutVariable } from '../layout/variable-layout.ts';
import { variableRows } from '../layout/variable-rows.ts';

export interface ComponentMeta {
  instantiationToken: string;
  directionalDerivatives: boolean;
  /** True if the unit has Event Mode. */
  events: boolean;
  /** Data for model exchange, if the unit is built with it. */
  exchange?: ModelExchangeMeta;
}

/**
 * Value references of states, their derivatives and event indicators, one for each variable.
 * Nominal values of states, one for each element.
 */
export interface ModelExchangeMeta {
  states: readonly number[];
  derivatives: readonly number[];
  indicators: readonly number[];
  nominals: readonly number[];
}

/**
 * Returns the AssemblyScript source of a component's root: the core entry `./entry`, its exports,
 * and the glue. It holds numbers, the instantiation token and names of the standard. Names of the
 * unit do not occur.
 */
export function generateComponentEntry(layout: readonly LayoutVariable[], meta: ComponentMeta): string {
  return `import * as unit from './entry';
import { attach, Core, report } from 'fmukit/build/component/glue/index';

export * from './entry';
export * from 'fmukit/build/component/glue/exports/co-simulation-exports';
export * from 'fmukit/build/component/glue/numeric-interface';
${meta.exchange === undefined ? '' : "export * from 'fmukit/build/component/glue/exports/model-exchange-exports';\n"}
${external('logMessage', 'name: usize, n: i32, status: i32, category: usize, c: i32, text: usize, m: i32', 'void')}
${external('intermediateUpdate', 't: f64, set: i32, get: i32, finished: i32, early: i32, result: usize', 'void')}
${external('handle', 'rep: i32', 'i32')}
${meta.exchange === undefined ? '' : `${external('exchangeHandle', 'rep: i32', 'i32')}\n`}
const rows: StaticArray<i32> = [${variableRows(layout).flat().join(', ')}];
${meta.exchange === undefined ? '' : modelExchangeTables(meta.exchange)}
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
  override setClockShift(k: i32, shift: f64): void { unit.setClockShift(k, shift); }
  override clockResolution(k: i32): f64 { return unit.clockResolution(k); }
  override logMessage(name: usize, n: i32, status: i32, category: usize, c: i32, text: usize, m: i32): void {
    logMessage(name, n, status, category, c, text, m);
  }
  override intermediateUpdate(t: f64, set: i32, get: i32, finished: i32, early: i32, result: usize): void {
    intermediateUpdate(t, set, get, finished, early, result);
  }
  override handle(rep: i32): i32 { return handle(rep); }
${meta.exchange === undefined ? '' : modelExchangeMembers(meta.exchange)}}

attach(new TheCore());
`;
}

function modelExchangeMembers({ indicators }: ModelExchangeMeta): string {
  const listed = Object.entries(modelExchangeLists)
    .map(([name, member]) => `  override ${member}(): StaticArray<i32> { return ${name}; }\n`)
    .join('');
  return `  override hasExchange(): bool { return true; }
  override exchangeHandle(rep: i32): i32 { return exchangeHandle(rep); }
  override evaluate(): void { unit.evaluate(); }
${indicators.length === 0 ? '' : '  override endAtEvents(on: bool): void { unit.endAtEvents(on ? 1 : 0); }\n'}${listed}  override nominals(): StaticArray<f64> { return nominals; }
`;
}

const modelExchangeLists = {
  states: 'stateReferences',
  derivatives: 'derivativeReferences',
  indicators: 'indicatorReferences',
} as const;

function modelExchangeTables({ states, derivatives, indicators, nominals }: ModelExchangeMeta): string {
  const lists = Object.entries({ states, derivatives, indicators }).map(
    ([name, list]) => `const ${name}: StaticArray<i32> = [${list.join(', ')}];\n`,
  );
  const reals = nominals.map((x) => (Number.isInteger(x) ? x.toFixed(1) : String(x)));
  return `${lists.join('')}const nominals: StaticArray<f64> = [${reals.join(', ')}];\n`;
}

function external(name: keyof typeof canonicalImports, params: string, result: string): string {
  const [module, item] = canonicalImports[name];
  return `@external("${module}", "${item}")\ndeclare function ${name}(${params}): ${result};`;
}
