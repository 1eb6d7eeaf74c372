import type { Cause } from '../result/cause.ts';
import type { Severity } from '../severity.ts';

/** A rule cannot go on: what it wants to look at is not to be had here. */
export class RuleSkipped extends Error {}

/** The FMU requested the end of the simulation. Only calls that end it are allowed now. */
export class SimulationEnded extends RuleSkipped {}

/** Events follow one another without end. */
export class StatesUnsettled extends RuleSkipped {}

/** The FMU refused a call that the standard allows, so that a rule cannot go on. */
export class CallRefused extends RuleSkipped {
  constructor(
    message: string,
    override readonly cause: Cause,
    /** Its status, or NULL. */
    readonly answer: string,
    /** The FMU had parameters that the check has chosen. */
    private readonly hasChosen = false,
  ) {
    super(message);
  }

  /**
   * Severity below that of the rule, if the standard grants the answer. A step may be computed
   * partly (FMI 2.0.5, 4.2.2). Bounds describe single parameters, not their combinations (min, max:
   * FMI 2.0.5, 2.2.3; FMI 3.0.2, 2.4.4).
   */
  get lowerSeverity(): { severity?: Severity } {
    const inPart = this.answer === 'discard' && this.cause.call.endsWith('DoStep');
    return inPart || this.hasChosen ? { severity: 'robustness' } : {};
  }
}
