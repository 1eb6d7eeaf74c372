import type { CheckedSystem, SystemFile } from '../system/system.ts';
import { variableLabel } from '../system/variable-label.ts';

/**
 * Returns notes on connections that convert units of measure, which libcosim does not do. Sentences
 * without a full stop.
 */
export function convertedNotes({ connections = [] }: SystemFile, checked: CheckedSystem): string[] {
  return checked.connections.flatMap(({ from, to, conversion }, k) =>
    conversion === undefined || connections[k].convertUnits === false
      ? []
      : [
          `${variableLabel(from, checked.units)} feeds ${variableLabel(to, checked.units)} with a conversion of units of measure, as in FMI. libcosim would pass the number unchanged`,
        ],
  );
}
