import type { Manifest, ManifestVariable } from './manifest.ts';
import type { Fault } from './manifest-fault.ts';

/** Terminals, and members of one, have names of their own; a member names a variable. */
export function terminalFaults(
  { terminals = [] }: Manifest,
  names: ReadonlyMap<string, ManifestVariable>,
): Fault[] {
  return terminals.flatMap((terminal, i) => {
    const faults: Fault[] = [];
    if (terminals.findIndex(({ name }) => name === terminal.name) < i)
      faults.push({ path: [i, 'name'], what: `there are two terminals "${terminal.name}". Rename one.` });
    terminal.members.forEach(({ name, variable }, k) => {
      const what = `terminal ${terminal.name}: there`;
      if (!names.has(variable))
        faults.push({
          path: [i, 'members', k],
          what: `${what} is no variable "${variable}". Name one of unit.json.`,
        });
      if (terminal.members.findIndex((other) => other.name === name) < k)
        faults.push({
          path: [i, 'members', k, 'name'],
          what: `${what} are two members "${name}". Rename one.`,
        });
    });
    return faults;
  });
}
