import type { Manifest, ManifestVariable } from './manifest.ts';
import type { Fault } from './manifest-fault.ts';

/** Checks that names of terminals and members are unique, and that members name variables. */
export function terminalFaults(
  { terminals = [] }: Manifest,
  names: ReadonlyMap<string, ManifestVariable>,
): Fault[] {
  return terminals.flatMap((terminal, i) => {
    const faults: Fault[] = [];
    if (terminals.findIndex(({ name }) => name === terminal.name) < i)
      faults.push({ path: [i, 'name'], what: `terminal "${terminal.name}" is declared twice. Rename one.` });
    terminal.members.forEach(({ name, variable }, k) => {
      const what = `terminal ${terminal.name}: member`;
      if (!names.has(variable))
        faults.push({
          path: [i, 'members', k],
          what: `${what} "${name}" names "${variable}", which is not a variable. Name one of unit.json.`,
        });
      if (terminal.members.findIndex((other) => other.name === name) < k)
        faults.push({
          path: [i, 'members', k, 'name'],
          what: `${what} "${name}" is declared twice. Rename one.`,
        });
    });
    return faults;
  });
}
