import type { Import } from './sources.ts';

/**
 * Returns the cycles of imports, sorted: the strongly connected components with an edge inside,
 * found by Tarjan's algorithm.
 */
export function circles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = number.size;
    number.set(file, index);
    lowest.set(file, index);
    path.push(file);
    for (const to of next.get(file) ?? []) {
      const low = number.has(to) ? (path.includes(to) ? (number.get(to) as number) : index) : visit(to);
      lowest.set(file, Math.min(lowest.get(file) as number, low));
    }
    if (lowest.get(file) === index) {
      const circle = path.splice(path.indexOf(file));
      if (circle.length > 1 || next.get(file)?.includes(file)) cycles.push(circle.sort());
    }
    return lowest.get(file) as number;
  };
  for (const file of next.keys()) if (!number.has(file)) visit(file);
  return cycles.sort();
}
