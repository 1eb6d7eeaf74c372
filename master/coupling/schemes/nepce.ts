import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import type { SchemeOption } from '../scheme-options.ts';
import { Handover } from '../transfer/handover.ts';
import { IntegralCorrection } from '../transfer/integral-correction.ts';
import type { ScalarConnections } from '../transfer/scalar-connections.ts';
import { loopNeeds, loopOptions } from './shared/algebraic-loop.ts';

/** Option of schemes that correct errors of earlier inputs. */
export const correction: SchemeOption & { default: number; least: number; most: number } = {
  what: 'Share of the integral error of inputs that the next step corrects',
  default: 1,
  least: 0,
  most: 1,
};

/**
 * Nearly energy-preserving coupling (Benedikt et al. 2013): Jacobi whose inputs correct in the next
 * step the error of their time integral. With held values it converges at order 2, if no unit has
 * direct feedthrough.
 */
export const nepce: CouplingScheme = {
  name: 'nepce',
  traits: { order: 2, implicit: false, interfaceModels: false, needs: [] },
  options: { correction, ...loopOptions },
  alsoNeeds: loopNeeds,
  couple: (context) => new Nepce(context),
};

class Nepce implements Coupling {
  private readonly scalarConnections: ScalarConnections;
  private readonly integralCorrection: IntegralCorrection;
  private readonly handover: Handover;
  private readonly advance: (t: number, H: number) => void;

  constructor(context: CouplingContext) {
    this.handover = new Handover(context);
    this.scalarConnections = this.handover.scalarConnections;
    this.advance = context.together([...context.instances.keys()]);
    this.integralCorrection = new IntegralCorrection(
      this.scalarConnections,
      Number(context.options.correction),
    );
  }

  get notes(): readonly string[] {
    return this.handover.notes;
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    const { scalarConnections, integralCorrection } = this;
    this.handover.begin(n, t, H);
    integralCorrection.begin(H);
    for (let i = 0; i < scalarConnections.size; i++) {
      scalarConnections.extrapolate(i);
      integralCorrection.correct(i, H);
    }
    this.advance(t, H);
  }

  visitState(state: StateVisitor): void {
    this.handover.visitState(state);
    this.integralCorrection.visitState(state);
  }
}
