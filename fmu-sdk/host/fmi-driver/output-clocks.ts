import { elementCount, type ModelDescription } from '../../description/description.ts';
import type { Calls, Values } from '../fmi-api.ts';
import type { Expect } from './call-failure.ts';
import type { Texts } from './string-values.ts';
import { type Exchange, getting, storeAll } from './variable-access.ts';
import { type Group, groupsOf } from './variable-groups.ts';
import type { Slot } from './variable-memory.ts';

/** An output Clock: where it stands in the call, where it is looked at, and what is read when it ticks. */
interface OutputClock {
  reference: number;
  at: number;
  length: number;
  slot: Slot | undefined;
  reads: Group[];
}

/**
 * The output Clocks of a unit that anyone looks at, or at variables of theirs. A Clock can be seen to be active once, and what is on it can be read until
 * discrete states are updated (FMI 3.0.2, 2.2.8 "Clocks").
 */
export class OutputClocks {
  private clocks: OutputClock[] = [];
  private values: Values | undefined;

  constructor(
    private readonly calls: Calls,
    private readonly description: ModelDescription,
    private readonly exchange: Exchange,
    private readonly texts: Texts,
    private readonly expect: Expect,
  ) {}

  get count(): number {
    return this.clocks.length;
  }

  prepare(): void {
    const { calls, description, texts } = this;
    const { outputClock, clockedRead } = this.exchange.watched;
    this.clocks = [];
    const references: number[] = [];
    let length = 0;
    for (const variable of description.variables) {
      const { type, causality, valueReference: reference } = variable;
      if (type !== 'Clock' || causality === 'input') continue;
      const slot = outputClock.find((each) => each.variable === variable);
      const reads = groupsOf(
        calls,
        clockedRead.filter((each) => each.variable.clocks?.includes(reference)),
      );
      if (slot === undefined && reads.length === 0 && !texts.areOn(reference)) continue;
      const count = elementCount(variable);
      this.clocks.push({ reference, at: length, length: count, slot, reads });
      references.push(reference);
      length += count;
    }
    this.values = length === 0 ? undefined : calls.values('Clock', Uint32Array.from(references), length);
  }

  /** None has ticked. */
  clear(): void {
    for (const { view, offset, length } of this.exchange.watched.outputClock)
      for (let i = 0; i < length; i++) view[offset + i] = 0;
  }

  /** Those that are active become so in the memory, and what is on them is read; others stay as they are. */
  read(): void {
    const { values, clocks, calls, expect } = this;
    if (values === undefined) return;
    expect(calls.get(values), 'getClock');
    for (const clock of clocks) if (this.ticked(clock, values)) this.take(clock);
  }

  private ticked({ at, length, slot }: OutputClock, { view, offset }: Values): boolean {
    let any = false;
    for (let i = 0; i < length; i++) {
      if (!view[offset + at + i]) continue;
      any = true;
      if (slot !== undefined) slot.view[slot.offset + i] = 1;
    }
    return any;
  }

  private take({ reference, reads }: OutputClock): void {
    for (const op of getting(reads)) this.expect(this.calls.call(op), op);
    storeAll(reads);
    this.texts.take(reference);
  }
}
