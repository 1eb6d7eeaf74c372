import { type ModelDescription, variablesByName } from '../description/description.ts';
import { checkValues } from '../description/values/checked-values.ts';
import { declarationOf } from '../description/values/value-declaration.ts';
import { resizeVariables } from '../description/variables/resize.ts';
import { printableName, someNames, valueText } from '../util/printable.ts';
import type { Registry } from '../util/registry.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { UserCodeError } from '../util/user-code.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import type { Binary, FmuArchive, Host, RunMode } from './choice/host.ts';
import { requireOdes } from './choice/require-odes.ts';
import { completeInstance } from './instance/complete-instance.ts';
import { type InterfaceKind, interfaceNames } from './instance/fmi-api.ts';
import { FmuInstance, type WrittenElements } from './instance/fmu-instance.ts';
import { rejectTime } from './instance/require-time.ts';
import { requireTolerance } from './instance/require-tolerance.ts';
import type { OpenOptions } from './open-options.ts';
import { type TypedVariable, typedVariable } from './typed-variable.ts';

/**
 * An FMU read from its archive, ready for any number of instances. It contains data only, and the
 * archive is closed.
 */
export interface LoadedFmu {
  file: string;
  description: ModelDescription;
  binary: Binary;
  /** Reason why the binary of an earlier host was not used. */
  passedOver?: string;
  /**
   * Notes on the FMU's files for the user, such as a wrong encoding. Sentences without a full stop.
   */
  notes?: readonly string[];
}

/**
 * Selects the binary and the interface to run, from the first of `hosts` that finds a binary. Does
 * not run code of the FMU. Prefers co-simulation, then model exchange, then scheduled execution,
 * unless `options` name one.
 */
export async function findBinary(
  unit: FmuArchive,
  hosts: readonly Host[],
  options: Partial<RunMode>,
  machine: string,
): Promise<LoadedFmu> {
  const { archive, description } = unit;
  const { file } = archive;
  const { solver, tolerance, trusted = false, allow, isolate, byCalls, events } = options;
  requireTolerance(file, tolerance);
  const driving: RunMode = {
    kind: kindOf(file, description, options.kind),
    solver,
    tolerance,
    trusted,
    allow,
    ...(isolate === undefined ? {} : { isolate }),
    ...(byCalls === true ? { byCalls } : {}),
    ...(events === true ? { events } : {}),
  };
  if (solver !== undefined && driving.kind !== 'modelExchange')
    throw new UserError(
      `load ${file}: the solver "${printableName(solver)}" is for model exchange, but the FMU runs in ${interfaceNames[driving.kind]}, which has a built-in solver. ` +
        `Remove the solver${description.modelExchange === undefined ? '' : ', or select the model exchange interface (me)'}.`,
    );
  const odes = driving.kind === 'modelExchange' ? await requireOdes(unit) : [];
  const notes = [...(unit.notes ?? []), ...odes];
  const refusals: UserError[] = [];
  for (const host of hosts) {
    try {
      const binary = await host.find(unit, driving);
      if (binary === undefined) continue;
      const [refusal] = refusals;
      const passedOver = refusal === undefined ? {} : { passedOver: refusal.message };
      return { file, description, binary, ...passedOver, ...(notes.length > 0 ? { notes } : {}) };
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof UserCodeError) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0] ?? new UserError(noBinary(unit, driving.kind, machine));
}

/** Options of an instance. All are optional. */
export interface InstantiateOptions {
  /** Name of the instance in messages. Default: the model's name. */
  name?: string | undefined;
  /** Stop time of the simulation, for FMUs that use it [s]. */
  stopTime?: number | undefined;
  /** Enables snapshots, which a native FMU without FMU state must know in advance. */
  rollback?: boolean | undefined;
  /** CPU time limit of one call of a native FMU in a separate process [s]. Default: 10. */
  callSeconds?: number | undefined;
  /** Values of structural parameters, which set the dimensions of arrays. */
  structuralParameters?: Readonly<Record<string, number | bigint>> | undefined;
}

const instantiateKinds: OptionTable<InstantiateOptions> = {
  name: 'text',
  stopTime: 'number',
  rollback: 'boolean',
  callSeconds: 'number',
  structuralParameters: 'object',
};

/**
 * An opened FMU: its description, and a factory for instances. No code of the FMU runs before
 * `instantiate`.
 *
 * @example
 * const { description, host }: Fmu = filter;
 * console.log(description.modelName, 'is run by', host);
 * const unit = await filter.instantiate({ name: 'lag', stopTime: 10 });
 */
export class Fmu {
  /** Path of the archive. */
  readonly file: string;
  readonly description: ModelDescription;
  /** Reason why a preferred binary was not used, such as an invalid component. */
  readonly passedOver: string | undefined;
  /**
   * Notes on the FMU's files for the user, such as a wrong encoding. Sentences without a full stop.
   */
  readonly notes: readonly string[];
  /** Name of the host that runs the FMU: `core` (a fmukit FMU), `component`, `native`. */
  readonly host: string;
  private readonly shared = new Map<unknown, unknown>();
  private typed: readonly TypedVariable[] | undefined;

  /** Use `openFmu` to create one. */
  constructor(
    private readonly loaded: LoadedFmu,
    private readonly hosts: Registry<Host>,
    /** Options with which the FMU was opened. */
    readonly options: Readonly<OpenOptions> = {},
  ) {
    this.file = loaded.file;
    this.description = loaded.description;
    this.passedOver = loaded.passedOver;
    this.notes = loaded.notes ?? [];
    this.host = loaded.binary.form;
  }

