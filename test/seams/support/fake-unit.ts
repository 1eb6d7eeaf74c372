import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import type { Binary, Host } from '../../../fmu-sdk/host/choice/host.ts';
import type { Instance, VariableView } from '../../../fmu-sdk/host/instance/instance.ts';
import { MemorySnapshot, type Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';

/**
 * Instance of ẏ = factor · u + push · t³, exact for a polynomial input over the step. Records its
 * calls.
 */
export class FakeUnit implements Instance {
  readonly name: string;
  readonly description: ModelDescription;
  /** Calls except `view` and `polynomial`, with their arguments. */
  readonly calls: string[] = [];
  /** Records calls if true. Recording allocates memory. */
  noting = true;
  /** Times at which its step fails and at which its output becomes NaN [s]. */
  failsAt: number = Number.POSITIVE_INFINITY;
  nanAt: number = Number.POSITIVE_INFINITY;
  private readonly factor: number;
  private readonly push: number;
  /** Its variables, followed by the slots of its input's polynomial. */
  private readonly values: Float64Array;

  constructor(name: string, description: ModelDescription, factor: number) {
    this.name = name;
    this.description = description;
    this.factor = factor;
    this.push = factor < 0 ? 1 : 0;
    this.values = new Float64Array(description.variables.length + 3);
  }

  view = (variable: Variable): VariableView => ({
    view: this.values,
    offset: this.description.variables.findIndex(({ name }) => name === variable.name),
    length: 1,
  });
  polynomial = (): { view: Float64Array; offset: number } => ({ view: this.values, offset: 3 });
  initialize = (t: number): void => this.note(`initialize ${t}`);
  exitInitialization = (): void => this.note('exit');
  internalStep = (): number => 0;
  step = (t: number, H: number): number => {
    if (this.noting) this.note(`step ${t} ${t + H}`);
    const { values } = this;
    if (t >= this.failsAt) throw new Error('it has had enough');
    const input = values[1] * H + values[4] * 0.5 * H * H + (values[5] * H * H * H) / 6;
    const end = t + H;
    values[2] += this.factor * input + (this.push * (end * end * end * end - t * t * t * t)) / 4;
    values[1] += values[4] * H + 0.5 * values[5] * H * H;
    if (end >= this.nanAt) values[2] = Number.NaN;
    return 0;
  };
  begin = (): number => 1;
  micro = (): void => {};
  partial = (): number => this.factor;
  reset = (): void => {};
  close = (): void => this.note('close');
  snapshot = (): Snapshot => new MemorySnapshot(new Uint8Array(this.values.buffer));
  getState = (): Uint8Array => new Uint8Array(0);
  setState = (): void => {};
  getBytes = (): Uint8Array => new Uint8Array(0);
  setBytes = (): void => {};
  reasonOf = (thrown: unknown): string => (thrown as Error).message;

  private note(call: string): void {
    if (this.noting) this.calls.push(call);
  }
}

/** Runs the archives of `makeGain` as fake units, for tests that open instances. */
export const fakes: Host<Binary & { gain: number }> = {
  name: 'fake',
  find: async ({ archive }) => ({
    form: 'fake',
    gain: JSON.parse(new TextDecoder().decode(await archive.bytes('extra/gain.json'))).gain,
  }),
  open: async ({ gain }, { name, description }) => new FakeUnit(name, description, gain),
};
