import { elementCount, type Variable } from '../../description/description.ts';
import { isTriggered } from '../../description/variables/triggered-clock.ts';
import type { Instance } from './instance.ts';

/**
 * Registers the variables that an FMU gives only while a Clock is active (FMI 3.0.2, 2.2.8), so
 * that whoever reads one late finds its last value. Call it before the initialization.
 */
export function watchClocked(instance: Instance): void {
  for (const variable of instance.description.variables) {
    if (!isGivenAtTicks(variable)) continue;
    if (variable.type !== 'String' && variable.type !== 'Binary') instance.view(variable);
    else if (elementCount(variable) > 0) instance.getBytes(variable, 0);
  }
}

function isGivenAtTicks(variable: Variable): boolean {
  const isInput = variable.causality === 'input';
  if (variable.type === 'Clock') return !isInput || !isTriggered(variable);
  return !isInput && variable.clocks !== undefined && variable.clocks.length > 0;
}
