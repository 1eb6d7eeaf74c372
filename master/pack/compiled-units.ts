import { type Archive, archiveFromContent } from '../../fmu-sdk/archive/archive.ts';
import { zlib } from '../../fmu-sdk/archive/open-archive.ts';
import { compileCore } from '../../fmu-sdk/build/compile-sources/compile-core.ts';
import type { CarriedFmu } from '../../fmu-sdk/build/pack/carried/carried-fmu.ts';
import { followsPolynomial } from '../../fmu-sdk/build/pack/carried/carried-layout.ts';
import type { ModelDescription, Unknown, Variable } from '../../fmu-sdk/description/description.ts';
import { acceptsPolynomial, majorVersion } from '../../fmu-sdk/description/description.ts';
import type { CoreBinary } from '../../fmu-sdk/host/wasm/core-host.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem, Port, SystemUnit } from '../system/system.ts';
import { type CarriedUnit, carryUnit } from './carried-units.ts';
import { packVariables } from './pack-interface.ts';
import { hasSources, type SourceBinary } from './source-host.ts';

/** Code of a unit, and the description of the variables in its memory. */
interface Replaced {
  binary: PackedBinary;
  description: ModelDescription;
  /** Variables of the unit by those of the FMU. */
  variables: ReadonlyMap<Variable, Variable>;
}

/** A core module, or an FMU that the pack carries. */
export type PackedBinary = CoreBinary | { readonly form: 'carried'; readonly fmu: CarriedFmu };

/**
 * Returns the system with each FMU of another tool replaced: by a unit that is compiled from its C
 * sources, or without sources by an FMU that the pack carries. Such a unit has only the variables that
 * the system uses.
 */
export async function withReplacedUnits(
  system: CheckedSystem,
): Promise<{ system: CheckedSystem; carried: readonly CarriedUnit[] }> {
  const exposed = packVariables(system);
  const used = usedVariables(system, exposed);
  const compiled = new Map<string, Promise<Replaced>>();
  const carried: CarriedUnit[] = [];
  const variables = new Map<Variable, Variable>();
  const units: SystemUnit[] = [];
  for (const unit of system.units) {
    if (unit.binary.form === 'core') {
      units.push(unit);
      continue;
    }
    const { archive, step, description } = archiveOf(system, unit);
    // Units of one FMU share their code.
    const sharers = system.units.flatMap((other, i) => (other.description === description ? [i] : []));
    const list = description.variables.filter((v) => sharers.some((i) => used[i].has(v)));
    const isCompiled = hasSources(archive.content);
    refuseVariables(system, unit, list, isCompiled);
    const interpolates =
      followsPolynomials(description) && (isCompiled || getsSlopes(system, sharers, exposed));
    const key = JSON.stringify([archive.file, step, list.map(({ name }) => name)]);
    const one =
      compiled.get(key) ?? replace(system, unit, { list, interpolates }, isCompiled ? archive : undefined);
    compiled.set(key, one);
    const made = await one;
    for (const [from, to] of made.variables) variables.set(from, to);
    let { binary } = made;
    if (!isCompiled) {
      const { tolerance = 0 } = unit.binary as Partial<SourceBinary>;
      const carrying = { archive, description, interpolates, step, tolerance };
      const own = carryUnit({ ...carrying, unit: unit.name, variables: list }, carried);
      carried.push(own);
      binary = { form: 'carried', fmu: own.fmu };
    }
    units.push({ ...unit, description: made.description, binary });
  }
  const columns = system.record.columns.filter(
    ({ unit, variable }) => system.units[unit].binary.form === 'core' || used[unit].has(variable),
  );
  const record = { ...system.record, columns };
  const replaced = replaceVariables({ ...system, units: [], record }, variables) as CheckedSystem;
  const lists = (['input', 'parameter', 'output', 'local'] as const).map((causality) =>
    exposed.filter((one) => one.causality === causality),
  );
  const [inputs, parameters, outputs, locals] = replaceVariables(lists, variables) as typeof lists;
  const whole = {
    ...replaced,
    units: units.map((unit) => ({
      ...unit,
      values: replaceVariables(unit.values, variables) as SystemUnit['values'],
    })),
    interface: { ...system.interface, inputs, parameters, outputs, locals },
  };
  return { system: whole, carried };
}

