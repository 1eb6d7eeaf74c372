import { type Archive, archiveFromContent } from '../../fmu-sdk/archive/archive.ts';
import { zlib } from '../../fmu-sdk/archive/open-archive.ts';
import { compileCore } from '../../fmu-sdk/build/compile-sources/compile-core.ts';
import type { ModelDescription, Unknown, Variable } from '../../fmu-sdk/description/description.ts';
import { acceptsPolynomial, majorVersion } from '../../fmu-sdk/description/description.ts';
import type { CoreBinary } from '../../fmu-sdk/host/wasm/core-host.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem, Port, SystemUnit } from '../system/system.ts';
import { packVariables } from './pack-interface.ts';
import { hasSources, type SourceBinary } from './source-host.ts';

/** Compiled code, and the description of the variables in its memory. */
interface Compiled {
  core: Uint8Array;
  description: ModelDescription;
  /** Variables of the compiled unit by those of the FMU. */
  variables: ReadonlyMap<Variable, Variable>;
}

/**
 * Returns the system with each FMU of another tool replaced by a unit that is compiled from its C
 * sources. Such a unit has only the variables that the system uses.
 */
export async function withCompiledUnits(system: CheckedSystem): Promise<CheckedSystem> {
  const exposed = packVariables(system);
  const used = usedVariables(system, exposed);
  const compiled = new Map<string, Promise<Compiled>>();
  const variables = new Map<Variable, Variable>();
  const units: SystemUnit[] = [];
  for (const unit of system.units) {
    if (unit.binary.form === 'core') {
      units.push(unit);
      continue;
    }
    const { archive, step, description } = sourcesOf(system, unit);
    // Units of one FMU share their code.
    const sharers = system.units.flatMap((other, i) => (other.description === description ? [i] : []));
    const list = description.variables.filter((v) => sharers.some((i) => used[i].has(v)));
    const key = JSON.stringify([archive.file, step, list.map(({ name }) => name)]);
    const one = compiled.get(key) ?? compileUnit(system, unit, archive, list);
    compiled.set(key, one);
    const made = await one;
    for (const [from, to] of made.variables) variables.set(from, to);
    units.push({ ...unit, description: made.description, binary: coreOf(made.core) });
  }
  const replaced = replaceVariables({ ...system, units: [] }, variables) as CheckedSystem;
  const lists = (['input', 'parameter', 'output', 'local'] as const).map((causality) =>
    exposed.filter((one) => one.causality === causality),
  );
  const [inputs, parameters, outputs, locals] = replaceVariables(lists, variables) as typeof lists;
  return {
    ...replaced,
    units: units.map((unit) => ({
      ...unit,
      values: replaceVariables(unit.values, variables) as SystemUnit['values'],
    })),
    interface: { ...system.interface, inputs, parameters, outputs, locals },
  };
}

const coreOf = (core: Uint8Array): CoreBinary => ({ form: 'core', core });

/** Returns the archive of an FMU with its sources, and the communication step of the unit [s]. */
function sourcesOf(
  system: CheckedSystem,
  { name, binary, description, step = system.step }: SystemUnit,
): { archive: Archive; step: number; description: ModelDescription } {
  const { archive: content, kind } = binary as Partial<SourceBinary>;
  const refuse = (text: string): never => {
    throw new UserError(`pack ${system.name}: ${text}`);
  };
  if (content === undefined || !hasSources(content))
    return refuse(
      `expected C sources in the FMU of ${name}, got binaries only. Ask its author for an FMU with sources, or hand over the system with fmu export.`,
    );
  const { coSimulation } = description;
  if (kind !== 'coSimulation' || coSimulation === undefined || majorVersion(description) === 1)
    return refuse(
      `expected co-simulation of FMI 2.0 or 3.0, but ${name} is another FMU. Ask its author for another export.`,
    );
  if (majorVersion(description) === 3 && coSimulation.hasEventMode)
    return refuse(`a pack does not support the event mode of ${name}. Hand over the system with fmu export.`);
  return { archive: archiveFromContent(content, zlib), step, description };
}

async function compileUnit(
  system: CheckedSystem,
  unit: SystemUnit,
  archive: Archive,
  list: readonly Variable[],
): Promise<Compiled> {
  const { description, binary, step = system.step } = unit;
  const isFmi2 = majorVersion(description) === 2;
  const { canInterpolateInputs, providesIntermediateUpdate } = description.coSimulation ?? {};
  const interpolates = isFmi2 && canInterpolateInputs === true;
  for (const { name, type, resized, intermediateUpdate, causality } of list) {
    const why = /String|Binary|Clock/.test(type)
      ? `of type ${type}`
      : resized === true
        ? 'whose size the system changes'
        : providesIntermediateUpdate === true && intermediateUpdate === true && causality === 'input'
          ? 'with intermediate updates'
          : undefined;
    if (why !== undefined)
      throw new UserError(
        `pack ${system.name}: a pack does not support the variable ${unit.name}.${name} ${why} of a third-party FMU. Leave it out, or use fmu export.`,
      );
  }
  const core = await compileCore(archive, description, {
    ...{ variables: list, interpolates, step, stopTime: system.stopTime },
    tolerance: (binary as Partial<SourceBinary>).tolerance,
  });
  const variables = new Map(
    list.map((variable, i): [Variable, Variable] => [
      variable,
      { ...variable, valueReference: i, dimensionReferences: undefined, derivative: undefined },
    ]),
  );
  return { core, variables, description: describe(description, list, variables, interpolates) };
}

/** Returns the description of a compiled unit. Inputs that the FMU holds do not take polynomials. */
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
      acceptsPolynomial(variable) && !interpolates ? { ...variable, variability: 'discrete' } : variable,
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
  look({ ...system, units: [], exposed });
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
