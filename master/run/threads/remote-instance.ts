import type { ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import type { EventStepping, Instance, VariableView } from '../../../fmu-sdk/host/instance/instance.ts';
import type { PortableState } from '../../../fmu-sdk/host/state/portable-state.ts';
import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';
import { messageOf } from '../../../fmu-sdk/util/user-error.ts';
import { type Method, type Mirrored, RemoteFailure } from './thread-cells.ts';
import type { UnitThread } from './thread-member.ts';

/** Unit in another thread. Variables that are read are mirrored in shared memory. */
export class RemoteInstance implements Instance {
  /** Marks instances in another thread. */
  get isRemote(): true {
    return true;
  }

  private readonly mirrored = new Map<string, Mirrored>();

  constructor(
    readonly member: UnitThread,
    /** Index among the member's units. */
    readonly number: number,
    readonly name: string,
    readonly description: ModelDescription,
    /** True for co-simulation. */
    steps: boolean,
  ) {
    if (this.call('hasEvents') === true) this.eventful = this.eventStepping();
    if (!steps) return;
    this.slope = (output, i) => this.call('slope', output.name, i) as number;
    if (this.call('announcesJumps') === true)
      this.announceJump = (t) => {
        this.call('announceJump', t);
      };
  }

  readonly eventful?: EventStepping;

  private eventStepping(): EventStepping {
    return {
      hasEvents: true,
      waitAtStart: () => {
        this.call('waitAtStart');
      },
      step: (t, H) => this.call('stepToEvent', t, H) as number,
      waits: (t) => this.call('waits', t) as boolean,
      handle: (t, keepsTicks) => {
        this.call('handle', t, keepsTicks);
      },
    };
  }

  readonly announceJump?: (t: number) => void;

  readonly slope?: (output: Variable, i: number) => number;

  view(variable: Variable): VariableView {
    const place = this.place(variable);
    return { view: this.member.array(place), offset: place.offset, length: place.length };
  }

  polynomial(variable: Variable): { view: Float64Array; offset: number } {
    const place = this.place(variable);
    return { view: this.member.array(place) as Float64Array, offset: place.slot };
  }

  getBytes(variable: Variable, i: number): Uint8Array {
    return this.call('getBytes', variable.name, i) as Uint8Array;
  }
  setBytes(variable: Variable, i: number, value: Uint8Array): void {
    this.call('setBytes', variable.name, i, value);
  }
  initialize(t: number): void {
    this.call('initialize', t);
  }
  exitInitialization(): void {
    this.call('exitInitialization');
  }
  setNominalStep(H: number): void {
    this.call('setNominalStep', H);
  }
  internalStep(): number {
    return this.call('internalStep') as number;
  }
  readonly step = (t: number, H: number): number => this.call('step', t, H) as number;
  readonly begin = (t: number, H: number): number => this.call('begin', t, H) as number;
  readonly micro = (i: number): void => {
    this.call('micro', i);
  };
  partial(unknown: Variable, i: number, known: Variable, k: number): number {
    return this.call('partial', unknown.name, i, known.name, k) as number;
  }
  reset(): void {
    this.call('reset');
  }
  close(): void {
    this.member.close(this.number);
  }

  snapshot(): Snapshot {
    const { member, number: unit } = this;
    const { number, by, bytes } = this.call('snapshot') as Pick<Snapshot, 'by' | 'bytes'> & {
      number: number;
    };
    const act = (action: 'take' | 'restore' | 'release') => (): void => {
      member.ask({ ask: 'snapshot', unit, number, action });
    };
    return { by, bytes, take: act('take'), restore: act('restore'), release: act('release') };
  }

  portable(): PortableState {
    const { member, number: unit } = this;
    this.call('portable');
    return {
      // Mirrored variables are part of the unit's state.
      covers: [...this.mirrored.values()].map((place) => member.array(place)),
      save: () => member.ask({ ask: 'portable', unit }) as Uint8Array,
      load: (bytes) => {
        member.ask({ ask: 'portable', unit, load: bytes });
      },
    };
  }

  getState(): Uint8Array {
    return this.call('getState') as Uint8Array;
  }
  setState(state: Uint8Array): void {
    this.call('setState', state);
  }

  reasonOf(thrown: unknown): string {
    return thrown instanceof RemoteFailure ? thrown.reason : messageOf(thrown);
  }

  private call(method: Method, ...operands: unknown[]): unknown {
    return this.member.ask({ ask: 'call', unit: this.number, method, operands });
  }

  private place(variable: Variable): Mirrored {
    const known = this.mirrored.get(variable.name);
    if (known !== undefined) return known;
    const { name } = variable;
    const place = this.member.ask({ ask: 'mirror', unit: this.number, variable: name }) as Mirrored;
    this.member.array(place);
    this.mirrored.set(name, place);
    return place;
  }
}