/** Reports whether an FMU follows polynomials: by derivatives, or at intermediate updates. */
function followsPolynomials(description: ModelDescription): boolean {
  const { canInterpolateInputs, providesIntermediateUpdate } = description.coSimulation ?? {};
  return (majorVersion(description) === 2 ? canInterpolateInputs : providesIntermediateUpdate) === true;
}

/** Reports whether an input of one of these units can have a slope, in the system or from the importer. */
function getsSlopes(
  { scheme, connections, interfaceModels, groups = [] }: CheckedSystem,
  units: readonly number[],
  exposed: readonly Partial<Port & { causality: string }>[],
): boolean {
  return (
    scheme !== 'jacobi' ||
    groups.length > 0 ||
    interfaceModels.length > 0 ||
    connections.some(({ to, order }) => order !== 0 && units.includes(to.unit)) ||
    exposed.some(({ unit, causality }) => causality === 'input' && units.includes(unit as number))
  );
}

/** Returns the archive of the FMU of a unit, and the communication step of the unit [s]. */
function archiveOf(
  system: CheckedSystem,
  unit: SystemUnit,
): { archive: Archive; step: number; description: ModelDescription } {
  const { name, binary, description, step = system.step } = unit;
  const { archive: content, kind } = binary as Partial<SourceBinary>;
  const refuse = (text: string): never => {
    throw new UserError(`pack ${system.name}: ${text}`);
  };
  if (content === undefined)
    return refuse(
      `expected C sources or a native library in the FMU of ${name}, got a component. Ask its author for an FMU with one of them, or hand over the system with fmu export.`,
    );
  const { coSimulation } = description;
  if (kind !== 'coSimulation' || coSimulation === undefined || majorVersion(description) === 1)
    return refuse(
      `expected co-simulation of FMI 2.0 or 3.0, but ${name} is another FMU. Ask its author for another export.`,
    );
  if (majorVersion(description) === 3 && coSimulation.hasEventMode)
    refuseEvents(system, unit, hasSources(content));
  return { archive: archiveFromContent(content, zlib), step, description };
}

/**
 * Refuses an FMU with event mode, unless its events concern no other unit. A pack has no event
 * iteration at communication points.
 */
function refuseEvents(system: CheckedSystem, unit: SystemUnit, isCompiled: boolean): void {
  const { name, description } = unit;
  const clock = description.variables.find(({ type }) => type === 'Clock');
  const connection = system.connections.find(({ to }) => system.units[to.unit] === unit);
  const { scheme, groups = [] } = system;
  const why = isCompiled
    ? 'which has C sources. Remove them with fmu edit --drop sources'
    : clock !== undefined
      ? `which has the Clock ${clock.name}`
      : connection !== undefined
        ? `whose input ${connection.to.variable.name} is connected`
        : scheme !== 'jacobi' || groups.length > 0
          ? 'except under the scheme jacobi without groups. Choose it'
          : undefined;
  if (why === undefined) return;
  const next = isCompiled || why.endsWith('Choose it') ? ', or hand' : '. Hand';
  throw new UserError(
    `pack ${system.name}: a pack does not support the event mode of ${name}, ${why}${next} over the system with fmu export.`,
  );
}