  /** Name of the model. */
  get name(): string {
    return this.description.modelName;
  }

  /** Variables of the model description, with start values of their types. */
  get variables(): readonly TypedVariable[] {
    this.typed ??= this.description.variables.map(typedVariable);
    return this.typed;
  }

  /** Variables with the causality input. */
  get inputs(): readonly TypedVariable[] {
    return this.variables.filter(({ causality }) => causality === 'input');
  }

  /** Variables with the causality output. */
  get outputs(): readonly TypedVariable[] {
    return this.variables.filter(({ causality }) => causality === 'output');
  }

  /** Variables with the causality parameter or structuralParameter. */
  get parameters(): readonly TypedVariable[] {
    return this.variables.filter(
      ({ causality }) => causality === 'parameter' || causality === 'structuralParameter',
    );
  }

  async instantiate(options: InstantiateOptions = {}): Promise<FmuInstance> {
    const { loaded, hosts, shared } = this;
    requireOptions(`instantiate ${this.description.modelName}`, options, instantiateKinds);
    const { name = this.description.modelName, stopTime, rollback, callSeconds = 10 } = options;
    const { structuralParameters = {} } = options;
    if (!(callSeconds > 0))
      rejectTime(`instantiate ${name}: callSeconds`, callSeconds, 'a number of seconds above 0');
    if (stopTime !== undefined && !Number.isFinite(stopTime))
      rejectTime(`instantiate ${name}: stopTime`, stopTime, 'a time, or leave it out');
    const limits = { callSeconds, wallSeconds: 20 * callSeconds };
    const description = resizeVariables(
      this.description,
      sizesFrom(this.description, structuralParameters, name),
    );
    const given: WrittenElements = new Map();
    const opening = { name, description, stopTime, rollback, ...limits, called: () => {}, shared, given };
    const host = hosts.named(loaded.binary.form, `instantiate ${name}`);
    const instance = completeInstance(await host.open(loaded.binary, opening), host.name);
    return new FmuInstance(instance, stopTime, { structuralParameters, given });
  }
}

/** Returns the values of structural parameters by value reference, checked against their ranges. */
function sizesFrom(
  description: ModelDescription,
  values: Readonly<Record<string, unknown>>,
  name: string,
): Map<number, number> {
  const names = variablesByName(description);
  return new Map(
    Object.entries(values).map(([key, value]) => {
      const variable = names.get(key);
      if (variable?.causality !== 'structuralParameter')
        throw new UserError(
          `instantiate ${name}: expected names of structural parameters, got ${valueText(key)}. Set other variables after the instantiation.`,
        );
      try {
        return [variable.valueReference, Number(checkValues(declarationOf(description, variable), value)[0])];
      } catch (error) {
        throw new UserError(`instantiate ${name}: ${key}: ${messageOf(error)}`);
      }
    }),
  );
}

export function kindOf(
  file: string,
  description: ModelDescription,
  requestedKind: InterfaceKind | undefined,
): InterfaceKind {
  const available = (Object.keys(interfaceNames) as InterfaceKind[]).filter(
    (kind) => description[kind] !== undefined,
  );
  if (available.length === 0)
    throw new UserError(
      `load ${file}: the model description lacks an interface. Ask the FMU's author for another export.`,
    );
  if (requestedKind !== undefined && !Object.hasOwn(interfaceNames, requestedKind))
    throw new UserError(
      `load ${file}: unknown interface kind = ${JSON.stringify(printableName(requestedKind))}. Use ${Object.keys(interfaceNames).join(', ')}, or omit it.`,
    );
  if (requestedKind !== undefined && !available.includes(requestedKind))
    throw new UserError(
      `load ${file}: expected a ${interfaceNames[requestedKind]} interface, got ${available.map((kind) => interfaceNames[kind]).join(', ')}. Choose one of these, or ask the author of the FMU for another export.`,
    );
  return requestedKind ?? available[0];
}

function noBinary({ archive, description }: FmuArchive, kind: InterfaceKind, machine: string): string {
  const { file, paths } = archive;
  const name = description[kind]?.modelIdentifier;
  const platforms = new Set(paths.flatMap((p) => /^binaries\/([^/]+)\//.exec(p)?.[1] ?? []));
  const libraries = paths.map((p) => /^binaries\/[^/]+\/([^/]+)\.(?:so|dll|dylib|wasm)$/.exec(p)?.[1]);
  const sources = paths.some((p) => /^sources\/.*\.(c|cc|cpp|cxx)$/i.test(p));
  const others = new Set(libraries.flatMap((other) => (other === undefined || other === name ? [] : other)));
  // 32-bit libraries need a 32-bit Wine and a 32-bit host program.
  const narrow =
    ['win32', 'x86-windows'].some((candidate) => platforms.has(candidate)) && !platforms.has('win64');
  return (
    `load ${file}: it lacks a binary of ${name} for ${machine}. ` +
    `It has binaries for ${someNames([...platforms]) || 'no platform'}` +
    `${others.size > 0 ? `, including some with other names (${someNames([...others], 4)})` : ''}. ` +
    `${narrow ? 'Under Wine, 64-bit Windows libraries are supported, but 32-bit ones are not. ' : ''}` +
    `${sources ? `It has C sources: fmu port ${printableName(file)} compiles them. Or ask` : 'Ask'} its author for one, or for a WebAssembly component, which runs on every platform.`
  );
}
