import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import { cell, inLoop } from '../activity.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import { CalledLoop } from '../loop/called-loop.ts';
import { type BatchCoupling, type RunBatch, SystemLoop } from '../loop/generated-loop.ts';
import { MacroStep } from '../macro-step.ts';
import { Handover } from '../transfer/handover.ts';
import { loopNeeds, loopOptions } from './algebraic-loop.ts';

/**
 * Non-iterative Jacobi scheme: at t_n every unit gets its inputs from the outputs at t_n, t_{n−1},
 * …, then all units advance by H independently. Units with an interface model share a macro step
 * (Rahikainen et al. 2020, Section 2.1).
 */
export const jacobi: CouplingScheme = {
  name: 'jacobi',
  traits: { order: 'extrapolation', implicit: false, interfaceModels: true, joints: true, needs: [] },
  options: loopOptions,
  alsoNeeds: loopNeeds,
  couple: (context) =>
    context.options.loops === 'as they are' ? new Jacobi(context) : new ConsistentJacobi(context),
};

class Jacobi implements Coupling, BatchCoupling {
  private readonly exchange: ReturnType<CouplingContext['exchange']>;
  private readonly cells: Int32Array;
  private readonly macros: MacroStep[];
  /** Steps the units outside of macro steps. */
  private readonly single: (t: number, H: number) => void;
  private readonly refuseInvalid: () => never;
  private readonly joints: CouplingContext['joints'];
  /** Combined transfer and steps, if all units share one memory or are called by one program. */
  private readonly loop: SystemLoop | CalledLoop | undefined;

  constructor({ system, instances, activity, exchange, together, joints, refuseInvalid }: CouplingContext) {
    this.cells = activity.cells;
    this.exchange = exchange(system.connections);
    this.macros = system.interfaceModels.map((model) => new MacroStep(model, instances, activity));
    const fast = new Set(this.macros.flatMap((macro) => macro.units));
    this.single = together(instances.map((_, k) => k).filter((k) => !fast.has(k)));
    this.refuseInvalid = refuseInvalid;
    this.joints = joints;
    const transfers = this.macros.length > 0 || joints !== undefined ? undefined : this.exchange.transfers();
    const compiled = transfers && SystemLoop.of(instances, transfers, system.step);
    if (compiled !== undefined) activity.show?.(compiled.place);
    this.loop = compiled ?? (transfers && CalledLoop.of(instances, transfers, system.step, activity.cells));
  }

  get notes(): readonly string[] {
    const { withoutSlope } = this.exchange;
    if (withoutSlope.length === 0) return [];
    const outputNames = withoutSlope.slice(0, 5).join(', ');
    return [
      `Units do not give the slope of ${outputNames}${withoutSlope.length > 5 ? ', …' : ''}. These outputs are extrapolated by a parabola through three values.`,
    ];
  }

  settle(): boolean {
    return this.exchange.settle();
  }

  step(n: number, t: number, H: number): void {
    const { macros, loop } = this;
    if (loop !== undefined) {
      this.enter();
      if (!loop.step(n, t, H)) this.refuseInvalid();
      return;
    }
    if (this.exchange.transfer(n) !== 0) this.refuseInvalid();
    this.joints?.solve(t);
    for (let i = 0; i < macros.length; i++) macros[i].prepare();
    this.single(t, H);
    for (let i = 0; i < macros.length; i++) macros[i].step(t, H);
  }

  /** Marks that the compiled loop reports the computing unit itself. */
  private enter(): void {
    if (this.loop instanceof SystemLoop) this.cells[cell.unit] = inLoop;
  }

  several(bonds: readonly BondResidual[], start: number, h: number): RunBatch | undefined {
    const several = this.loop?.several(bonds, start, h);
    if (several === undefined) return undefined;
    return (n, count) => {
      this.enter();
      return several(n, count);
    };
  }
}

/** Jacobi scheme that makes values consistent before the transfer. */
class ConsistentJacobi implements Coupling {
  private readonly handover: Handover;

  constructor(private readonly context: CouplingContext) {
    const { system } = context;
    const { interfaceModels, joints = [] } = system;
    if (interfaceModels.length + joints.length > 0)
      throw new UserError(
        `run ${system.name}: jacobi cannot solve algebraic loops together with interface models or joints, but the system has ${[...interfaceModels, ...joints].map(({ name }) => name).join(', ')}. ` +
          'Remove "loops" from the options, or remove these.',
      );
    this.handover = new Handover(context);
  }

  get notes(): readonly string[] {
    return this.handover.notes;
  }

  settle(): boolean {
    return this.handover.settle();
  }

  step(n: number, t: number, H: number): void {
    const { handover, context } = this;
    const { scalarConnections } = handover;
    handover.begin(n, t, H);
    for (let i = 0; i < scalarConnections.size; i++) scalarConnections.extrapolate(i);
    for (let k = 0; k < context.instances.length; k++) context.advance(k, t, H);
  }
}
