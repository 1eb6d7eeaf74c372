import { elementCount, type Variable } from '../../description/description.ts';
import type { Instance } from '../../host/instance/instance.ts';
import { shortened } from '../../util/printable.ts';

/** A variable whose value has changed. */
export interface ChangedValue {
  readonly variable: Variable;
  /** Name of the element. */
  readonly name: string;
  readonly was: string;
  readonly is: string;
}

/** Initial values of variables of an instance, for comparison with later values. */
export class SavedValues {
  private readonly saved: readonly { variable: Variable; values: readonly unknown[] }[];

  constructor(
    private readonly instance: Instance,
    of: (variable: Variable) => boolean,
  ) {
    this.saved = instance.description.variables
      .filter((variable) => variable.type !== 'Clock' && of(variable))
      .map((variable) => ({ variable, values: this.valuesOf(variable) }));
  }

  /** Returns the first variable with a changed value. */
  changed(): ChangedValue | undefined {
    for (const { variable, values } of this.saved) {
      const now = this.valuesOf(variable);
      const i = now.findIndex((value, k) => value !== values[k] && !Number.isNaN(value));
      if (i < 0) continue;
      const name = variable.name + (now.length > 1 ? `[${i}]` : '');
      return { variable, name, was: valueText(values[i]), is: valueText(now[i]) };
    }
    return undefined;
  }

  private valuesOf(variable: Variable): unknown[] {
    if (variable.type === 'String' || variable.type === 'Binary')
      return Array.from({ length: elementCount(variable) }, (_, i) =>
        Buffer.from(this.instance.getBytes(variable, i)).toString('latin1'),
      );
    const { view, offset, length } = this.instance.view(variable);
    return Array.from({ length }, (_, i) => view[offset + i]);
  }
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(shortened(value)) : String(value);
}
