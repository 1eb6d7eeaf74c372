import { elementCount, type ModelDescription } from '../../../description/description.ts';
import type { FmiApi, Values } from '../../instance/fmi-api.ts';
import type { Expect } from '../call-failure.ts';
import type { StringValues } from '../variables/string-values.ts';
import { getting, storeAll, type VariableAccess } from '../variables/variable-access.ts';
import { type Group, groupsOf } from '../variables/variable-groups.ts';
import type { Slot } from '../variables/variable-memory.ts';

/**
 * An output clock: its position in the call, its location in memory, and the variables read when it
 * ticks.
 */
interface OutputClock {
  reference: number;
  at: number;
  length: number;
  slot: Slot | undefined;
  reads: Group[];
}

/**
 * The watched output clocks of an FMU, and the clocks of watched variables. An active clock is seen
 * once, and its variables can be read until discrete states are updated (FMI 3.0.2, 2.2.8
 * "Clocks").
 */
export class OutputClocks {
  private clocks: OutputClock[] = [];
  private values: Values | undefined;

  constructor(
    private readonly calls: FmiApi,
    private readonly description: ModelDescription,
    private readonly exchange: VariableAccess,
    private readonly texts: StringValues,
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
      const slot = outputClock.find((candidate) => candidate.variable === variable);
      const reads = groupsOf(
        calls,
        clockedRead.filter((candidate) => candidate.variable.clocks?.includes(reference)),
      );
      if (slot === undefined && reads.length === 0 && !texts.areOn(reference)) continue;
      const count = elementCount(variable);
      this.clocks.push({ reference, at: length, length: count, slot, reads });
      references.push(reference);
      length += count;
    }
    this.values = length === 0 ? undefined : calls.values('Clock', Uint32Array.from(references), length);
  }

  /** Marks all clocks as inactive. */
  clear(): void {
    for (const { view, offset, length } of this.exchange.watched.outputClock)
      for (let i = 0; i < length; i++) view[offset + i] = 0;
  }

  /** Marks active clocks in the memory and reads their variables. Other clocks stay unchanged. */
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
