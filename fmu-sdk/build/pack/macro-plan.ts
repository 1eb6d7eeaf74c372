import type { SharedMemory } from '../../host/fast-path/shared-memory.ts';

/** Bytes of a macro, a unit in it, and a port. */
const sizes = { macro: 32, unit: 16, port: 72 };

/** Addresses of an input, of its [u, u′, u″], and of the output that it follows. */
export interface MacroInput {
  value: number;
  slot: number;
  source: number;
}

/** Fast units that share an interface model. */
export interface PackMacro {
  /** Indexes of the units. */
  units: readonly number[];
  ports: readonly { force: number; velocity: MacroInput; position?: MacroInput | undefined }[];
  /** Addresses of M_eff and Q_eff. */
  mass: number;
  force: number;
}

/** Indexes in the table of the functions of a unit that takes part in macro steps. */
export interface MacroSlots {
  begin: number;
  micro: number;
}

/** Macros in the memory of a pack (`inner/macro-step.ts`). */
export class PlacedMacros {
  readonly at: number;
  readonly end: number;
  private readonly units: readonly number[];

  constructor(
    private readonly macros: readonly PackMacro[],
    private readonly memory: SharedMemory,
  ) {
    this.at = memory.takeSmall(sizes.macro * macros.length);
    this.end = this.at + sizes.macro * macros.length;
    this.units = macros.map(({ units, ports, mass, force }, i) => {
      const p = ports.length;
      const unitsAt = memory.takeSmall(sizes.unit * units.length);
      const portsAt = memory.takeSmall(sizes.port * p);
      const [work, inverse] = [0, 1].map(() => memory.takeSmall(8 * p * p));
      this.words(this.at + sizes.macro * i, [
        ...[unitsAt, units.length, portsAt, p],
        ...[mass, force, work, inverse],
      ]);
      ports.forEach(({ force: lambda, velocity, position }, k) => {
        const inputs = [velocity, position].flatMap((input) =>
          input === undefined ? [0, 0, 0] : [input.value, input.slot, input.source],
        );
        this.words(portsAt + sizes.port * k, [lambda, ...inputs]);
      });
      return unitsAt;
    });
  }

  /** Writes the records of the units and the indexes of their functions. */
  connect(records: readonly number[], slots: readonly (MacroSlots | undefined)[]): void {
    this.macros.forEach(({ units }, i) => {
      units.forEach((unit, k) => {
        const { begin, micro } = slots[unit] as MacroSlots;
        this.words(this.units[i] + sizes.unit * k, [records[unit], begin, micro]);
      });
    });
  }

  private words(at: number, values: readonly number[]): void {
    const view = new DataView(this.memory.buffer);
    values.forEach((value, i) => {
      view.setUint32(at + 4 * i, value, true);
    });
  }
}
