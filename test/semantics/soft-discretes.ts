import type { Program } from './program.ts';

/** Returns the discrete variables that depend on continuous ones, whose values round. */
export function softDiscretes({ rules }: Program): Set<number> {
  const soft = new Set<number>();
  for (let size = -1; size < soft.size; ) {
    size = soft.size;
    for (const { assignments } of rules)
      for (const { target, sources } of assignments)
        if (
          target[0] === 'd' &&
          sources.some(([, [group, k]]) => group === 'u' || group === 'x' || (group === 'd' && soft.has(k)))
        )
          soft.add(target[1]);
  }
  return soft;
}
