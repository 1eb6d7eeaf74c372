import { Unit } from './unit';

/** Halvings after which an event is where the last of them found it: a step of 1 s to 2⁻⁵² s. */
const halvings: i32 = 52;

/**
 * Integrates the derivatives of a unit from t to t + h [s] in equal steps no longer than its `largestStep`, by the classical method of
 * fourth order (Kutta, 1901). Ends behind the first change of sign of an event indicator: `eventNeeded` and `stoppedAt` say so.
 *
 * @param work room for 3 n + m numbers, for n states and m indicators: the states where a step begins, the slopes there, their
 * weighted sum, the indicators there
 */
export function integrate(unit: Unit, work: StaticArray<f64>, t: f64, h: f64): void {
  const most: f64 = unit.largestStep();
  const count: f64 = most > 0.0 && h > most ? Math.ceil((h / most) * (1.0 - 1.0e-12)) : 1.0;
  for (let k: f64 = 0.0; k < count; k += 1.0) {
    const from: f64 = k == 0.0 ? t : t + (k * h) / count;
    const to: f64 = k + 1.0 == count ? t + h : t + ((k + 1.0) * h) / count;
    begin(unit, work, from);
    step(unit, work, from, to - from);
    if (crossed(unit, work) < 0) continue;
    const late: f64 = locate(unit, work, from, to - from);
    unit.eventNeeded = true;
    unit.crossing = crossed(unit, work);
    unit.stoppedAt = late == to - from ? to : from + late;
    return;
  }
}

/** Keeps what a step begins with. */
function begin(unit: Unit, work: StaticArray<f64>, t: f64): void {
  const n: i32 = unit.stateCount();
  evaluate(unit, t);
  for (let i: i32 = 0; i < n; i++) {
    work[i] = unit.state(i);
    work[n + i] = unit.stateDerivative(i);
  }
  for (let i: i32 = 0; i < unit.indicatorCount(); i++) work[3 * n + i] = unit.indicator(i);
}

/** One step of length h from what was kept. */
function step(unit: Unit, work: StaticArray<f64>, t: f64, h: f64): void {
  const n: i32 = unit.stateCount();
  for (let i: i32 = 0; i < n; i++) {
    work[2 * n + i] = work[n + i];
    unit.setState(i, work[i] + 0.5 * h * work[n + i]);
  }
  evaluate(unit, t + 0.5 * h);
  for (let stage: i32 = 2; stage < 4; stage++) {
    const part: f64 = stage == 2 ? 0.5 * h : h;
    for (let i: i32 = 0; i < n; i++) {
      work[2 * n + i] += 2.0 * unit.stateDerivative(i);
      unit.setState(i, work[i] + part * unit.stateDerivative(i));
    }
    evaluate(unit, t + part);
  }
  for (let i: i32 = 0; i < n; i++)
    unit.setState(i, work[i] + (h / 6.0) * (work[2 * n + i] + unit.stateDerivative(i)));
  evaluate(unit, t + h);
}

function evaluate(unit: Unit, t: f64): void {
  unit.inputsAt(t);
  unit.time = t;
  unit.derivatives();
}

/** First indicator that has left the side of zero on which it was (FMI 3.0, 3.1.1: z > 0 or z ≤ 0); −1: none. */
function crossed(unit: Unit, work: StaticArray<f64>): i32 {
  const first: i32 = 3 * unit.stateCount();
  for (let i: i32 = 0; i < unit.indicatorCount(); i++)
    if (work[first + i] > 0.0 != unit.indicator(i) > 0.0) return i;
  return -1;
}

/** Takes the shortest step, by halving, after which an indicator has changed sign; its length [s]. */
function locate(unit: Unit, work: StaticArray<f64>, t: f64, h: f64): f64 {
  let early: f64 = 0.0;
  let late: f64 = h;
  for (let k: i32 = 0; k < halvings; k++) {
    const middle: f64 = 0.5 * (early + late);
    if (middle <= early || middle >= late || t + middle == t + late) break;
    step(unit, work, t, middle);
    if (crossed(unit, work) >= 0) late = middle;
    else early = middle;
  }
  step(unit, work, t, late);
  return late;
}
