import type { Connection, Port } from './system.ts';

/** What feeds which input, or element of an input. */
export class Feeds {
  private readonly byInput = new Map<string, Connection>();
  /** By input and element; of a connection that feeds a whole input under no element. */
  private readonly byElement = new Map<string, Connection>();

  /** Takes a connection in; gives the one that feeds the same already, if there is one. */
  add(c: Connection): Connection | undefined {
    const key = placeOf(c.to);
    const first = this.byInput.get(key);
    const element = `${key}.${c.toElement ?? ''}`;
    const rival =
      this.byElement.get(`${key}.`) ?? (c.toElement === undefined ? first : this.byElement.get(element));
    if (first === undefined) this.byInput.set(key, c);
    if (!this.byElement.has(element)) this.byElement.set(element, c);
    return rival;
  }

  /** A connection into an input. */
  into(port: Port): Connection | undefined {
    return this.byInput.get(placeOf(port));
  }
}

/** What tells variables of a system apart: in FMI 2.0 a value reference does so only together with the type. */
function placeOf({ unit, variable }: Port): string {
  return `${unit}.${variable.type}.${variable.valueReference}`;
}
