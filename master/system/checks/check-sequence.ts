import type { CheckedSystem } from '../system.ts';
import type { Context } from './check-context.ts';

/** Returns the problem of a sequence, or undefined. A valid sequence names each unit once. */
export function sequenceProblem(sequence: readonly string[], names: readonly string[]): string | undefined {
  const strange = sequence.filter((candidate) => !names.includes(candidate));
  const twice = sequence.filter(
    (candidate, k) => sequence.indexOf(candidate) !== k && names.includes(candidate),
  );
  const missing = names.filter((name) => !sequence.includes(name));
  const problems = [
    ...(strange.length > 0 ? [`${strange.join(', ')} is not a unit`] : []),
    ...(twice.length > 0 ? [`${[...new Set(twice)].join(', ')} occurs twice`] : []),
    ...(missing.length > 0 ? [`${missing.join(', ')} is missing`] : []),
  ];
  return problems.length === 0
    ? undefined
    : `in "sequence" ${problems.join('; ')}. Name each of ${names.join(', ')} once, or leave it out.`;
}

/** Sequences of the system and of its groups, whatever scheme looks at them. */
export function checkSequences({ system, units, refuse }: Context): Pick<CheckedSystem, 'sequence'> {
  const { sequence, groups = [] } = system.algorithm;
  const all = [...units].map(({ name }) => name);
  const problem = sequence && groups.length === 0 ? sequenceProblem(sequence, all) : undefined;
  if (problem !== undefined) refuse(['algorithm', 'sequence'], `run ${system.name}: ${problem}`);
  groups.forEach((group, g) => {
    const inner = group.sequence && sequenceProblem(group.sequence, group.units);
    if (inner !== undefined)
      refuse(['algorithm', 'groups', g, 'sequence'], `run ${system.name}: group ${g + 1}: ${inner}`);
  });
  return { sequence };
}
