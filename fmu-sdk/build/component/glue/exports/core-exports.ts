const none: StaticArray<i32> = [];
const noNumbers: StaticArray<f64> = [];

/**
 * The unit as the glue sees it: numeric functions, and one row of numbers for each variable. The
 * generated entry extends this class. It also adds the host's functions, so that the glue does not
 * need imports.
 */
export abstract class Core {
  /** One row of `columns` integers for each value reference. */
  abstract rows(): StaticArray<i32>;
  abstract token(): string;
  abstract hasDirectionalDerivatives(): bool;
  abstract hasEvents(): bool;

  /** The unit's state is the memory [0, stateSize). */
  abstract stateSize(): usize;
  abstract reset(): void;
  /** Address of the variables' addresses (u32), by value reference. */
  abstract table(): usize;
  /** Address of [u, u', u''] (f64) for each element of each continuous Float64 input. */
  abstract derivatives(): usize;
  abstract internalStep(): f64;
  abstract initialize(t: f64): void;
  /**
   * Number of internal steps in [t, t + H], or −1 unless H [s] is a whole multiple of the internal
   * step.
   */
  abstract begin(t: f64, H: f64): i32;
  abstract micro(i: i32): void;
  abstract partial(unknown: i32, i: i32, known: i32, k: i32): f64;
  /** Time [s] of the next known event of the unit, or Infinity. */
  abstract nextEvent(): f64;
  abstract eventDue(): bool;
  /** Computes the event at the present time. Returns true to ask for another iteration. */
  abstract evaluateEvent(): bool;
  abstract updateEvent(): void;
  /** Leaves the ticks of Clock k to the importer from now on. */
  abstract takeClock(k: i32): void;
  abstract clockQualifier(k: i32): i32;
  abstract clockInterval(k: i32): f64;
  abstract setClockInterval(k: i32, interval: f64): void;
  abstract clockShift(k: i32): f64;
  abstract setClockShift(k: i32, shift: f64): void;
  /**
   * Resolution of a Clock, whose times are whole multiples of 1 / resolution [s]. 0 means any
   * times.
   */
  abstract clockResolution(k: i32): f64;

  /** True if the unit supports model exchange. The members below are only used for such a unit. */
  hasExchange(): bool {
    return false;
  }
  /** Computes derivatives, outputs and event indicators at the present time. */
  evaluate(): void {}
  /** Makes a step end at a state event, or not. */
  endAtEvents(on: bool): void {}
  /**
   * Lists value references of continuous states, one for each variable. The next methods list
   * derivatives and event indicators.
   */
  stateReferences(): StaticArray<i32> {
    return none;
  }
  derivativeReferences(): StaticArray<i32> {
    return none;
  }
  indicatorReferences(): StaticArray<i32> {
    return none;
  }
  /** Nominal value of each state. */
  nominals(): StaticArray<f64> {
    return noNumbers;
  }
  /** Intrinsic `resource-new` for an instance of model exchange. */
  exchangeHandle(rep: i32): i32 {
    return 0;
  }

  /** Import `callbacks.log-message`. */
  abstract logMessage(name: usize, n: i32, status: i32, category: usize, c: i32, text: usize, m: i32): void;
  /** Import `intermediate-update`. Writes (bool, f64) to `result`. */
  abstract intermediateUpdate(t: f64, set: i32, get: i32, finished: i32, early: i32, result: usize): void;
  /** Intrinsic `resource-new`: the handle of `rep`. */
  abstract handle(rep: i32): i32;
}
