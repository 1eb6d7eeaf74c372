import type { CheckedSystem, UnitGroup } from '../system.ts';
import type { Context } from './check-context.ts';

/**
 * Resolves groups of units with their own scheme to indexes. A group has at least two units, and no
 * unit is in two groups.
 */
export function checkGroups({ system, units, refuse }: Context): Pick<CheckedSystem, 'groups'> {
  const { groups } = system.algorithm;
  if (groups === undefined || groups.length === 0) return {};
  const all = [...units].map(({ name }) => name);
  const groupIndexes = new Map<string, number>();
  const unitGroups = groups.map(({ units: names, scheme, options, sequence }, g): UnitGroup => {
    const path = ['algorithm', 'groups', g, 'units'] as const;
    if (names.length < 2)
      refuse(
        path,
        `group: expected at least two units, got only ${names.join()}. Add a unit or remove the group.`,
      );
    const indexes = names.map((name, k) => {
      const unit = all.indexOf(name);
      if (unit < 0) refuse([...path, k], `group: unknown unit "${name}". Use one of ${all.join(', ')}.`);
      if (groupIndexes.has(name))
        refuse(
          [...path, k],
          `group: ${name} is named twice, in group ${Number(groupIndexes.get(name)) + 1} and in group ${g + 1}. Remove one of them.`,
        );
      groupIndexes.set(name, g);
      return unit;
    });
    // In the order of the system, so that results do not depend on how a group is written.
    return { units: indexes.sort((a, b) => a - b), scheme, options, sequence };
  });
  if ((system.interfaceModels ?? []).length > 0)
    refuse(
      ['algorithm', 'groups'],
      'group: interface models need their own step, which groups do not support. Remove "groups" or "interfaceModels".',
    );
  return { groups: unitGroups };
}
