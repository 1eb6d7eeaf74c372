import { statusNames } from '../../fmu-sdk/host/instance/fmi-api.ts';
import type { Addon, Handle } from '../../fmu-sdk/host/native/addon.ts';
import type { NativeCalls } from '../../fmu-sdk/host/native/calls/native-calls.ts';
import { EngineClient } from '../../fmu-sdk/host/native/engine/engine-client.ts';
import { LoadedLibrary } from '../../fmu-sdk/host/native/loaded-library.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { holds, type Target } from '../fuzz-target.ts';
import { mutateBytes } from '../mutate/mutate-bytes.ts';

/** Places in a block as small as the protocol allows [bytes]. */
const places = {
  registers: 0,
  operandBytes: 264,
  resultBytes: 268,
  current: 272,
  clocksUpdated: 276,
  refusedBytes: 280,
  refusals: 288,
  refusalBytes: 8,
  log: 320,
  arguments: 2048,
  logBytes: 1024,
  argumentBytes: 4096,
};
const blockBytes = places.arguments + places.argumentBytes;

/** Words that the other side may write at any time. */
const words = [
  places.resultBytes,
  places.operandBytes,
  places.current,
  places.clocksUpdated,
  places.refusedBytes,
  places.refusedBytes + 4,
  places.log,
  places.log + 4,
  places.log + 8,
  places.log + 12,
];

/** Every name has a number, and every operation is there. */
const numbers = (most: number): Record<string, number> =>
  new Proxy({}, { get: (_, name) => String(name).length % most, ownKeys: () => [] });

/**
 * The other side of the connection. The case defines its answers and its writes to the shared
 * block.
 */
class Hostile implements Addon {
  readonly operations: Record<string, number> = numbers(90);
  readonly types: Record<string, number> = numbers(13);
  readonly registers: Record<string, number> = numbers(32);
  readonly places: Record<string, number> = places;
  readonly parts: Record<string, number> = numbers(8);
  readonly wine = 16;
  private readonly shared = new ArrayBuffer(blockBytes);
  private readonly view = new DataView(this.shared);
  private at = 0;
  private calls = 0;

  constructor(private readonly script: Uint8Array) {}

  open(): Handle {
    return {} as Handle;
  }
  async start(): Promise<Handle> {
    return {} as Handle;
  }
  join(): Handle | undefined {
    return undefined;
  }
  process(): number {
    return 0;
  }
  block(): ArrayBuffer {
    return this.shared;
  }
  segment(_unit: Handle, bytes: number): ArrayBuffer | undefined {
    return bytes > 1 << 20 ? undefined : new ArrayBuffer(bytes);
  }
  /**
   * A call: some words of the block, a run of bytes among the results or messages, and the status.
   */
  call(): number {
    this.calls++;
    holds(this.calls < 20_000, 'the line is asked without end');
    if (this.at >= this.script.length) return -1;
    const size = this.byte();
    for (let n = size & 3; n > 0; n--)
      this.view.setUint32(words[this.byte() % words.length], this.word(), true);
    if ((size & 4) !== 0) this.fill(places.arguments, places.argumentBytes);
    if ((size & 8) !== 0) this.fill(places.log + 16, places.logBytes);
    return this.byte() % statusNames.length;
  }
  readonly copies = { allow: 8, limit: 64, threads: 1000 };
  hold(): number {
    return this.call();
  }
  back(): number {
    return this.call();
  }
  drop(): void {}
  printed(): string {
    return '';
  }
  readonly desk = new ArrayBuffer(8);
  bind(): number {
    return 0;
  }
  prepared(): undefined {
    return undefined;
  }
  readonly make = (): void => {
    new Int32Array(this.desk)[1] = this.call();
  };
  post(): void {}
  readonly wait = (): void => this.make();
  loop(): undefined {
    return undefined;
  }
  idle(): [number, number] {
    return [0, 0];
  }
  ending(): ['exited', number, string, number] {
    return ['exited', this.byte(), String.fromCharCode(this.byte(), this.byte(), 10), 1];
  }
  sandbox(): undefined {
    return undefined;
  }
  close(): void {}

  private fill(begin: number, length: number): void {
    const at = begin + ((this.word() >>> 0) % length);
    for (let n = Math.min(this.byte(), begin + length - at), i = 0; i < n; i++)
      this.view.setUint8(at + i, this.byte());
  }
  private byte(): number {
    return this.script[this.at++] ?? 0;
  }
  private word(): number {
    return this.byte() | (this.byte() << 8) | (this.byte() << 16) | (this.byte() << 24);
  }
}

/** All calls that return more than a status. */
const questions: readonly ((calls: NativeCalls) => unknown)[] = [
  (c) => c.instantiate({ instanceName: 'a', token: 'b' }),
  (c) => c.getVersion(),
  (c) => c.takeLog(),
  (c) => c.get(c.values('Float64', Uint32Array.of(1))),
  (c) => c.getStrings(Uint32Array.of(1, 2), 2),
  (c) => c.getBinaries(Uint32Array.of(1, 2), 2),
  (c) => c.serializeState(c.getState().handle),
  (c) => c.getVariableDependencies(1),
  (c) => c.getInterval(Uint32Array.of(1)),
  (c) => c.getIntervalFraction(Uint32Array.of(1)),
  (c) =>
    c.directionalDerivative(Uint32Array.of(1), Uint32Array.of(2), Float64Array.of(1), new Float64Array(1)),
  (c) => c.getStepStatus('pending'),
  (c) => c.takeClockUpdate(),
  (c) => c.takeLog(),
];

const limits = {
  callSeconds: 1,
  wallSeconds: 20,
  memoryBytes: 1 << 24,
  fileBytes: 1 << 24,
  resultBytes: 1 << 24,
};

/** Fuzzes the memory that an isolated unit shares with the program. */
export const wire: Target = {
  name: 'wire',
  about: 'the memory that a native unit shares with the program',
  mutate: mutateBytes,
  // Any bytes are answers, if there are some.
  hasForm: (bytes) => bytes.length > 1,
  run: (bytes) => {
    const hostile = new Hostile(bytes.subarray(1));
    const unit = hostile.open();
    const line = new EngineClient(hostile, unit, 'case.fmu', limits);
    const begin = bytes[0] ?? 0;
    const sizes: number[] = [];
    try {
      const calls = new LoadedLibrary(hostile, unit, line, () => {}, {
        fmi: begin & 1 ? 2 : 3,
        kind: 'coSimulation',
        what: 'case.fmu',
        resources: '',
        isolated: false,
        copied: false,
        negated: new Map(),
      }).calls(() => line.close());
      for (let i = 0; i < questions.length; i++) {
        const answer = questions[(begin + i) % questions.length](calls);
        const size = sizeOf(answer);
        holds(size < 1 << 20, 'an answer is larger than all that was written');
        sizes.push(Math.ceil(Math.log2(size)));
      }
      calls.close();
      return `accepted ${sizes}`;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      line.close();
      throw error;
    }
  },
};

/** Characters, bytes and entries of an answer. */
function sizeOf(answer: unknown): number {
  if (typeof answer === 'string') return answer.length;
  if (ArrayBuffer.isView(answer)) return answer.byteLength;
  if (Array.isArray(answer)) return answer.reduce((n: number, item) => n + 8 + sizeOf(item), 0);
  if (typeof answer !== 'object' || answer === null) return 8;
  return Object.values(answer).reduce((n: number, item) => n + sizeOf(item), 0);
}
