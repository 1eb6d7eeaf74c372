import { type ModelDescription, variablesByName } from '../description/description.ts';
import { checkValues } from '../description/values/checked-values.ts';
import { declarationOf } from '../description/values/value-declaration.ts';
import { resizeVariables } from '../description/variables/resize.ts';
import { valueText } from '../util/printable.ts';
import type { Registry } from '../util/registry.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import type { LoadedFmu } from './choice/find-binary.ts';
import type { Host } from './choice/host.ts';
import { FmuInstance, type WrittenElements } from './instance/fmu-instance.ts';
import { rejectTime } from './instance/require-time.ts';

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

  /** Use `openFmu` to create one. */
  constructor(
    private readonly loaded: LoadedFmu,
    private readonly hosts: Registry<Host>,
  ) {
    this.file = loaded.file;
    this.description = loaded.description;
    this.passedOver = loaded.passedOver;
    this.notes = loaded.notes ?? [];
    this.host = loaded.binary.form;
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
    const instance = await hosts
      .named(loaded.binary.form, `instantiate ${name}`)
      .open(loaded.binary, opening);
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
