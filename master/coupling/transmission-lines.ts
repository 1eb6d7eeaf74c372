import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { type Stateful, type StateVisitor, visitAll } from '../../fmu-sdk/util/state/stateful.ts';
import type { CheckedSystem } from '../system/system.ts';
import { instanceProxy } from './instance-proxy.ts';
import { TransmissionLine } from './transmission-line.ts';

/**
 * Transmission lines of a system, independent of the coupling scheme.
 *
 * Call order: `settle` → units are initialized → `start` → (`begin` → the step is done → `end`)*
 */
export class TransmissionLines implements Stateful {
  readonly all: readonly TransmissionLine[];
  /** Units. Before each internal step, inputs from lines are updated. */
  readonly instances: readonly Instance[];

  /** Creates the lines of a system. Undefined without lines. */
  static of(system: CheckedSystem, instances: readonly Instance[]): TransmissionLines | undefined {
    return (system.lines ?? []).length === 0 ? undefined : new TransmissionLines(system, instances);
  }

  private constructor({ lines = [] }: CheckedSystem, instances: readonly Instance[]) {
    this.all = lines.map((line) => new TransmissionLine(line, instances));
    this.instances = instances.map((instance, k) => {
      const unitLines = this.all.filter(({ ends }) => ends.some(({ unit, wave }) => unit === k && !wave));
      return unitLines.length === 0 ? instance : withLineInputs(instance, k, unitLines);
    });
  }

  /** Notes for the user, after steps of H [s]. */
  notes(H: number): string[] {
    return this.all.map((line) => {
      const owed = line.owedEnergy(H);
      const words = `Line ${line.line.name}: it stores ${Number(line.energy(H).toPrecision(4))} of energy at the end`;
      return owed === 0
        ? `${words}.`
        : `${words}, and its ends have received ${Number(owed.toPrecision(3))} too much. Connect the wave instead of the effort, or use a smaller step.`;
    });
  }

  settle(): void {
    for (const line of this.all) line.settle();
  }

  start(): void {
    for (const line of this.all) line.start();
  }

  begin(H: number): void {
    for (let k = 0; k < this.all.length; k++) this.all[k].begin(H);
  }

  end(H: number): void {
    for (let k = 0; k < this.all.length; k++) this.all[k].end(H);
  }

  visitState(state: StateVisitor): void {
    visitAll(this.all, state);
  }
}

/** Returns a proxy of a unit that updates inputs from lines before each internal step. */
function withLineInputs(instance: Instance, unit: number, lines: readonly TransmissionLine[]): Instance {
  return instanceProxy(instance, {
    ...(instance.eventful === undefined ? {} : { eventful: instance.eventful }),
    step: (t, H) => {
      if (!(instance.internalStep() > 0)) return instance.step(t, H);
      const n = instance.begin(t, H);
      if (!(n >= 1)) throw new RangeError(`the unit returns ${n} internal steps for H = ${H} s`);
      for (let i = 0; i < n; i++) {
        if (i > 0) for (let k = 0; k < lines.length; k++) lines[k].update(unit, (i * H) / n);
        instance.micro(i);
      }
      return 0;
    },
  });
}
