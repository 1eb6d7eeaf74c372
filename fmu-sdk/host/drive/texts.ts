import { elementCount, type Variable } from '../../description/description.ts';
import type { Calls } from '../calls.ts';
import type { Expect } from './failure.ts';

/** Strings (as UTF-8) and binaries of a unit: got when asked for, set at the next moment at which the unit takes them. */
export class Texts {
  private readonly calls: Calls;
  private readonly expect: Expect;
  /** Values that the unit has not got yet. */
  private readonly pending = new Map<string, { variable: Variable; values: Uint8Array[] }>();

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
    if (early) return startOf(variable);
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
    this.pending.set(variable.name, { variable, values });
  }

  /** Hands over what waits. */
  flush(): void {
    for (const { variable, values } of this.pending.values()) {
      const reference = Uint32Array.of(variable.valueReference);
      if (variable.type === 'Binary') this.expect(this.calls.setBinaries(reference, values), 'setBinary');
      else
        this.expect(
          this.calls.setStrings(
            reference,
            values.map((bytes) => new TextDecoder().decode(bytes)),
          ),
          'setString',
        );
    }
    this.pending.clear();
  }

  forget(): void {
    this.pending.clear();
  }
}

function startOf(variable: Variable): Uint8Array[] {
  return Array.from({ length: elementCount(variable) }, (_, i) => {
    const text = variable.start?.[i] ?? '';
    if (variable.type === 'String') return new TextEncoder().encode(text);
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  });
}
