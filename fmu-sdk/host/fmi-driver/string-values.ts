import { elementCount, type Variable } from '../../description/description.ts';
import { wholeText } from '../../util/utf8.ts';
import type { Calls } from '../fmi-api.ts';
import type { Expect } from './call-failure.ts';

interface Text {
  variable: Variable;
  values: Uint8Array[];
}

type Listed = [name: string, values: number[][]];

/**
 * Strings (as UTF-8) and binaries of a unit: got when asked for, set at the next moment at which the unit takes them. Those on Clocks are what they were when one of
 * these ticked last (before that, their start values), and are set at each tick (FMI 3.0.2, 2.2.8 "Clocks").
 */
export class Texts {
  private readonly calls: Calls;
  private readonly expect: Expect;
  /** Values that the unit has not got yet. */
  private readonly pending = new Map<string, Text>();
  /** Those on Clocks that anyone has asked for or given. */
  private readonly clocked = new Map<string, Text>();

  constructor(calls: Calls, expect: Expect) {
    this.calls = calls;
    this.expect = expect;
  }

  get waiting(): boolean {
    return this.pending.size > 0;
  }

  /** All elements; before the initialization (`early`) a unit has but its start values. */
  get(variable: Variable, early: boolean): Uint8Array[] {
    const waiting = this.pending.get(variable.name);
    if (waiting !== undefined) return waiting.values;
    if (isClocked(variable)) return this.heldOf(variable).values;
    return early ? startOf(variable) : this.ask(variable);
  }

  private ask(variable: Variable): Uint8Array[] {
    const reference = Uint32Array.of(variable.valueReference);
    const count = elementCount(variable);
    if (variable.type === 'Binary') {
      const { status, values } = this.calls.getBinaries(reference, count);
      this.expect(status, 'getBinary');
      return values;
    }
    const { status, values } = this.calls.getStrings(reference, count);
    this.expect(status, 'getString');
    return values.map((text) => new TextEncoder().encode(text));
  }

  set(variable: Variable, i: number, value: Uint8Array, early: boolean): void {
    const values = [...this.get(variable, early)];
    values[i] = value.slice();
    if (isClocked(variable)) this.heldOf(variable).values = values;
    if (early || !isClocked(variable)) this.pending.set(variable.name, { variable, values });
  }

  /** Hands over what waits. */
  flush(): void {
    for (const text of this.pending.values()) this.give(text);
    this.pending.clear();
  }

  private give({ variable, values }: Text): void {
    const reference = Uint32Array.of(variable.valueReference);
    if (variable.type === 'Binary') this.expect(this.calls.setBinaries(reference, values), 'setBinary');
    else this.expect(this.calls.setStrings(reference, values.map(wholeText)), 'setString');
  }

  /** Whether any on the Clock are exchanged. */
  areOn(clock: number): boolean {
    for (const { variable } of this.clocked.values()) if (variable.clocks?.includes(clock)) return true;
    return false;
  }

  /** Inputs on the Clock, which has been made to tick. */
  hand(clock: number): void {
    for (const text of this.clocked.values())
      if (isInput(text) && text.variable.clocks?.includes(clock)) this.give(text);
  }

  /** What else is on the Clock, while it is active. */
  take(clock: number): void {
    for (const text of this.clocked.values())
      if (!isInput(text) && text.variable.clocks?.includes(clock)) text.values = this.ask(text.variable);
  }

  private heldOf(variable: Variable): Text {
    const known = this.clocked.get(variable.name);
    if (known !== undefined) return known;
    const text = { variable, values: startOf(variable) };
    this.clocked.set(variable.name, text);
    return text;
  }

  /** What waits, and what is on Clocks, as one piece, and back. */
  save(): Uint8Array {
    const listed = (texts: ReadonlyMap<string, Text>): Listed[] =>
      [...texts.values()].map(({ variable, values }) => [variable.name, values.map((value) => [...value])]);
    return new TextEncoder().encode(JSON.stringify([listed(this.pending), listed(this.clocked)]));
  }

  /** @throws what tells that these are no such bytes */
  restore(saved: Uint8Array, variables: readonly Variable[]): void {
    const lists = JSON.parse(new TextDecoder().decode(saved)) as Listed[][];
    const byName = new Map(variables.map((variable) => [variable.name, variable]));
    this.forget();
    for (const [k, into] of [this.pending, this.clocked].entries())
      for (const [name, values] of lists[k]) {
        const variable = byName.get(name) as Variable;
        into.set(name, { variable, values: values.map((value) => Uint8Array.from(value)) });
      }
  }

  forget(): void {
    this.clocked.clear();
    this.pending.clear();
  }
}

const isInput = ({ variable }: Text): boolean => variable.causality === 'input';

const isClocked = ({ clocks }: Variable): boolean => clocks !== undefined && clocks.length > 0;

function startOf(variable: Variable): Uint8Array[] {
  return Array.from({ length: elementCount(variable) }, (_, i) => {
    const text = variable.start?.[i] ?? '';
    if (variable.type === 'String') return new TextEncoder().encode(text);
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  });
}
