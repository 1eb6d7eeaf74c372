import type { Coupling, CouplingContext, CouplingScheme } from '../../../master/coupling/coupling.ts';
import { DriftCorrection, driftOption } from '../../../master/coupling/transfer/drift-correction.ts';
import { Handover } from '../../../master/coupling/transfer/handover.ts';
import type { Coupled } from './coupled.ts';

/**
 * Oscillator of Kyllingstad 2025 with m = c = k = 1: one unit has the spring and the damper, the
 * other one the mass. Both integrate the velocity. A force E = cos t on the mass keeps the
 * amplitude: the velocity is cos t.
 */
export function redundantOscillator(): Coupled {
  return {
    name: 'redundant-oscillator',
    units: [
      {
        name: 'spring',
        inputs: ['v'],
        outputs: ['F', 'x'],
        A: [[0]],
        B: [[1]],
        C: [[-1], [1]],
        D: [[-1], [0]],
        start: [0],
      },
      {
        name: 'mass',
        inputs: ['F', 'E'],
        outputs: ['v', 'x'],
        A: [
          [0, 1],
          [0, 0],
        ],
        B: [
          [0, 0],
          [1, 1],
        ],
        C: [
          [0, 1],
          [1, 0],
        ],
        D: [
          [0, 0],
          [0, 0],
        ],
        start: [0, 1],
      },
    ],
    connections: [
      ['mass.v', 'spring.v'],
      ['spring.F', 'mass.F'],
    ],
    bonds: [[1, 0]],
    stopTime: 10,
  };
}

/** Values of E = cos t, at a distance of H. */
export function excitation(
  H: number,
  stopTime: number,
): Record<string, { times: number[]; values: number[] }> {
  const times = Array.from({ length: Math.round(stopTime / H) + 1 }, (_, n) => n * H);
  return { 'mass.E': { times, values: times.map(Math.cos) } };
}

/**
 * Jacobi whose step is H while sin t > 0, and H/2 otherwise. The step changes twice in 2 π: at the
 * extremes of a velocity cos t.
 */
export function changingSteps(seen: (t: number, h: number) => void = () => {}): CouplingScheme {
  return {
    name: 'changing-steps',
    traits: { order: 'extrapolation', implicit: false, interfaceModels: false, adaptive: true, needs: [] },
    options: driftOption,
    couple: (context) => new ChangingSteps(context, seen),
  };
}

class ChangingSteps implements Coupling {
  private readonly handover: Handover;
  private readonly drift: DriftCorrection;

  constructor(
    private readonly context: CouplingContext,
    private readonly seen: (t: number, h: number) => void,
  ) {
    this.handover = new Handover(context);
    this.drift = new DriftCorrection(context, this.handover.scalarConnections);
  }

  get notes(): readonly string[] {
    return this.drift.notes;
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    if (Math.sin(t + H / 2) > 0) this.substep(n, t, H);
    else {
      this.substep(n, t, H / 2);
      this.substep(n, t + H / 2, H / 2);
    }
  }

  private substep(n: number, t: number, h: number): void {
    const { context, handover, drift } = this;
    const { scalarConnections } = handover;
    context.drive(t, h);
    handover.begin(n, t, h);
    drift.begin();
    this.seen(t, h);
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.extrapolate(i);
    drift.correct(h);
    for (let k = 0; k < context.instances.length; k++) context.advance(k, t, h);
    context.stepped(h);
  }
}
