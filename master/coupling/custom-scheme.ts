import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import { timeTolerance } from '../../fmu-sdk/util/time/same-time.ts';
import { UserCode } from '../../fmu-sdk/util/user-code.ts';
import { InstanceFailure } from './activity.ts';
import type { Coupling, CouplingContext, CouplingScheme, CouplingTraits } from './coupling.ts';
import type { SubstepColumns } from './substep-log.ts';

const isOfUnit = (thrown: unknown): boolean => thrown instanceof InstanceFailure;

/** Wraps a custom coupling scheme. Its results are validated, and its errors name it. */
export function customScheme(scheme: CouplingScheme): CouplingScheme {
  const { name, traits, options } = scheme;
  const code = new UserCode(`register coupling scheme "${name}": it`);
  code.requireMembers('scheme', scheme, 'couple');
  if (!Array.isArray(code.requireMembers('"traits"', traits).needs))
    code.refuse('lacks a list "needs" in its traits');
  for (const option of Object.values(options ?? {})) code.requireMembers('option', option);
  return {
    name,
    traits,
    options,
    ...code.methods(scheme, 'alsoNeeds'),
    couple(context) {
      const userCode = new UserCode(`run ${context.system.name}: the coupling scheme "${name}"`, isOfUnit);
      const stands = new UnitTimes(context, traits, userCode);
      const inner: Coupling = userCode.method(scheme, 'couple')(stands.checkedContext(context));
      return new CustomCoupling(
        userCode.requireMembers('coupling', inner, 'settle', 'step'),
        userCode,
        stands,
      );
    },
  };
}

/**
 * Tracks the times that units have reached [s], from the first step on. Units that are advanced
 * from or left at another time would give wrong results, which a fmukit FMU cannot detect.
 */
class UnitTimes implements Stateful {
  private readonly at: Float64Array;
  private readonly rollsBack: boolean;
  /**
   * True if units need not reach each communication point, for schemes with events or different
   * unit steps.
   */
  private readonly allowsUnitTimes: boolean;
  /**
   * True if the scheme integrates units itself (model exchange), so that it need not advance them.
   */
  private readonly integrates: boolean;
  private readonly adaptive: boolean;
  private began = false;
  /** Part of the present step that was reported to `stepped` [s]. */
  private reportedTime = 0;

  constructor(
    private readonly context: CouplingContext,
    { needs, uses = [], events, unitSteps, adaptive }: CouplingTraits,
    private readonly userCode: UserCode,
  ) {
    this.at = new Float64Array(context.instances.length).fill(Number.NaN);
    this.rollsBack = [...needs, ...uses].includes('rollback');
    this.allowsUnitTimes = events === true || unitSteps === true;
    this.integrates = needs.includes('modelExchange');
    this.adaptive = adaptive === true;
  }

  /** Returns the context for the scheme, with checks. */
  checkedContext(context: CouplingContext): CouplingContext {
    return {
      ...context,
      advance: (unit, t, H) => {
        this.refuseElsewhere(unit, t, H);
        context.advance(unit, t, H);
        this.at[unit] = t + H;
      },
      together: (units) => {
        const all = [...units];
        const advance = context.together(all);
        this.refuseTwice(all);
        return (t, H) => {
          for (const unit of all) this.refuseElsewhere(unit, t, H);
          advance(t, H);
          for (const unit of all) this.at[unit] = t + H;
        };
      },
      stepped: (h) => {
        if (!this.adaptive)
          this.userCode.refuse(
            'calls "stepped" without the trait "adaptive", which a scheme with substeps needs',
          );
        this.reportedTime += h;
        context.stepped(h);
      },
    };
  }

  /** Refuses a unit that advances twice in a step, because it would be a step ahead. */
  private refuseTwice(units: readonly number[]): void {
    const before = new Set<number>();
    const twice = units.find((unit) => before.has(unit) || !before.add(unit));
    if (twice !== undefined) this.userCode.refuse(`hands ${this.nameOf(twice)} to "together" twice`);
  }

  private refuseElsewhere(unit: number, t: number, H: number): void {
    if (this.allowsUnitTimes || this.rollsBack || !(Math.abs(t - this.at[unit]) > timeTolerance(H))) return;
    this.userCode.refuse(
      `advances ${this.nameOf(unit)} from t = ${t} s, but the unit is at ${this.at[unit]} s. A scheme that rolls units back needs "rollback" in its traits`,
    );
  }

  /** Checks the step from t by H [s] after its end. */
  end(t: number, H: number): void {
    const { reportedTime } = this;
    this.reportedTime = 0;
    // Tolerance for the rounding of many steps.
    if (this.adaptive && !(Math.abs(reportedTime - H) <= 1e-9 * H))
      this.userCode.refuse(
        `calls "stepped" for ${reportedTime} s in the step from t = ${t} s by H = ${H} s, but observers must see all of it once`,
      );
    if (this.allowsUnitTimes) return;
    const { at } = this;
    for (let unit = 0; unit < at.length; unit++)
      if (Math.abs(t + H - at[unit]) > timeTolerance(H))
        this.userCode.refuse(
          `leaves ${this.nameOf(unit)} at ${at[unit]} s in the step from t = ${t} s to ${t + H} s`,
        );
    if (!this.began) this.refuseForgotten(t, H);
  }

  /**
   * Refuses a unit that was not advanced in the first step, unless the scheme integrates units
   * itself.
   */
  private refuseForgotten(t: number, H: number): void {
    this.began = true;
    const never = this.at.findIndex(Number.isNaN);
    if (this.integrates || never < 0) return;
    this.userCode.refuse(
      `advances ${this.nameOf(never)} neither with "advance" nor with "together" in the step from t = ${t} s to ${t + H} s`,
    );
  }

  private nameOf(unit: number): string {
    return this.context.system.units[unit].name;
  }

  visitState(state: StateVisitor): void {
    state.array('at', this.at);
    this.began = state.boolean('began', this.began);
  }
}

class CustomCoupling implements Coupling {
  readonly settle: () => boolean;
  readonly step: (n: number, t: number, H: number) => void;
  readonly initialized?: (t: number) => void;
  private readonly visitInner: Stateful['visitState'];

  constructor(
    private readonly inner: Coupling,
    private readonly userCode: UserCode,
    private readonly stands: UnitTimes,
  ) {
    this.visitInner = userCode.stateOf(inner);
    this.settle = userCode.method(inner, 'settle');
    const step = userCode.method(inner, 'step');
    this.step = (n, t, H) => {
      step(n, t, H);
      stands.end(t, H);
    };
    if (inner.initialized !== undefined) this.initialized = userCode.method(inner, 'initialized');
  }

  get notes(): readonly string[] {
    const { inner, userCode } = this;
    try {
      return Array.isArray(inner.notes) ? inner.notes : [];
    } catch (thrown) {
      throw userCode.failure('notes', thrown);
    }
  }

  get ownSteps(): SubstepColumns | undefined {
    return this.inner.ownSteps;
  }

  visitState(state: StateVisitor): void {
    this.stands.visitState(state);
    this.visitInner(state);
  }
}
