import type { Connection, Port } from '../system.ts';

/** Index of connections by the input or element they feed. */
export class ConnectionIndex {
  private readonly byInput = new Map<string, Connection>();
  /** Connections by input and element. The element is empty for a connection to a whole input. */
  private readonly byElement = new Map<string, Connection>();

  /** Adds a connection. Returns an earlier connection into the same input or element, if any. */
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

  /** Returns a connection into an input. */
  into(port: Port): Connection | undefined {
    return this.byInput.get(placeOf(port));
  }
}

/**
 * Returns the key of a variable. In FMI 2.0 a value reference is unique only together with the
 * type.
 */
function placeOf({ unit, variable }: Port): string {
  return `${unit}.${variable.type}.${variable.valueReference}`;
}
