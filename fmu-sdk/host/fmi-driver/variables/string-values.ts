import { elementCount, type Variable } from '../../../description/description.ts';
import { DifferentStateError, type StateVisitor } from '../../../util/state/stateful.ts';
import { wholeText } from '../../../util/utf8.ts';
import type { FmiApi } from '../../instance/fmi-api.ts';
import type { Expect } from '../call-failure.ts';

interface Text {
  variable: Variable;
  values: Uint8Array[];
  /** Elements of a resized array whose values only the FMU knows. */
  unknown?: Set<number>;
}

type Listed = [name: string, values: number[][]];

/**
 * Strings (as UTF-8) and binaries of an FMU, read on demand and set as soon as the FMU accepts
 * them.
 *
 * Clocked values are set at each tick of their clock. They are read as of the last tick, or as
 * start values before it (FMI 3.0.2, 2.2.8 "Clocks").
 */
export class StringValues {
  /** Values not yet passed to the FMU. */
  private readonly pending = new Map<string, Text>();
  /** Clocked values that have been read or set. */
  private readonly clocked = new Map<string, Text>();

  constructor(
    private readonly calls: FmiApi,
    private readonly expect: Expect,
  ) {}

  /** Reports whether any values are exchanged. */
  get isUsed(): boolean {
    return this.pending.size + this.clocked.size > 0;
  }

  get waiting(): boolean {
    return this.pending.size > 0;
  }

  /** Returns all elements. Before the initialization (`early`) an FMU has only its start values. */
  get(variable: Variable, early: boolean): Uint8Array[] {
    const waiting = this.pending.get(variable.name);
    if (waiting !== undefined) return waiting.values;
    if (isClocked(variable)) return this.heldOf(variable).values;
    return early ? startOf(variable) : this.ask(variable);
  }

  private ask(variable: Variable): Uint8Array[] {
    const reference = Uint32Array.of(variable.valueReference);
    const count = elementCount(variable);
    if (count === 0) return [];
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
    const text = isClocked(variable) ? this.heldOf(variable) : this.pendingOf(variable, early);
    text.values = values;
    text.unknown?.delete(i);
    if (early || !isClocked(variable)) this.pending.set(variable.name, text);
  }

  private pendingOf(variable: Variable, early: boolean): Text {
    const known = this.pending.get(variable.name);
    return known ?? { variable, values: [], ...(early && unknownOf(variable)) };
  }

  /** Passes pending values to the FMU, as far as all elements are known. */
  flush(): void {
    for (const [name, text] of this.pending)
      if (!isPartial(text)) {
        this.give(text);
        this.pending.delete(name);
      }
  }

  /** Reads elements that only the FMU knows, of the variables that `takes` selects. */
  complete(takes: (variable: Variable) => boolean = () => true): void {
    for (const text of [...this.pending.values(), ...this.clocked.values()])
      if (takes(text.variable)) this.completeText(text);
  }

  private completeText(text: Text): void {
    const { variable, values, unknown } = text;
    if (!isPartial(text)) return;
    const asked = this.ask(variable);
    text.values = values.map((value, i) => (unknown?.has(i) === true ? asked[i] : value));
    delete text.unknown;
  }

  private give({ variable, values }: Text): void {
    const reference = Uint32Array.of(variable.valueReference);
    if (variable.type === 'Binary') this.expect(this.calls.setBinaries(reference, values), 'setBinary');
    else this.expect(this.calls.setStrings(reference, values.map(wholeText)), 'setString');
  }

  /** Reports whether any values of this clock are exchanged. */
  areOn(clock: number): boolean {
    for (const { variable } of this.clocked.values()) if (variable.clocks?.includes(clock)) return true;
    return false;
  }

  /** Sets inputs of the clock, which has been made to tick. */
  hand(clock: number): void {
    for (const text of this.clocked.values())
      if (isInput(text) && text.variable.clocks?.includes(clock)) {
        this.completeText(text);
        this.give(text);
      }
  }

  /** Reads the other values of the clock while it is active. */
  take(clock: number): void {
    for (const text of this.clocked.values())
      if (!isInput(text) && text.variable.clocks?.includes(clock)) {
        text.values = this.ask(text.variable);
        delete text.unknown;
      }
  }

  private heldOf(variable: Variable): Text {
    const known = this.clocked.get(variable.name);
    if (known !== undefined) return known;
    const text: Text = { variable, values: startOf(variable), ...unknownOf(variable) };
    this.clocked.set(variable.name, text);
    return text;
  }

  /** Packs pending and clocked values into one array. `restore` reverses it. */
  save(): Uint8Array {
    const listed = (texts: ReadonlyMap<string, Text>): Listed[] =>
      [...texts.values()].map(({ variable, values }) => [variable.name, values.map((value) => [...value])]);
    return new TextEncoder().encode(JSON.stringify([listed(this.pending), listed(this.clocked)]));
  }

  /** @throws if the bytes were not saved by `save` */
  restore(saved: Uint8Array, variables: readonly Variable[]): void {
    const lists = JSON.parse(new TextDecoder().decode(saved)) as Listed[][];
    const byName = new Map(variables.map((variable) => [variable.name, variable]));
    this.forget();
    for (const [k, into] of [this.pending, this.clocked].entries())
      for (const [name, values] of lists[k]) {
        const variable = byName.get(name);
        if (variable === undefined) throw new DifferentStateError(`the state has a text of "${name}"`);
        into.set(name, { variable, values: values.map((value) => Uint8Array.from(value)) });
      }
  }

  forget(): void {
    this.clocked.clear();
    this.pending.clear();
  }

  visitState(state: StateVisitor, variables: readonly Variable[]): void {
    if (!state.boolean('texts', this.isUsed)) this.forget();
    else this.restore(state.resizable('values', this.save()), variables);
  }
}

const isInput = ({ variable }: Text): boolean => variable.causality === 'input';

const isPartial = ({ unknown }: Text): boolean => unknown !== undefined && unknown.size > 0;

const isClocked = ({ clocks }: Variable): boolean => clocks !== undefined && clocks.length > 0;

/** Returns the start values. A single one holds for all elements (FMI 3.0.2, 2.4.7.5). */
function startOf(variable: Variable): Uint8Array[] {
  const { start = [], type } = variable;
  return Array.from({ length: elementCount(variable) }, (_, i) => {
    const text = start[start.length === 1 ? 0 : i] ?? '';
    if (type === 'String') return new TextEncoder().encode(text);
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  });
}

/** Returns all elements of an array whose start value is void. */
function unknownOf(variable: Variable): Pick<Text, 'unknown'> {
  if (variable.resized !== true) return {};
  return { unknown: new Set(Array.from({ length: elementCount(variable) }, (_, i) => i)) };
}
