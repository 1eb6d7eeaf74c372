import { UserError } from '../../../util/user-error.ts';
import {
  FmuGoneError,
  type LogMessage,
  type SplitBatch,
  type Status,
  status,
} from '../../instance/fmi-api.ts';
import type { Addon, Handle, NativeLimits } from '../addon.ts';
import { Operands, Result } from '../calls/call-operands.ts';
import { explainEnd, isolateHint } from '../failure-reason.ts';
import { rejectedCallsText } from '../sandbox/refused-syscalls.ts';
import { readMessages, ringRecords } from './engine-messages.ts';

/** CPU time between calls, beyond a tenth of the wall time, that is not reported [s]. */
const tolerated = 1;

/** Process that the clients of its FMUs share. */
interface ProcessOfClients {
  /** Number of its FMUs. */
  readonly size: number;
  /** Its first block, with the calls that its sandbox rejected. */
  readonly block: ArrayBuffer | undefined;
  /** Returns true the first time, because the CPU time between calls is that of the process. */
  takesIdleTime(): boolean;
  ended(line: EngineClient): void;
  endedBy(line: EngineClient): EngineClient | undefined;
}

interface ClientOptions {
  /** The process that the FMU shares with others. */
  process?: ProcessOfClients | undefined;
  /** The output of an FMU with copies may come through the addon. */
  copied?: boolean;
  /** Receives the CPU time between calls when the FMU is closed, if it is large [s]. */
  onIdleSeconds?: ((seconds: number) => void) | undefined;
}

/** Client of the engine that runs an FMU: sends operands, receives a status and a result. */
export class EngineClient {
  readonly operands: Operands;
  readonly block: ArrayBuffer;
  private readonly copied: boolean;
  private readonly onIdleSeconds: ClientOptions['onIdleSeconds'];
  private readonly process: ProcessOfClients | undefined;
  private readonly area: Uint8Array;
  private readonly words: Uint32Array;
  private readonly callWords: Int32Array;
  /** Limit of results whose length only the FMU knows: texts, binaries, states [bytes]. */
  private readonly longest: number;
  private logCount = 0;
  private open = true;
  /** Marks that its end has been reported. */
  private endReported = false;

  /** Makes a message readable that may refer to variables. */
  messageText: (message: string) => string = (message) => message;

  /** Names the function of an operation in errors. */
  functionOf: (operation: string) => string = (operation) => operation;

  /**
   * @param what name of the FMU in errors
   */
  constructor(
    private readonly addon: Addon,
    private readonly unit: Handle,
    readonly what: string,
    private readonly limits: NativeLimits,
    { copied = false, onIdleSeconds, process }: ClientOptions = {},
  ) {
    this.process = process;
    this.copied = copied;
    this.onIdleSeconds = onIdleSeconds;
    this.longest = Math.min(limits.memoryBytes, limits.resultBytes);
    this.block = addon.block(unit);
    this.words = new Uint32Array(this.block);
    this.callWords = new Int32Array(addon.desk);
    this.area = new Uint8Array(this.block, addon.places.arguments, addon.places.argumentBytes);
    this.operands = new Operands(this.area, (bytes) => {
      this.setWord('operandBytes', bytes);
      this.make('push', 0);
    });
  }

  /** Begins a call. Write the operands, then call `transact`. */
  begin(): Operands {
    return this.operands.begin();
  }

  /** Makes a call with the operands written since `begin`. */
  transact(operation: string): Status {
    this.setWord('operandBytes', this.operands.end());
    return this.make(operation, 0);
  }

  /** Makes a call on a buffer. */
  make(operation: string, buffer: number): Status {
    const s = this.addon.call(this.unit, this.addon.operations[operation], buffer);
    return s >= 0 ? (s as Status) : this.throwGone();
  }

  /** Checks the status of a call made elsewhere. Throws if the FMU is gone. */
  answered(answer: number): number {
    return answer >= 0 ? answer : this.throwGone();
  }

  /**
   * Returns a function that makes a call with an operand, such as a batch. It captures its target,
   * because looking up an export of the addon takes as long as a small FMU's functions.
   */
  bind(operation: string, operand: number): () => Status {
    const { callWords: desk, addon } = this;
    const call = addon.bind(this.unit, addon.operations[operation], operand);
    const { make } = addon;
    return () => {
      desk[0] = call;
      make();
      const s = desk[1];
      return s >= 0 ? (s as Status) : this.throwGone();
    };
  }

  /** Returns a call of an FMU in a separate process in two parts: start and wait. */
  bindPosted(operation: string, operand: number): SplitBatch {
    const { callWords: desk, addon } = this;
    const { post, wait } = addon;
    const call = addon.bind(this.unit, addon.operations[operation], operand);
    return {
      post: () => {
        desk[0] = call;
        post();
      },
      wait: () => {
        desk[0] = call;
        wait();
        const s = desk[1];
        return s >= 0 ? (s as Status) : this.throwGone();
      },
    };
  }

  /** Reads the result of the last call, limited to `most` bytes if the caller knows a limit. */
  result(most?: number): Result {
    return new Result(this.resultBytes(most));
  }

