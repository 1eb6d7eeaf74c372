import { dirname, resolve } from 'node:path';
import {
  elementCount,
  type ModelDescription,
  type Variable,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { resize } from '../../fmu-sdk/description/resize.ts';
import { parseUnit, productOf, sameUnit } from '../../fmu-sdk/description/si.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import type { LoadedUnit } from '../../fmu-sdk/host/load.ts';
import { wallPerCpu } from '../../fmu-sdk/host/overdue.ts';
import type { JsonFile } from '../../fmu-sdk/json/json-file.ts';
import { connect } from './connect.ts';
import { Feeds } from './feeds.ts';
import { readInputs } from './inputs.ts';
import { label } from './label.ts';
import { findLoops } from './loops.ts';
import type {
  Bond,
  CheckedSystem,
  Connection,
  InputSeries,
  InterfaceModel,
  ParameterValue,
  Port,
  SystemFile,
  SystemUnit,
} from './system.ts';
import { valueOf } from './values.ts';

type Path = readonly (string | number)[];

/**
 * Checks a system against the units it names (`loaded`, by name of the unit) and puts indexes in place of names.
 * `prefix`: whether result and input columns carry the name of their unit.
 */
export function checkSystem(
  json: JsonFile<SystemFile>,
  loaded: ReadonlyMap<string, LoadedUnit>,
  prefix = true,
): CheckedSystem {
  const system = json.value;
  const names = Object.keys(system.units);
  const refuse = (path: Path, what: string): never => {
    throw new UserError(`${json.where(path)}: ${what}`);
  };
  const units = names.map((name) => {
    const { parameters = {}, start = {} } = system.units[name];
    const { description: asLoaded, binary, passedOver } = loaded.get(name) as LoadedUnit;
    const description = resize(asLoaded, sizesOf(name, asLoaded, parameters, refuse));
    return {
      name,
      description,
      binary,
      passedOver,
      values: checkValues(name, description, parameters, start, refuse),
    };
  });
  const variables = units.map((unit) => variablesByName(unit.description));
  const port = (text: string, path: Path): Port => findPort(text, names, variables, path, refuse);

  const connections = (system.connections ?? []).map((c, i): Connection => {
    const path = ['connections', i];
    const ends = { from: port(c.from, [...path, 'from']), to: port(c.to, [...path, 'to']) };
    const order = c.order ?? system.algorithm.order ?? 0;
    const extrapolation =
      c.extrapolation ?? (c.order === undefined ? system.algorithm.extrapolation : undefined);
    return connect(c, { ...ends, order, extrapolation }, units, (what) => refuse(path, `connect: ${what}`));
  });
  const feeds = new Feeds();
  connections.forEach((c, i) => {
    const rival = feeds.add(c);
    if (rival !== undefined)
      refuse(
        ['connections', i],
        `connect: ${label(c.to, units)} has two sources, ${label(rival.from, units)} and ${label(c.from, units)}. Remove one connection.`,
      );
  });
  /** Bonds and interface models know both ends of a connection in one unit, and arrays as a whole. */
  const plain = (c: Connection, path: Path): Connection => {
    if (c.conversion !== undefined || c.fromElement !== undefined || c.toElement !== undefined)
      refuse(
        path,
        `the connection of ${label(c.from, units)} to ${label(c.to, units)} converts or takes one element. ` +
          'Bonds and interface models need the same unit and all elements at both ends.',
      );
    return c;
  };
  const into = (text: string, path: Path): Connection => {
    const found = feeds.into(port(text, path));
    if (found !== undefined) return plain(found, path);
    return refuse(path, `${text} is fed by no connection. Connect it first.`);
  };
  const between = (from: string, toUnit: number, path: Path): Connection => {
    const source = port(from, path);
    const found = connections.find(
      (c) => c.from.unit === source.unit && c.from.variable === source.variable && c.to.unit === toUnit,
    );
    if (found !== undefined) return plain(found, path);
    return refuse(path, `bond: ${from} does not feed ${names[toUnit]}. Connect it first.`);
  };

  return {
    name: system.name,
    units,
    connections,
    loops: findLoops(
      connections,
      units.map((unit) => unit.description),
    ).map((loop) => pathText(loop, units)),
    bonds: (system.bonds ?? []).map((bond, i) => checkBond(bond, i, port, between)),
    interfaceModels: (system.interfaceModels ?? []).map((m, i) =>
      checkInterfaceModel(m, i, port, into, refuse),
    ),
    scheme: system.algorithm.scheme,
    step: system.algorithm.step,
    order: system.algorithm.order ?? 0,
    startTime: system.startTime ?? 0,
    stopTime: checkStop(system, refuse),
    record: {
      columns: (system.record?.variables ?? defaultColumns(system)).map((text, i) => {
        const found = port(text, ['record', 'variables', i]);
        if (/String|Binary/.test(found.variable.type))
          refuse(
            ['record', 'variables', i],
            `record: ${text} is a ${found.variable.type}; only numbers can be recorded.`,
          );
        return found;
      }),
      every: system.record?.every ?? 1,
      prefix,
    },
    inputs: system.inputs === undefined ? [] : checkInputs(system.inputs),
    ...limitsOf(system),
  };

  function checkInputs(csv: string): InputSeries[] {
    const series = readInputs(resolve(dirname(json.file), csv), units, prefix);
    for (const { port } of series) {
      const other = feeds.into(port);
      if (other !== undefined)
        refuse(
          ['inputs'],
          `inputs: ${label(port, units)} is a column of ${csv} and fed by ${label(other.from, units)}. Remove one of them.`,
        );
    }
    return series;
  }

  function defaultColumns(of: SystemFile): string[] {
    return Object.keys(of.units).flatMap((name, i) =>
      units[i].description.variables
        .filter((v) => v.causality === 'output' && !/String|Binary/.test(v.type))
        .map((v) => `${name}.${v.name}`),
    );
  }
}

type Refuse = (path: Path, what: string) => never;

function checkStop(system: SystemFile, refuse: Refuse): number {
  const start = system.startTime ?? 0;
  const { step } = system.algorithm;
  if (system.stopTime <= start)
    refuse(['stopTime'], `stop time ${system.stopTime} s is not after the start time ${start} s.`);
  const n = (system.stopTime - start) / step;
  if (Math.abs(n - Math.round(n)) > 1e-6)
    refuse(
      ['stopTime'],
      `run: from ${start} s to ${system.stopTime} s is no whole number of steps H = ${step} s. ` +
        `Stop at ${start + Math.ceil(n) * step} s, or change "algorithm.step".`,
    );
  return system.stopTime;
}

/** Values that are given to structural parameters, by value reference. */
function sizesOf(
  name: string,
  description: ModelDescription,
  parameters: Record<string, ParameterValue>,
  refuse: Refuse,
): Map<number, number> {
  const structural = description.variables
    .filter((v) => v.causality === 'structuralParameter' && Object.hasOwn(parameters, v.name))
    .map((v) => [v.name, parameters[v.name]] as const);
  const values = checkValues(name, description, Object.fromEntries(structural), {}, refuse);
  return new Map(values.map(({ variable, value }) => [variable.valueReference, Number(value[0])]));
}

function checkValues(
  name: string,
  description: ModelDescription,
  parameters: Record<string, unknown>,
  start: Record<string, unknown>,
  refuse: Refuse,
): SystemUnit['values'] {
  const byName = variablesByName(description);
  const values: SystemUnit['values'] = [];
  for (const [key, given] of [...Object.entries(parameters), ...Object.entries(start)]) {
    const section = Object.hasOwn(parameters, key) ? 'parameters' : 'start';
    const path = ['units', name, section, key];
    const variable =
      byName.get(key) ??
      refuse(path, `set ${name}.${key}: the unit has no such variable. ${nearest(key, [...byName.keys()])}`);
    if (
      section === 'parameters' ? !/^(structuralP|p)arameter$/.test(variable.causality) : !hasStart(variable)
    )
      refuse(
        path,
        `set ${name}.${key}: its causality is ${variable.causality}; ` +
          `"${section}" takes ${section === 'parameters' ? 'parameters' : 'inputs, and others with a start value,'} only.`,
      );
    try {
      values.push({ variable, value: valueOf(variable, given, description) });
    } catch (error) {
      refuse(path, `set ${name}.${key}: ${(error as Error).message}`);
    }
  }
  return values;
}

/** Whether a variable's start value may be another: an input's, or that of a state and the like (FMI 3.0, 2.4.7.5). */
function hasStart({ causality, variability, initial, start }: Variable): boolean {
  if (causality === 'input') return true;
  if ((causality !== 'output' && causality !== 'local') || variability === 'constant') return false;
  return initial !== 'calculated' && start !== undefined;
}

/** `unit.variable` in two. Both may have dots: of the units that the text begins with, the longest is meant. */
function divide(text: string, names: readonly string[]): [unit: string, variable: string] {
  for (let dot = text.lastIndexOf('.'); dot > 0; dot = text.lastIndexOf('.', dot - 1))
    if (names.includes(text.slice(0, dot))) return [text.slice(0, dot), text.slice(dot + 1)];
  const dot = text.indexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
}

function findPort(
  text: string,
  names: string[],
  variables: ReadonlyMap<string, Variable>[],
  path: Path,
  refuse: Refuse,
): Port {
  const [unitName, variableName] = divide(text, names);
  const unit = names.indexOf(unitName);
  if (unit < 0) refuse(path, `there is no unit "${unitName}" in the system. ${nearest(unitName, names)}`);
  const variable = variables[unit].get(variableName);
  if (variable === undefined)
    return refuse(
      path,
      `${unitName} has no variable "${variableName}". ${nearest(variableName, [...variables[unit].keys()])}`,
    );
  return { unit, variable };
}

type Find = (text: string, path: Path) => Port;

function checkBond(
  bond: NonNullable<SystemFile['bonds']>[number],
  index: number,
  port: Find,
  between: (from: string, toUnit: number, path: Path) => Connection,
): Bond {
  const powers = new Map<string, boolean>();
  const terms = bond.terms.map((term, k) => {
    const path = ['bonds', index, 'terms', k];
    const flowUnit = port(term.flow, [...path, 'flow']).unit;
    const effortUnit = port(term.effort, [...path, 'effort']).unit;
    const effort = between(term.effort, flowUnit, [...path, 'effort']);
    const flow = between(term.flow, effortUnit, [...path, 'flow']);
    const factors = [effort.from, flow.from].map((p) => p.variable.unit ?? '1').concat(term.weightUnit ?? []);
    powers.set(factors.join(' · '), isPower(factors));
    return { effort, flow, weight: term.weight ?? 1 };
  });
  const physical = [...powers.values()].every(Boolean);
  return { name: bond.name, terms, unitOfMeasure: physical ? 'J' : `${[...powers.keys()].join(' + ')} · s` };
}

function isPower(factors: string[]): boolean {
  const base = productOf(factors);
  return base !== undefined && sameUnit({ name: '', base }, { name: 'W', base: parseUnit('W') });
}

function checkInterfaceModel(
  model: NonNullable<SystemFile['interfaceModels']>[number],
  index: number,
  port: Find,
  into: (text: string, path: Path) => Connection,
  refuse: Refuse,
): InterfaceModel {
  const path = ['interfaceModels', index];
  const p = model.ports.length;
  const mass = port(model.mass, [...path, 'mass']);
  const force = port(model.force, [...path, 'force']);
  const expect = (what: string, found: Variable, size: number): void => {
    if (elementCount(found) !== size)
      refuse(
        path,
        `interface model ${model.name}: ${what} has ${elementCount(found)} elements; ${p} ports need ${size}.`,
      );
  };
  expect(model.mass, mass.variable, p * p);
  expect(model.force, force.variable, p);
  const ports = model.ports.map((entry, k) => ({
    force: port(entry.force, [...path, 'ports', k, 'force']),
    velocity: into(entry.velocity, [...path, 'ports', k, 'velocity']),
    position:
      entry.position === undefined ? undefined : into(entry.position, [...path, 'ports', k, 'position']),
  }));
  return { name: model.name, mass, force, ports };
}

function limitsOf({ limits = {} }: SystemFile): { stepSeconds: number; wallSeconds: number } {
  const { stepSeconds = 10, wallSeconds = wallPerCpu * stepSeconds } = limits;
  return { stepSeconds, wallSeconds };
}

/** `a.y → b.u, b.y → a.u, back to a.y`. */
function pathText(loop: readonly Connection[], units: readonly SystemUnit[]): string {
  const name = ({ unit, variable }: Port): string => `${units[unit].name}.${variable.name}`;
  const steps = loop.map(({ from, to }) => `${name(from)} → ${name(to)}`);
  return `${steps.join(', ')}, back to ${name(loop[0].from)}`;
}

/** A hint at the names that exist: the most similar first. */
function nearest(name: string, candidates: string[]): string {
  const score = (other: string): number => {
    const pairs = (s: string): string[] =>
      Array.from({ length: s.length + 1 }, (_, i) => ` ${s} `.slice(i, i + 2));
    const mine = pairs(name.toLowerCase());
    return (
      pairs(other.toLowerCase()).filter((pair) => mine.includes(pair)).length / (other.length + name.length)
    );
  };
  const best = [...candidates].sort((a, b) => score(b) - score(a)).slice(0, 3);
  return best.length === 0 ? '' : `Did you mean ${best.join(', ')}?`;
}
