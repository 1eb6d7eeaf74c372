import type { CheckedSystem, SystemFile } from '../system/system.ts';
import { label } from '../system/variable-label.ts';

/** Where units of measure are converted between the ends of a connection, which libcosim does not do: sentences without a full stop. */
export function convertedNotes({ connections = [] }: SystemFile, checked: CheckedSystem): string[] {
  return checked.connections.flatMap(({ from, to, conversion }, k) =>
    conversion === undefined || connections[k].convertUnits === false
      ? []
      : [
          `${label(from, checked.units)} feeds ${label(to, checked.units)} converted, as FMI has it; libcosim hands the number over as it is`,
        ],
  );
}
