import type { StateVisitor } from '../../../fmu-sdk/util/state/stateful.ts';
import type { CommunicationPoints } from '../../../fmu-sdk/util/time/communication-points.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { BondResidual } from '../../energy/residual-energy.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../coupling.ts';
import { fastStepper, type Stepper } from '../fast-path/choose-fast-path.ts';
import type { BatchCoupling, Foresee, RunBatch } from '../fast-path/generated-loop.ts';
import { MacroStep } from '../macro-step.ts';
import { Handover } from '../transfer/handover.ts';
import { loopNeeds, loopOptions } from './shared/algebraic-loop.ts';

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

/** The page `docs/contributing/paths.md` lists the files that a value passes in a step. */
class Jacobi implements Coupling, BatchCoupling {
  private readonly exchange: ReturnType<CouplingContext['exchange']>;
  private readonly macros: MacroStep[];
  /** Steps the units without an interface model, on several threads if available. */
  private readonly single: (t: number, H: number) => void;
  private readonly refuseInvalid: () => never;
  private readonly joints: CouplingContext['joints'];
  /**
   * Makes whole steps outside TypeScript with equal results. Undefined for other units, and if the
   * fast path is off.
   */
  private readonly fast: Stepper | undefined;
  readonly foresee: Foresee | undefined;
  readonly limitsTime: boolean | undefined;

  constructor({ system, instances, activity, exchange, together, joints, refuseInvalid }: CouplingContext) {
    this.exchange = exchange(system.connections);
    this.macros = system.interfaceModels.map((model) => new MacroStep(model, instances, activity));
    const inMacros = new Set(this.macros.flatMap((macro) => macro.units));
    this.single = together(instances.map((_, k) => k).filter((k) => !inMacros.has(k)));
    this.refuseInvalid = refuseInvalid;
    this.joints = joints;
    const transfers = this.macros.length > 0 || joints !== undefined ? undefined : this.exchange.transfers();
    this.fast = fastStepper(instances, transfers, system.step, activity);
    const { fast } = this;
    this.limitsTime = fast?.limitsTime;
    if (fast?.foresee !== undefined)
      this.foresee = (n, count, points) => fast.foresee?.(n, count, points) ?? -1;
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
    const { fast } = this;
    if (fast === undefined) this.plainStep(n, t, H);
    else if (!fast.step(n, t, H)) this.refuseInvalid();
  }

  private plainStep(n: number, t: number, H: number): void {
    const { macros } = this;
    if (this.exchange.transfer(n) !== 0) this.refuseInvalid();
    this.joints?.solve(t);
    for (let i = 0; i < macros.length; i++) macros[i].prepare();
    this.single(t, H);
    for (let i = 0; i < macros.length; i++) macros[i].step(t, H);
  }

  several(bonds: readonly BondResidual[], points: CommunicationPoints): RunBatch | undefined {
    return this.fast?.several(bonds, points);
  }

  visitState(state: StateVisitor): void {
    this.exchange.visitState(state);
    this.fast?.visitState(state);
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

  visitState(state: StateVisitor): void {
    this.handover.visitState(state);
  }
}
