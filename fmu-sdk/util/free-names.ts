/** Gives unique names. Many equal names take linear time. */
export class FreeNames {
  private readonly usedNames = new Set<string>();
  /** First number of each name that may be free. */
  private readonly nextNumbers = new Map<string, number>();

  /** Takes a name, or the first free one of its forms with the numbers 2, 3, … */
  take(name: string, numbered: (n: number) => string): string {
    let free = name;
    let n = this.nextNumbers.get(name) ?? 2;
    for (; this.usedNames.has(free); n++) free = numbered(n);
    this.nextNumbers.set(name, n);
    this.usedNames.add(free);
    return free;
  }
}