/** Refuses variables that a unit of a pack cannot have. */
function refuseVariables(
  system: CheckedSystem,
  { name: unit, description }: SystemUnit,
  list: readonly Variable[],
  isCompiled: boolean,
): void {
  const { providesIntermediateUpdate } = description.coSimulation ?? {};
  for (const { name, type, resized, intermediateUpdate, causality, dimensions } of list) {
    const isUpdated =
      providesIntermediateUpdate === true && intermediateUpdate === true && causality === 'input';
    const why = /String|Binary|Clock/.test(type)
      ? `of type ${type}`
      : resized === true
        ? 'whose size the system changes'
        : isUpdated && (isCompiled || dimensions.length > 0)
          ? 'with intermediate updates'
          : undefined;
    if (why !== undefined)
      throw new UserError(
        `pack ${system.name}: a pack does not support the variable ${unit}.${name} ${why} of a third-party FMU. Leave it out, or use fmu export.`,
      );
  }
}

/** Returns the unit in place of a unit, with code that is compiled from an archive, or without code. */
async function replace(
  system: CheckedSystem,
  { description, binary, step = system.step }: SystemUnit,
  { list, interpolates }: { list: readonly Variable[]; interpolates: boolean },
  archive?: Archive,
): Promise<Replaced> {
  const core =
    archive === undefined
      ? new Uint8Array()
      : await compileCore(archive, description, {
          ...{ variables: list, step, stopTime: system.stopTime },
          // FMUs with intermediate updates of an input are refused.
          interpolates: interpolates && majorVersion(description) === 2,
          tolerance: (binary as Partial<SourceBinary>).tolerance,
        });
  const variables = new Map(
    list.map((variable, i): [Variable, Variable] => [
      variable,
      { ...variable, valueReference: i, dimensionReferences: undefined, derivative: undefined },
    ]),
  );
  return {
    binary: { form: 'core', core },
    variables,
    description: describe(description, list, variables, interpolates),
  };
}

/** Returns the description of a replaced unit. Inputs that the FMU holds do not take polynomials. */
function describe(
  description: ModelDescription,
  list: readonly Variable[],
  variables: ReadonlyMap<Variable, Variable>,
  interpolates: boolean,
): ModelDescription {
  const places = new Map(list.map((variable, i) => [description.variables.indexOf(variable), i]));
  const known = (unknowns: readonly Unknown[]): Unknown[] =>
    unknowns.flatMap(({ variable, dependencies }) => {
      const place = places.get(variable);
      if (place === undefined) return [];
      return [
        {
          variable: place,
          dependencies: dependencies?.flatMap((index) => places.get(index) ?? []),
        },
      ];
    });
  return {
    ...description,
    variables: [...variables.values()].map((variable) =>
      acceptsPolynomial(variable) &&
      !(interpolates && followsPolynomial(variable, majorVersion(description) as 2 | 3))
        ? { ...variable, variability: 'discrete' }
        : variable,
    ),
    outputs: known(description.outputs),
    initialUnknowns: known(description.initialUnknowns),
    continuousStateDerivatives: [],
    clockedStates: [],
    eventIndicators: [],
    terminals: [],
  };
}

/** Returns the variables of each unit that the system or the interface of the pack names. */
function usedVariables(system: CheckedSystem, exposed: readonly Partial<Port>[]): Set<Variable>[] {
  const used = system.units.map(({ values }) => new Set(values.map(({ variable }) => variable)));
  const seen = new Set<unknown>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part) || seen.has(part)) return;
    seen.add(part);
    const { unit, variable } = part as Partial<Port>;
    if (typeof unit === 'number' && typeof variable === 'object') used[unit].add(variable);
    else for (const inner of Object.values(part)) look(inner);
  };
  // Outputs that are recorded and not exposed need no calls in a pack.
  look({ ...system, units: [], record: undefined, exposed });
  return used;
}

/** Returns data with other variables. Parts that occur twice stay one part. */
function replaceVariables(data: unknown, variables: ReadonlyMap<Variable, Variable>): unknown {
  const done = new Map<unknown, unknown>(variables);
  const replace = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part) || part instanceof Map)
      return part;
    const known = done.get(part);
    if (known !== undefined) return known;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(part) ? [] : {};
    done.set(part, copy);
    for (const [key, value] of Object.entries(part)) (copy as Record<string, unknown>)[key] = replace(value);
    return copy;
  };
  return replace(data);
}
