import { fail, Unit } from 'fmukit/author';
import { DrivenInputs } from './driven-inputs';
import { InnerIteration, IterationPlan } from './iteration';
import { Macro, prepareMacro, stepMacro } from './macro-step';
import { MultiRateStep } from './multi-rate-step';
import { InnerNewton } from './newton';
import { Plan } from './plan';
import { SequentialStep } from './sequential-step';
import { forgetStage, refuseValue, Stage, StageScheme, stepStage } from './stage';
import { InnerWaveform } from './waveform';

/** An inner unit: its record and its functions. */
@unmanaged
class InnerUnit {
  record: u32 = 0;
  initializeSlot: u32 = 0;
  internalStepSlot: u32 = 0;
  /** Function that ends its initialization, or 0. */
  exitSlot: u32 = 0;
  /** Its communication step [s]. */
  step: f64 = 0.0;
}

/** Address and size of a value. */
@unmanaged
class Target {
  at: u32 = 0;
  bytes: u32 = 0;
}

/** An energy of an inner unit or bond, and the sum that it belongs to. */
@unmanaged
class EnergyTerm {
  energy: u32 = 0;
  sum: u32 = 0;
}

/** Bytes of the record of a bond, which begins with its residuals. */
const bondRecord: u32 = 40;
const residuals: u32 = 24;
/** Share of H by which it may miss a whole multiple of an internal step, as in `Runner`. */
const snap: f64 = 1.0e-9;

/**
 * Unit that contains a system of units. Its variables are variables of inner units, at their own
 * places in memory. The generated loop of the system exchanges values and steps the inner units.
 */
export abstract class PackedUnit extends Unit {
  /** u(t_n), its first and second derivative for each continuous input of the pack. */
  polynomials: StaticArray<f64>;
  private plan: Plan;
  private driven: DrivenInputs;
  private schemes: StageScheme[] = [];
  /** Communication points t_n = (begin + n · pace) / scale. */
  private begin: f64 = 0.0;
  private pace: f64 = 0.0;
  private scale: f64 = 1.0;
  /** Number of communication steps since the start. */
  private n: f64 = 0.0;

  constructor(plan: usize, inputCount: i32) {
    super();
    this.plan = changetype<Plan>(plan);
    const polynomials: StaticArray<f64> = new StaticArray<f64>(3 * inputCount);
    this.polynomials = polynomials;
    this.driven = new DrivenInputs(changetype<Plan>(plan), polynomials);
    for (let at: u32 = this.plan.stages; at < this.plan.stagesEnd; at += offsetof<Stage>()) {
      const stage: Stage = changetype<Stage>(<usize>at);
      const scheme: StageScheme = schemeOf(stage, this.driven);
      this.schemes.push(scheme);
      stage.scheme = <u32>changetype<usize>(scheme);
    }
  }

  override internalStep(): f64 {
    return this.plan.step;
  }

  /** Initializes the inner units until their inputs no longer change. */
  override initialize(): void {
    const plan: Plan = this.plan;
    this.setPoints();
    this.n = 0.0;
    for (let bond: u32 = plan.bonds; bond < plan.bondsEnd; bond += bondRecord)
      memory.fill(bond, 0, residuals);
    for (let at: u32 = plan.stages; at < plan.stagesEnd; at += offsetof<Stage>())
      forgetStage(changetype<Stage>(<usize>at));
    let passes: u32 = 0;
    do {
      if (passes++ > plan.mostPasses) fail('the initial values do not settle');
      for (let k: u32 = 0; k < plan.unitCount; k++) {
        const unit: InnerUnit = this.unit(k);
        call_indirect<void>(unit.initializeSlot, this.time, unit.record);
      }
    } while (this.settle());
    for (let k: u32 = 0; k < plan.unitCount; k++) {
      const unit: InnerUnit = this.unit(k);
      if (unit.exitSlot !== 0) call_indirect<void>(unit.exitSlot, unit.record);
      this.checkStep(unit);
    }
    this.sumEnergies();
  }

  override holdInputs(): void {
    this.driven.start = this.stepStart;
    this.driven.hold();
  }

  override inputsAt(t: f64): void {
    this.driven.setValues(t);
  }

