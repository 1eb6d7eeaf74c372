import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { createDriver } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { loadFmu, readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import type { Column, ObserverKind } from '../../../master/observe/observer.ts';
import { givenElements, openInstances } from '../../../master/run/instances/open-instances.ts';
import { runToEnd } from '../../../master/run/loop/run-loop.ts';
import { Session } from '../../../master/run/loop/session.ts';
import { checkSystem } from '../../../master/system/assemble-system.ts';
import { lastTime } from '../../../master/system/checks/check-times.ts';
import { withWholeArrays } from '../../../master/system/element-values.ts';
import type { CheckedSystem, SystemFile } from '../../../master/system/system.ts';
import { systemAt } from '../../../master/system/system-file.ts';
import {
  type Case,
  type Connection,
  type CoupledCase,
  type Experiment,
  elementsOf,
  indexOf,
  type Program,
  words,
} from '../program.ts';
import { seconds } from '../time.ts';
import { aliasOf, describe } from './describe.ts';
import { ProgramCalls } from './fmi-unit.ts';

/** A row of the product's results. */
export interface ProductRow {
  readonly time: number;
  readonly values: Readonly<Record<string, number>>;
}

export interface ProductRun {
  readonly rows: readonly ProductRow[];
  readonly evaluations: number;
}

/** Relative tolerance of the integrator. */
const tolerance = 1e-9;

/** Runs a case by fmukit, in this process. */
export function runProduct(posed: Case): ProductRun {
  const { program, experiment } = posed;
  const checked = checkedSystem(posed, loadedUnit(program));
  const calls = new ProgramCalls(program, seconds(experiment.start), seconds(experiment.step));
  const instance = createDriver(calls, checked.units[0].description, 'unit', {
    tolerance,
    stopTime: lastTime(checked),
    given: givenElements(checked.units[0].values),
    ...(program.kind === 'modelExchange' && { solver: experiment.solver }),
  });
  try {
    return { rows: rowsOf(posed, checked, instance), evaluations: calls.evaluations };
  } finally {
    instance.close();
  }
}

/** Runs a case by fmukit, from an FMU on the disk. */
export async function runNative(
  posed: Case,
  file: string,
  more: Record<string, number | number[]> = {},
): Promise<readonly ProductRow[]> {
  const { kind } = posed.program;
  const { solver } = posed.experiment;
  const options = {
    kind,
    ...(kind === 'modelExchange' && { solver }),
    tolerance,
    trusted: true,
    events: posed.program.isOnItsOwn !== true,
  };
  const loaded = await loadFmu(await readFmuFile(file), options);
  const checked = checkedSystem(posed, loaded, more);
  const [instance] = await openInstances(checked, { cells: new Int32Array(3) }, hosts);
  try {
    return rowsOf(posed, checked, instance);
  } finally {
    instance.close();
  }
}

function checkedSystem(
  { program, experiment }: Case,
  unit: LoadedFmu,
  more: Record<string, number | number[]> = {},
): CheckedSystem {
  const system = systemOf(program, experiment);
  const { parameters } = system.units.unit;
  const given = { ...system.units.unit, parameters: { ...parameters, ...more } };
  const whole = withWholeArrays(unit.description, given, (_section, key, what) => {
    throw new Error(`set ${key}: ${what}`);
  });
  return checkSystem(
    systemAt({ ...system, units: { unit: whole } }, 'case.json'),
    new Map([['unit', unit]]),
    false,
    inputTable(program, experiment),
  );
}

function rowsOf({ program, experiment }: Case, checked: CheckedSystem, instance: Instance): ProductRow[] {
  const rows: ProductRow[] = [];
  const tunables = program.tunables.map((_, k) => {
    const variable = checked.units[0].description.variables.find(({ name }) => name === `p${k}`);
    return instance.view(variable as NonNullable<typeof variable>);
  });
  const session = new Session(checked, {
    instances: [instance],
    events: true,
    inner: [rowsInto(rows, instance)],
  });
  const set = (step: number): void => {
    for (const { step: at, parameter, value } of experiment.sets)
      if (at === step) tunables[parameter].view[tunables[parameter].offset] = value;
  };
  for (const _ of runToEnd(session, { batch: 1 })) set(session.n);
  return rows;
}

/** Runs coupled units by fmukit. Columns are named `a.d0`, `b.d0` and so on. */
export function runProductCoupled({ scheme, programs, connections, experiment }: CoupledCase): ProductRow[] {
  const names = programs.map((_, k) => String.fromCharCode(97 + k));
  const portOf = ({ unit, group, index }: Connection['from' | 'to']) => `${names[unit]}.${group}${index}`;
  const { start, step, steps } = experiment;
  const system: SystemFile = {
    name: 'case',
    units: Object.fromEntries(
      programs.map(({ kind }, k) => [names[k], { fmu: `${names[k]}.fmu`, interface: kind }]),
    ),
    connections: connections.map(({ from, to }) => ({ from: portOf(from), to: portOf(to) })),
    algorithm: { scheme, step: seconds(step) },
    startTime: seconds(start),
    stopTime: seconds(start + step * steps),
    record: {
      variables: programs.flatMap((program, k) =>
        recordedNames(program)
          .filter((name) => /^[umdx]\d/.test(name))
          .map((name) => `${names[k]}.${name}`),
      ),
    },
  };
  const loaded = new Map(programs.map((program, k) => [names[k], loadedUnit(program)]));
  const checked = checkSystem(systemAt(system, 'case.json'), loaded);
  const instances = programs.map((program, k) => {
    const calls = new ProgramCalls(program, seconds(start), seconds(step));
    const options = { tolerance, stopTime: lastTime(checked) };
    return createDriver(calls, checked.units[k].description, names[k], options);
  });
  const rows: ProductRow[] = [];
  try {
    for (const _ of runToEnd(new Session(checked, { instances, events: true, inner: [rowsInto(rows)] })));
  } finally {
    for (const instance of instances) instance.close();
  }
  return rows;
}

function loadedUnit(program: Program): LoadedFmu {
  const binary = { form: 'program', kind: program.kind };
  return { file: 'unit.fmu', description: describe(program), binary };
}

/** A parameter that nobody gives or records stays unread. So only some programs record it. */
function recordedNames(program: Program): string[] {
  const hidden =
    program.arrays?.repeats === true ? /^der\(|^[noqswy]$|^z|^also/ : /^der\(|^[anoqswy]$|^z|^also/;
  return describe(program)
    .variables.filter(({ causality, name }) => causality !== 'independent' && !hidden.test(name))
    .map(({ name }) => name);
}

function systemOf(program: Program, experiment: Experiment): SystemFile {
  const { start, step, steps } = experiment;
  return {
    name: 'case',
    units: {
      unit: { fmu: 'unit.fmu', interface: program.kind, parameters: parametersOf(program, experiment) },
    },
    ...(experiment.titles === 'connectors' && { connectors: connectorsOf(program) }),
    algorithm: { scheme: 'jacobi', step: seconds(step) },
    startTime: seconds(start),
    stopTime: seconds(start + step * steps),
    record: { variables: recordedNames(program).map((name) => `unit.${name}`) },
    ...(experiment.inputs.length > 0 && { inputs: 'inputs.csv' }),
  };
}

function parametersOf(
  { arrays }: Program,
  { size, elements, element, text }: Experiment,
): Record<string, number | number[] | string> {
  return {
    ...(size !== null && { n: size }),
    ...(elements !== null && { a: [...elements] }),
    ...(arrays !== null &&
      element !== undefined && { [`a${indexOf(arrays, size ?? arrays.size, element[0])}`]: element[1] }),
    ...(text !== undefined && { q: words[text] }),
  };
}

/** Returns the inputs of a unit: names, and whether they are numbers that a conversion may scale. */
function inputsOf(program: Program): { name: string; isNumber: boolean }[] {
  return describe(program)
    .variables.filter(({ causality }) => causality === 'input')
    .map(({ name, type }) => ({ name, isNumber: type !== 'Clock' && type !== 'String' }));
}

/** Returns connectors of the system in front of all inputs. They have half the value of numbers. */
function connectorsOf(program: Program): SystemFile['connectors'] {
  return Object.fromEntries(
    inputsOf(program).map(({ name, isNumber }) => [
      `in_${name}`,
      { to: [{ to: `unit.${name}`, ...(isNumber && { factor: 2 }) }] },
    ]),
  );
}

function inputTable(
  program: Program,
  { inputs, size, titles: kind, drivesTunables = false }: Experiment,
): { file: string; rows: string[][] } | undefined {
  const { continuousInputs, discreteInputs, tunables, clocks, arrays, texts } = program;
  if (inputs.length === 0) return undefined;
  const titles = ['time'];
  for (let k = 0; k < continuousInputs; k++) titles.push(`u${k}`);
  for (let k = 0; k < discreteInputs; k++) titles.push(`m${k}`);
  if (arrays !== null) {
    const n = size ?? arrays.size;
    for (let k = 0; k < elementsOf(arrays, n); k++) titles.push(`w${indexOf(arrays, n, k)}`);
  }
  if (texts !== undefined) titles.push('s');
  if (drivesTunables) for (let k = 0; k < tunables.length; k++) titles.push(`p${k}`);
  const textOf = (value: number, column: number): string => {
    if (titles[column] === 's') return words[value];
    const isHalf = kind === 'connectors' && /^[umw]/.test(titles[column]);
    return String(isHalf ? value / 2 : value);
  };
  clocks.forEach((clock, k) => {
    if (clock.kind === 'triggered') titles.push(`c${k}`);
  });
  return {
    file: 'inputs.csv',
    rows: [
      titles.map((name) => titleOf(name, kind)),
      ...inputs.map(({ at, values }) => [seconds(at), ...values].map(textOf)),
    ],
  };
}

function titleOf(name: string, kind: Experiment['titles']): string {
  if (kind === undefined || name === 'time' || /^p\d/.test(name)) return name;
  return kind === 'aliases' ? aliasOf(name) : `in_${name}`;
}

function rowsInto(rows: ProductRow[], instance?: Instance): ObserverKind {
  return {
    name: 'rows',
    observe: ({ columns }) => {
      const add = (time: number): void => {
        rows.push({ time, values: { ...valuesOf(columns), ...(instance && textsOf(instance)) } });
      };
      return { row: add, event: add };
    },
  };
}

/** Returns the texts and bytes that a single unit shows, as numbers. Results do not record them. */
function textsOf(instance: Instance): Record<string, number> {
  const outputs = instance.description.variables.filter(
    ({ type, causality }) => causality === 'output' && (type === 'String' || type === 'Binary'),
  );
  return Object.fromEntries(
    outputs.map((variable) => {
      const bytes = instance.getBytes(variable, 0);
      return [variable.name, variable.type === 'String' ? wordOf(bytes) : numberOf(bytes)];
    }),
  );
}

function wordOf(bytes: Uint8Array): number {
  return (words as readonly string[]).indexOf(new TextDecoder().decode(bytes));
}

function numberOf([q, s, ...more]: Uint8Array): number {
  return more.join() === '0,255' ? 10 * q + s : Number.NaN;
}

function valuesOf(columns: readonly Column[]): Record<string, number> {
  return Object.fromEntries(columns.map(({ name, read }) => [name, Number(read())]));
}
