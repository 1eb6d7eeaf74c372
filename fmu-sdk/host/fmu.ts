import type { ModelDescription } from '../description/description.ts';
import type { Registry } from '../util/registry.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import type { LoadedUnit } from './find-binary.ts';
import { UnitInstance } from './fmu-instance.ts';
import type { Host } from './host.ts';
import { refuseTime } from './require-time.ts';

/** What an instance may be told; everything has a default. */
export interface InstantiateOptions {
  /** Name of the instance, for messages; the model's name when left out. */
  name?: string | undefined;
  /** When the simulation is going to end, for units that want to know [s]. */
  stopTime?: number | undefined;
  /** It will be asked for snapshots, which a native unit without FMU state has to know from the start. */
  rollback?: boolean | undefined;
  /** CPU time that one call of a native unit in a process of its own may take [s]; 10 when left out. */
  callSeconds?: number | undefined;
}

const instantiateKinds: OptionTable<InstantiateOptions> = {
  name: 'text',
  stopTime: 'number',
  rollback: 'boolean',
  callSeconds: 'number',
};

/**
 * An opened unit: what it says of itself, and instances of it. Nothing of it runs before `instantiate`.
 *
 * @example
 * const { description, host }: Fmu = filter;
 * console.log(description.modelName, 'is run by', host);
 * const unit = await filter.instantiate({ name: 'lag', stopTime: 10 });
 */
export class Fmu {
  /** The file it was read from. */
  readonly file: string;
  readonly description: ModelDescription;
  /** Why what was found first was passed over for what runs: a component that is refused, say. */
  readonly passedOver: string | undefined;
  /** What its user should know of its files: that they are not in UTF-8, say. Sentences without a full stop. */
  readonly notes: readonly string[];
  /** Name of the host that runs it: `core` (a sealed unit of this toolkit), `component`, `native`. */
  readonly host: string;
  private readonly loaded: LoadedUnit;
  private readonly hosts: Registry<Host>;
  private readonly shared = new Map<unknown, unknown>();

  /** Units are opened by `openFmu`. */
  constructor(loaded: LoadedUnit, hosts: Registry<Host>) {
    this.file = loaded.file;
    this.description = loaded.description;
    this.passedOver = loaded.passedOver;
    this.notes = loaded.notes ?? [];
    this.host = loaded.binary.form;
    this.loaded = loaded;
    this.hosts = hosts;
  }

  async instantiate(options: InstantiateOptions = {}): Promise<UnitInstance> {
    const { description, loaded, hosts, shared } = this;
    requireOptions(`instantiate ${description.modelName}`, options, instantiateKinds);
    const { name = description.modelName, stopTime, rollback, callSeconds = 10 } = options;
    if (!(callSeconds > 0))
      refuseTime(`instantiate ${name}: callSeconds`, callSeconds, 'a number of seconds above 0');
    if (stopTime !== undefined && !Number.isFinite(stopTime))
      refuseTime(`instantiate ${name}: stopTime`, stopTime, 'a time, or leave it out');
    const limits = { callSeconds, wallSeconds: 20 * callSeconds };
    const opening = { name, description, stopTime, rollback, ...limits, called: () => {}, shared };
    return new UnitInstance(
      await hosts.named(loaded.binary.form, `instantiate ${name}`).open(loaded.binary, opening),
      stopTime,
    );
  }
}
