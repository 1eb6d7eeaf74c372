import { elementCount, type Variable } from '../description/description.ts';
import type { Instance } from '../host/instance.ts';
import { shortened } from '../printable.ts';
import type { Wrong } from '../twin/verdict.ts';

/** What others set, and a unit reads: parameters, constants and inputs. Whatever way a source takes to change one is seen in its memory. */
export class Untouched {
  private readonly kept: readonly { variable: Variable; values: readonly unknown[] }[];

  /** `instance`: made, and nothing called since. */
  constructor(private readonly instance: Instance) {
    this.kept = instance.description.variables
      .filter((variable) => isOthers(variable) && variable.type !== 'Clock')
      .map((variable) => ({ variable, values: this.valuesOf(variable) }));
  }

  /** The first of them that is another than at the beginning. */
  changed(): Wrong | undefined {
    for (const { variable, values } of this.kept) {
      const now = this.valuesOf(variable);
      const i = now.findIndex((value, k) => value !== values[k]);
      if (i < 0) continue;
      const { name, causality, variability } = variable;
      const whose =
        variability === 'constant' ? 'constant' : causality.replace('structuralP', 'structural p');
      const what = `${now[i]} and was ${values[i]}, and the ${whose} is not for the unit to change`;
      return { name: name + (now.length > 1 ? `[${i}]` : ''), what };
    }
    return undefined;
  }

  private valuesOf(variable: Variable): unknown[] {
    if (variable.type === 'String' || variable.type === 'Binary')
      return Array.from({ length: elementCount(variable) }, (_, i) =>
        JSON.stringify(shortened(Buffer.from(this.instance.getBytes(variable, i)).toString('latin1'))),
      );
    const { view, offset, length } = this.instance.view(variable);
    return Array.from({ length }, (_, i) => view[offset + i]);
  }
}

function isOthers({ causality, variability }: Variable): boolean {
  return variability === 'constant' || ['parameter', 'structuralParameter', 'input'].includes(causality);
}
