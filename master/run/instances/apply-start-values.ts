import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem, SystemUnit } from '../../system/system.ts';

/** Sets the parameters and start values of every unit. */
export function writeGivenValues({ units }: CheckedSystem, instances: readonly Instance[]): void {
  units.forEach(({ values }, k) => {
    for (const { variable, value } of values) write(instances[k], variable, value);
  });
}

/** Writes the elements of a variable, but for undefined ones. */
export function write(
  instance: Instance,
  variable: Variable,
  value: SystemUnit['values'][number]['value'],
): void {
  if (variable.type === 'String' || variable.type === 'Binary') {
    value.forEach((x, i) => {
      if (x !== undefined) instance.setBytes(variable, i, x as Uint8Array);
    });
    return;
  }
  const { view, offset } = instance.view(variable);
  value.forEach((x, i) => {
    if (x !== undefined) view[offset + i] = x as number;
  });
}