  /** Makes a communication step of the inner system. */
  override doStep(t: f64, _h: f64): void {
    const plan: Plan = this.plan;
    this.driven.setSlopes(t);
    // The communication points of the inner system are those of its own run.
    const from: f64 = (this.begin + this.n * this.pace) / this.scale;
    const to: f64 = (this.begin + (this.n + 1.0) * this.pace) / this.scale;
    for (let m: u32 = plan.macros; m < plan.macrosEnd; m += offsetof<Macro>())
      prepareMacro(changetype<Macro>(<usize>m));
    if (plan.stages < plan.stagesEnd)
      stepStage(changetype<Stage>(<usize>plan.stages), this.n, from, to - from);
    else if (call_indirect<f64>(plan.stepSlot, this.n, from, to - from) !== 0.0) refuseValue();
    for (let m: u32 = plan.macros; m < plan.macrosEnd; m += offsetof<Macro>())
      stepMacro(changetype<Macro>(<usize>m), from, to - from);
    if (plan.bonds < plan.bondsEnd) call_indirect<void>(plan.residualSlot, plan.bonds, plan.bondsEnd);
    this.sumEnergies();
    this.n += 1.0;
  }

  private sumEnergies(): void {
    const plan: Plan = this.plan;
    for (let i: u32 = 0; i < plan.totalCount; i++) store<f64>(this.energyTerm(i).sum, 0.0);
    for (let i: u32 = 0; i < plan.totalCount; i++) {
      const term: EnergyTerm = this.energyTerm(i);
      store<f64>(term.sum, load<f64>(term.sum) + load<f64>(term.energy));
    }
  }

  private energyTerm(i: u32): EnergyTerm {
    return changetype<EnergyTerm>(<usize>this.plan.totals + i * offsetof<EnergyTerm>());
  }

  /** Sets the communication points: decimals if the start time is one, otherwise sums. */
  private setPoints(): void {
    const plan: Plan = this.plan;
    const scale: f64 = plan.scale;
    const whole: f64 = Math.floor(this.time * scale + 0.5);
    const isDecimal: bool = scale !== 1.0 && whole / scale === this.time;
    this.begin = isDecimal ? whole : this.time;
    this.pace = isDecimal ? plan.pace : plan.step;
    this.scale = isDecimal ? scale : 1.0;
  }

  /** Passes outputs to inputs. Returns true if an input has changed. */
  private settle(): bool {
    const plan: Plan = this.plan;
    let copy: usize = plan.before;
    for (let i: u32 = 0; i < plan.targetCount; i++) {
      const target: Target = this.target(i);
      memory.copy(copy, target.at, target.bytes);
      copy += target.bytes;
    }
    call_indirect<f64>(plan.transferSlot, 0.0);
    copy = plan.before;
    for (let i: u32 = 0; i < plan.targetCount; i++) {
      const target: Target = this.target(i);
      if (memory.compare(copy, target.at, target.bytes) !== 0) return true;
      copy += target.bytes;
    }
    return false;
  }

  private checkStep(unit: InnerUnit): void {
    const H: f64 = unit.step;
    const h: f64 = call_indirect<f64>(unit.internalStepSlot, unit.record);
    const n: f64 = Math.floor(H / h + 0.5);
    if (h > 0.0 && !(n >= 1.0 && Math.abs(n * h - H) <= snap * H))
      fail('its communication step is not a whole multiple of an internal step');
  }

  private unit(k: u32): InnerUnit {
    return changetype<InnerUnit>(<usize>this.plan.units + k * offsetof<InnerUnit>());
  }

  private target(i: u32): Target {
    return changetype<Target>(<usize>this.plan.targets + i * offsetof<Target>());
  }
}

function schemeOf(stage: Stage, driven: DrivenInputs): StageScheme {
  if (stage.ticks > 0) return new MultiRateStep(driven);
  if (stage.iteration === 0) return new SequentialStep();
  const method: u32 = changetype<IterationPlan>(<usize>stage.iteration).method;
  if (method === 3) return new InnerWaveform(stage, driven);
  return method === 0 ? new InnerIteration(stage.iteration) : new InnerNewton(stage.iteration, method === 2);
}
