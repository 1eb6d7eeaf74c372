import type { Coupling, CouplingContext, CouplingScheme } from './coupling.ts';
import { Deficit } from './deficit.ts';
import { isLane, Lanes } from './lanes.ts';
import type { SchemeOption } from './options.ts';

/** What schemes that make up for what inputs have missed can be told. */
export const correction: SchemeOption & { default: number; least: number; most: number } = {
  what: 'Share of what inputs have missed that the next step makes up for',
  default: 1,
  least: 0,
  most: 1,
};

/**
 * Nearly energy-preserving coupling (Benedikt et al. 2013): Jacobi whose inputs make up in the next step for what they have missed of the
 * time integral of the outputs that feed them. With held values it converges at order 2.
 */
export const nepce: CouplingScheme = {
  name: 'nepce',
  traits: { order: 2, implicit: false, interfaceModels: false, needs: [] },
  options: { correction },
  couple: (context) => new Nepce(context),
};

class Nepce implements Coupling {
  private readonly lanes: Lanes;
  private readonly deficit: Deficit;
  private readonly exchange: ReturnType<CouplingContext['exchange']>;
  private readonly all: ReturnType<CouplingContext['exchange']>;

  constructor(private readonly context: CouplingContext) {
    const { system, instances, options } = context;
    this.lanes = new Lanes(system.connections.filter(isLane), instances);
    this.deficit = new Deficit(this.lanes, Number(options.correction));
    this.exchange = context.exchange(system.connections.filter((c) => !isLane(c)));
    this.all = context.exchange(system.connections);
  }

  settle(): boolean {
    return this.all.settle();
  }

  step(n: number, t: number, H: number): void {
    const { lanes, deficit, context } = this;
    const finite = lanes.begin(H);
    if (this.exchange.transfer(n) !== 0 || !finite) context.refuseInvalid();
    deficit.begin(H);
    for (let i = 0; i < lanes.size; i++) {
      lanes.extrapolate(i);
      deficit.raise(i, H);
    }
    for (let k = 0; k < context.instances.length; k++) context.advance(k, t, H);
  }
}