  resultBytes(most: number = this.longest): Uint8Array {
    // Read once, because an isolated FMU can write there at any time.
    const size = this.word('resultBytes');
    // Every part of a result is padded to 8 bytes.
    if (size > most + 64)
      throw new UserError(
        `run ${this.what}: the FMU announced a result of ${size} bytes, but the limit is ${most} bytes. Ask the FMU's author.`,
      );
    const whole = new Uint8Array(size);
    whole.set(this.area.subarray(0, size));
    for (let at = this.area.length; at < size; at += this.area.length) {
      if (this.make('pull', at) !== status.ok)
        throw new UserError(`run ${this.what}: the result lacks ${size - at} bytes. Ask the FMU's author.`);
      whole.set(this.area.subarray(0, size - at), at);
    }
    return whole;
  }

  takeClockUpdate(): boolean {
    const updated = this.word('clocksUpdated') !== 0;
    this.setWord('clocksUpdated', 0);
    return updated;
  }

  takeLog(): LogMessage[] {
    if (!this.open) return [];
    const printed = this.copied ? printedMessages(this.addon.printed(this.unit)) : [];
    const count = Atomics.load(this.words, (this.addon.places.log + 4) / 4);
    if (count === this.logCount) return printed;
    this.logCount = count;
    this.begin();
    this.transact('takeLog');
    return [...printed, ...this.readable(this.resultBytes(this.addon.places.logBytes))];
  }

  private readable(records: Uint8Array): LogMessage[] {
    return readMessages(records).map((logged) => ({ ...logged, message: this.messageText(logged.message) }));
  }

  /** Releases all resources. Returns the end of the FMU if it died while closing. */
  close(): FmuGoneError | undefined {
    if (!this.open) return undefined;
    let end: FmuGoneError | undefined;
    // The process has ended with another FMU, which has reported it.
    const isEnded = this.process?.endedBy(this) !== undefined;
    try {
      if (!this.endReported && !isEnded) {
        this.begin();
        this.transact('unload');
      }
    } catch (error) {
      if (error instanceof FmuGoneError) end = error;
    }
    this.open = false;
    const [used, excess] = this.addon.idle(this.unit);
    this.addon.close(this.unit);
    const isMuch = end === undefined && !this.endReported && excess > tolerated;
    if (isMuch && this.process?.takesIdleTime() !== false) this.onIdleSeconds?.(used);
    return end;
  }

  /**
   * Reports why the FMU is gone, with its last messages.
   *
   * @throws FmuGoneError always
   */
  private throwGone(): never {
    if (!this.open) throw new UserError(`run ${this.what}: the FMU was called after it was closed.`);
    const culprit = this.process?.endedBy(this);
    if (culprit !== undefined)
      throw new FmuGoneError(
        `run ${this.what}: the process that it shares with ${culprit.what} has ended.`,
        [],
      );
    this.endReported = true;
    this.process?.ended(this);
    const [how, code, output, cpuSeconds] = this.addon.ending(this.unit);
    const { log, logBytes, current, refusedBytes } = this.addon.places;
    const ring = new Uint8Array(this.block, log + 16, logBytes);
    const [head, tail] = [this.words[(log + 8) / 4], this.words[(log + 12) / 4]];
    const messages = this.readable(ringRecords(ring, head, tail));
    messages.push(...printedMessages(output));
    const operation = Object.entries(this.addon.operations).find(([, n]) => n === this.words[current / 4]);
    const name = operation === undefined ? 'a call' : this.functionOf(operation[0]);
    const end = {
      ...{ how, code, cpuSeconds, refused: this.refused() },
      refusedBytes: Number(new BigUint64Array(this.block, refusedBytes, 1)[0]),
      neighbours: (this.process?.size ?? 1) - 1,
    };
    const { reason, ...details } = explainEnd(this.what, name, end, this.limits);
    throw new FmuGoneError(reason, messages, details);
  }

  /**
   * Returns a sentence with the calls that the sandbox rejected and the next step, or an empty
   * text.
   */
  refused(): string {
    const { refusals, refusalBytes } = this.addon.places;
    return refusals === undefined
      ? ''
      : rejectedCallsText(new Uint8Array(this.process?.block ?? this.block, refusals, 4 * refusalBytes));
  }

  /**
   * Reports that the process has answered a call of several FMUs with what it cannot have computed.
   *
   * @throws FmuGoneError always
   */
  rejectAnswer(operation: string, answer: number): never {
    const shared = `run ${this.what}: the process of the FMUs returned an impossible answer to ${operation} (status ${answer}).`;
    throw new FmuGoneError(
      `${shared} Run every FMU in its own process ${isolateHint}, and ask the author of the one that fails.`,
      [],
      { shared },
    );
  }

  private word(place: string): number {
    return this.words[this.addon.places[place] / 4];
  }

  private setWord(place: string, value: number): void {
    this.words[this.addon.places[place] / 4] = value;
  }
}

function printedMessages(output: string): LogMessage[] {
  const lines = output === '' ? [] : output.split('\n').filter(Boolean);
  return lines.map((message) => ({ status: status.ok, category: 'output', message }));
}
