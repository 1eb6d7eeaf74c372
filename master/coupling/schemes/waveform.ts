import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { isMultiple } from '../../system/structure/internal-steps.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { CouplingContext, CouplingScheme } from '../coupling.ts';
import { DrivenInputs } from '../transfer/driven-inputs.ts';
import { WindowCurves } from '../transfer/window-curves.ts';
import { Iteration, iterationOptions } from './shared/iteration.ts';
import { sequenceOf } from './shared/step-sequence.ts';

const { tolerance, iterations, acceleration, relaxation } = iterationOptions;

/**
 * Waveform iteration with substeps: each unit crosses the communication step H by its own steps
 * (`units.X.step`). The units pass curves through the values of all their steps, one unit after
 * another, until the curves agree (Rodenberg & Uekermann 2025).
 */
export const waveform: CouplingScheme = {
  name: 'waveform',
  traits: {
    order: 'extrapolation',
    implicit: true,
    interfaceModels: false,
    unitSteps: true,
    needs: ['rollback'],
  },
  options: { tolerance, iterations, acceleration, relaxation },
  couple: (context) => new Waveform(context, substepsOf(context.system)),
};

class Waveform extends Iteration {
  private readonly curves: WindowCurves;
  /** Scalar connections from each unit, and 1 for those to a unit that steps later. */
  private readonly out: Int32Array[];
  private readonly later: Uint8Array;
  /** Outputs of each sample, as parts of `values`. */
  private readonly rows: Float64Array[];
  /** Inputs that a file drives. */
  private readonly driven: DrivenInputs[];
  private readonly drives: boolean;

  constructor(
    context: CouplingContext,
    private readonly substeps: Int32Array,
  ) {
    const { system, instances } = context;
    const { units, reason } = sequenceOf(system);
    super(context, 'waveform', Int32Array.from(units), false, { note: notesOf(system, reason), substeps });
    const { scalarConnections, values } = this;
    const indexes = Array.from({ length: scalarConnections.size }, (_, i) => i);
    this.out = instances.map((_, unit) =>
      Int32Array.from(indexes.filter((i) => scalarConnections.from[i] === unit)),
    );
    const counts = Int32Array.from(indexes, (i) => substeps[scalarConnections.from[i]]);
    this.curves = new WindowCurves(scalarConnections, counts);
    const size = scalarConnections.size;
    this.rows = Array.from({ length: Math.max(1, ...substeps) }, (_, j) =>
      values.subarray(j * size, (j + 1) * size),
    );
    const place = instances.map((_, unit) => units.indexOf(unit));
    this.later = Uint8Array.from(indexes, (i) =>
      Number(place[scalarConnections.from[i]] < place[scalarConnections.to[i]]),
    );
    this.driven = instances.map((_, unit) => new DrivenInputs(system, instances, unit));
    this.drives = this.driven.some((inputs) => inputs.size > 0);
  }

  protected override begin(n: number, t: number, H: number): void {
    super.begin(n, t, H);
    this.curves.begin(H);
    if (this.drives) for (let k = 0; k < this.driven.length; k++) this.driven[k].save();
  }

  protected override predict(H: number): void {
    const { guess, scalarConnections } = this;
    const { size } = scalarConnections;
    super.predict(H);
    for (let i = 0; i < size; i++) {
      const count = this.substeps[scalarConnections.from[i]];
      scalarConnections.extrapolate(i);
      for (let j = 1; j < count; j++)
        scalarConnections.readPolynomial(i, (j * H) / count, guess, j * size + i);
    }
  }

  protected override sweep(t: number, H: number): void {
    const { sequence, into, curves, guess, substeps, drives } = this;
    for (let s = 0; s < sequence.length; s++) {
      const unit = sequence[s];
      const list = into[s];
      for (let c = 0; c < list.length; c++) curves.draw(list[c], guess);
      if (substeps[unit] === 1 && !drives) this.crossAtOnce(unit, list, t, H);
      else this.cross(unit, list, t, H);
    }
  }

  /** Steps a unit over the window in one step. Computes no times, so that none are allocated. */
  private crossAtOnce(unit: number, list: Int32Array, t: number, H: number): void {
    const { curves, context } = this;
    for (let c = 0; c < list.length; c++) curves.set(list[c], 0, 1);
    context.advance(unit, t, H);
    this.read(unit, 0);
  }

  /** Steps a unit over the window, and reads its outputs after each of its steps. */
  private cross(unit: number, list: Int32Array, t: number, H: number): void {
    const { substeps, curves, context, driven } = this;
    const parts = substeps[unit];
    for (let k = 0; k < parts; k++) {
      const from = k === 0 ? t : t + (k * H) / parts;
      const to = k + 1 === parts ? t + H : t + ((k + 1) * H) / parts;
      if (this.drives && parts > 1 && driven[unit].size > 0) context.drive(from, to - from);
      else if (this.drives) driven[unit].restore();
      for (let c = 0; c < list.length; c++) curves.set(list[c], k, parts);
      context.advance(unit, from, to - from);
      this.read(unit, k + 1 === parts ? 0 : k + 1);
    }
  }

  /** Reads the outputs of a unit as sample j. Units that step later use them at once. */
  private read(unit: number, j: number): void {
    const { out, rows, guess, later, scalarConnections } = this;
    const list = out[unit];
    const row = rows[j];
    for (let c = 0; c < list.length; c++) {
      const i = list[c];
      scalarConnections.readOutput(i, row);
      if (later[i] !== 0) guess[j * scalarConnections.size + i] = row[i];
    }
  }

  /** The sweep has read all values. */
  protected override readUnknown(): void {}

  protected override accept(tries: number): void {
    super.accept(tries);
    this.curves.end(this.values);
  }

  override visitState(state: StateVisitor): void {
    super.visitState(state);
    this.curves.visitState(state);
  }
}

/** Returns the number of steps of each unit in a communication step. */
function substepsOf({ name, units, step }: CheckedSystem): Int32Array {
  return Int32Array.from(units, (unit) => {
    const { step: own = step } = unit;
    if (isMultiple(step, own)) return Math.round(step / own);
    throw new UserError(
      `run ${name}: under waveform the communication step must be a whole multiple of the step of each unit, got H = ${step} s and ${own} s of ${unit.name}. Change "step" there, or H.`,
    );
  });
}

function notesOf({ units, step }: CheckedSystem, reason: string): string {
  const steps = units.map((unit) => `${unit.name} ${unit.step ?? step} s`).join(', ');
  return `Steps of the units: ${steps}. Sequence of the units: ${reason}.`;
}
