import type { Context } from './check-context.ts';
import type { CheckedSystem, UnitGroup } from './system.ts';

/** Groups of units with a scheme of their own, by index: each of at least two units, no unit in two. */
export function checkGroups({ system, units, refuse }: Context): Pick<CheckedSystem, 'groups'> {
  const { groups } = system.algorithm;
  if (groups === undefined || groups.length === 0) return {};
  const all = [...units].map(({ name }) => name);
  const taken = new Map<string, number>();
  const found = groups.map(({ units: names, scheme, options, sequence }, g): UnitGroup => {
    const path = ['algorithm', 'groups', g, 'units'] as const;
    if (names.length < 2)
      refuse(path, `group: ${names.join()} is alone in it. Name at least two units, or remove the group.`);
    const indexes = names.map((name, k) => {
      const unit = all.indexOf(name);
      if (unit < 0)
        refuse([...path, k], `group: the system has no unit "${name}". Name one of ${all.join(', ')}.`);
      if (taken.has(name))
        refuse(
          [...path, k],
          `group: ${name} is named twice, in group ${Number(taken.get(name)) + 1} and in group ${g + 1}. Remove one of them.`,
        );
      taken.set(name, g);
      return unit;
    });
    // In the order of the system, so that results do not depend on how a group is written.
    return { units: indexes.sort((a, b) => a - b), scheme, options, sequence };
  });
  if ((system.interfaceModels ?? []).length > 0)
    refuse(
      ['algorithm', 'groups'],
      'group: interface models have a step of their own, which no group has. Remove "groups", or "interfaceModels".',
    );
  return { groups: found };
}
