import type { Connection, Port } from './system.ts';

/** What feeds which input, or element of an input. */
export class Feeds {
  private readonly byInput = new Map<string, Connection[]>();

  /** Takes a connection in; gives the one that feeds the same already, if there is one. */
  add(c: Connection): Connection | undefined {
    const key = placeOf(c.to);
    const others = this.byInput.get(key) ?? [];
    this.byInput.set(key, [...others, c]);
    return others.find(
      ({ toElement }) => toElement === undefined || c.toElement === undefined || toElement === c.toElement,
    );
  }

  /** A connection into an input. */
  into(port: Port): Connection | undefined {
    return this.byInput.get(placeOf(port))?.[0];
  }
}

/** What tells variables of a system apart: in FMI 2.0 a value reference does so only together with the type. */
function placeOf({ unit, variable }: Port): string {
  return `${unit}.${variable.type}.${variable.valueReference}`;
}
