const none: StaticArray<i32> = [];
const noNumbers: StaticArray<f64> = [];

/**
 * What the glue knows of the unit: numeric functions, and one row of numbers for each variable. The generated
 * entry extends it; the host's functions come in the same way, so that the glue itself imports nothing.
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
  /** Number of internal steps in [t, t + H], or −1 when H [s] is no whole multiple of the internal step. */
  abstract begin(t: f64, H: f64): i32;
  abstract micro(i: i32): void;
  abstract partial(unknown: i32, i: i32, known: i32, k: i32): f64;
  /** Time [s] of the next event that the unit knows beforehand, or Infinity. */
  abstract nextEvent(): f64;
  abstract eventDue(): bool;
  /** Computes the event at the present time; whether it asks for one more iteration. */
  abstract evaluateEvent(): bool;
  abstract updateEvent(): void;
  /** From now on the importer ticks Clock k. */
  abstract takeClock(k: i32): void;
  abstract clockQualifier(k: i32): i32;
  abstract clockInterval(k: i32): f64;
  abstract setClockInterval(k: i32, interval: f64): void;
  abstract clockShift(k: i32): f64;
  abstract setClockShift(k: i32, shift: f64): void;
  /** Times of the Clock are whole multiples of 1 / resolution [s]; 0: they are not. */
  abstract clockResolution(k: i32): f64;

  /** Whether the unit is for model exchange too; what follows is asked of such a unit alone. */
  hasExchange(): bool {
    return false;
  }
  /** Computes derivatives, outputs and event indicators at the present time. */
  evaluate(): void {}
  /** Whether a step is to end at a state event. */
  endAtEvents(on: bool): void {}
  /** Value references of continuous states, of their derivatives, of event indicators: one for each variable. */
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
  /** As `handle`, for an instance of model exchange. */
  exchangeHandle(rep: i32): i32 {
    return 0;
  }

  /** Import `callbacks.log-message`. */
  abstract logMessage(name: usize, n: i32, status: i32, category: usize, c: i32, text: usize, m: i32): void;
  /** Import `intermediate-update`; writes (bool, f64) to `result`. */
  abstract intermediateUpdate(t: f64, set: i32, get: i32, finished: i32, early: i32, result: usize): void;
  /** Intrinsic `resource-new`: the handle that stands for `rep`. */
  abstract handle(rep: i32): i32;
}
