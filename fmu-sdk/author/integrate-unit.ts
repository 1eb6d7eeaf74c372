import { fail, numberText } from './safe-text';
import { Unit } from './unit';

/** Halvings after which an event is where the last of them found it: a step of 1 s to 2⁻⁵² s. */
const halvings: i32 = 52;
/**
 * Share of its change in a quarter of the step. An indicator closer to 0 counts as 0 at the start
 * of the step, because of rounding.
 */
const tiny: f64 = 1.0 / 1048576.0;

/**
 * Places of event indicators in the work array, each m numbers long, after 3 n numbers. They hold
 * the indicators at the quarters of a step, from its start (0) to its end (4). The last place holds
 * the mean of the two middle stages.
 */
enum Place {
  begin = 0,
  end = 4,
  middle = 5,
}

/**
 * Integrates the derivatives of a unit from t to t + h [s] with the classical method of fourth
 * order (Kutta, 1901). Steps are equal and at most `largestStep` long. The integration ends after
 * the first change of sign of an event indicator, which `eventNeeded` and `stoppedAt` report. That
 * may be at t, when the inputs of this step have changed the sign of an indicator.
 *
 * @param work room for 3 n + 6 m numbers, for n states and m indicators. It holds the states at the
 *   start of a step, the slopes there and their weighted sum. Indicators at the places of a step
 *   follow.
 *
 * @example
 * // Of a unit with two states and an indicator, whose field room is new StaticArray<f64>(12).
 * integrate(this, this.room, t, h);
 * if (this.eventNeeded) return; // at this.stoppedAt [s]
 */
export function integrate(unit: Unit, work: StaticArray<f64>, t: f64, h: f64): void {
  const most: f64 = unit.largestStep();
  if (!(most >= 0.0)) fail('its largest step is ' + numberText(most) + ' s, and has to be 0 or above');
  const count: f64 = most > 0.0 && h > most ? Math.ceil((h / most) * (1.0 - 1.0e-12)) : 1.0;
  const watched: bool = unit.indicatorCount() > 0;
  for (let k: f64 = 0.0; k < count; k += 1.0) {
    const from: f64 = k == 0.0 ? t : t + (k * h) / count;
    const to: f64 = k + 1.0 == count ? t + h : t + ((k + 1.0) * h) / count;
    begin(unit, work, from);
    if (watched && k == 0.0 && jumped(unit, work)) return;
    step(unit, work, from, to - from);
    if (!watched) continue;
    const late: f64 = change(unit, work, from, to - from);
    if (late < 0.0) continue;
    stop(unit, late == to - from ? to : from + late, crossed(unit, work));
    return;
  }
  unit.sidesKept = watched;
}

/** An event at t [s], where indicator i has changed its sign. */
function stop(unit: Unit, t: f64, i: i32): void {
  unit.eventNeeded = true;
  unit.crossing = i;
  unit.stoppedAt = t;
  unit.sidesKept = false;
}

/**
 * Returns true when an indicator has changed its side of 0 since the last step, event or
 * initialization. The inputs have changed meanwhile, and this is an event.
 */
function jumped(unit: Unit, work: StaticArray<f64>): bool {
  if (!unit.sidesKept) return false;
  const m: i32 = unit.indicatorCount();
  const first: i32 = 3 * unit.stateCount();
  for (let i: i32 = 0; i < m; i++)
    if (work[first + i] > 0.0 != work[first + Place.end * m + i] > 0.0) {
      stop(unit, unit.time, i);
      return true;
    }
  return false;
}

/** Keeps what a step begins with. */
function begin(unit: Unit, work: StaticArray<f64>, t: f64): void {
  const n: i32 = unit.stateCount();
  evaluate(unit, t);
  for (let i: i32 = 0; i < n; i++) {
    work[i] = unit.state(i);
    work[n + i] = unit.stateDerivative(i);
  }
  keep(unit, work, Place.begin);
}

/**
 * Stores the sides of 0 of all indicators, at `unit.time` and with its inputs. A step that starts
 * on other sides starts with an event.
 *
 * @example
 * this.x = 0.0; // put back after the step, without an event
 * this.derivatives();
 * keepSides(this, this.room);
 */
export function keepSides(unit: Unit, work: StaticArray<f64>): void {
  keep(unit, work, Place.end);
  unit.sidesKept = true;
}

/** Keeps the present indicators at a place. */
function keep(unit: Unit, work: StaticArray<f64>, place: i32): void {
  const m: i32 = unit.indicatorCount();
  const first: i32 = 3 * unit.stateCount() + place * m;
  for (let i: i32 = 0; i < m; i++) work[first + i] = unit.indicator(i);
}

/** Makes one step of length h from the stored start. */
function step(unit: Unit, work: StaticArray<f64>, t: f64, h: f64): void {
  const n: i32 = unit.stateCount();
  const m: i32 = unit.indicatorCount();
  const middle: i32 = 3 * n + Place.middle * m;
  for (let i: i32 = 0; i < n; i++) {
    work[2 * n + i] = work[n + i];
    unit.setState(i, work[i] + 0.5 * h * work[n + i]);
  }
  evaluate(unit, t + 0.5 * h);
  for (let i: i32 = 0; i < m; i++) work[middle + i] = 0.5 * unit.indicator(i);
  for (let stage: i32 = 2; stage < 4; stage++) {
    const part: f64 = stage == 2 ? 0.5 * h : h;
    for (let i: i32 = 0; i < n; i++) {
      work[2 * n + i] += 2.0 * unit.stateDerivative(i);
      unit.setState(i, work[i] + part * unit.stateDerivative(i));
    }
    evaluate(unit, t + part);
    if (stage == 2) for (let i: i32 = 0; i < m; i++) work[middle + i] += 0.5 * unit.indicator(i);
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

/**
 * Returns the first indicator that has left its side of zero (FMI 3.0, 3.1.1: z > 0 or z ≤ 0), or
 * −1.
 */
function crossed(unit: Unit, work: StaticArray<f64>): i32 {
  const first: i32 = 3 * unit.stateCount();
  for (let i: i32 = 0; i < unit.indicatorCount(); i++)
    if (work[first + i] > 0.0 != unit.indicator(i) > 0.0) return i;
  return -1;
}

/**
 * Finds by bisection the shortest step from t after which an indicator has changed its sign, takes
 * it, and returns its length [s]. Returns −1.0 when the signs have not changed. The step of length h is
 * then complete.
 *
 * An indicator that comes near to 0 may cross it and return inside the step. So the function
 * evaluates it at each quarter, and at the vertex of a parabola through three of these points. If
 * it starts at 0, the function also evaluates it after the start.
 */
function change(unit: Unit, work: StaticArray<f64>, t: f64, h: f64): f64 {
  keep(unit, work, Place.end);
  if (!isNear(unit, work)) return -1.0;
  for (let quarter: i32 = 1; quarter < Place.end; quarter++) {
    step(unit, work, t, 0.25 * f64(quarter) * h);
    keep(unit, work, quarter);
  }
  // After late [s] an indicator has changed, after early [s] it has not.
  let early: f64 = 0.0;
  let late: f64 = -1.0;
  let halved: i32 = 0;
  if (beginsAtZero(unit, work))
    for (let power: i32 = 40; power > 0 && late < 0.0; power -= 20) {
      const soon: f64 = power == 40 ? tiny * tiny * h : tiny * h;
      step(unit, work, t, soon);
      if (crossed(unit, work) < 0) continue;
      late = soon;
      halved = power;
    }
  for (let quarter: i32 = 1; quarter <= Place.end && late < 0.0; quarter++) {
    early = 0.25 * f64(quarter - 1) * h;
    const vertex: f64 = beyond(unit, work, t, h, quarter);
    if (vertex > 0.0) late = vertex;
    else if (isOver(unit, work, quarter)) {
      late = 0.25 * f64(quarter) * h;
      halved = 2;
    }
  }
  for (let k: i32 = halved; k < halvings && late >= 0.0; k++) {
    const middle: f64 = 0.5 * (early + late);
    if (middle <= early || middle >= late || t + middle == t + late) break;
    step(unit, work, t, middle);
    if (crossed(unit, work) >= 0) late = middle;
    else early = middle;
  }
  step(unit, work, t, late < 0.0 ? h : late);
  return late;
}

/**
 * Returns true when an indicator may cross 0 inside the step. At start, middle or end it is then no
 * further from 0 than it has moved between them.
 */
function isNear(unit: Unit, work: StaticArray<f64>): bool {
  const m: i32 = unit.indicatorCount();
  const first: i32 = 3 * unit.stateCount();
  for (let i: i32 = first; i < first + m; i++) {
    const a: f64 = work[i];
    const b: f64 = work[i + Place.middle * m];
    const c: f64 = work[i + Place.end * m];
    const range: f64 = Math.max(a, Math.max(b, c)) - Math.min(a, Math.min(b, c));
    const least: f64 = Math.min(Math.abs(a), Math.min(Math.abs(b), Math.abs(c)));
    if (a > 0.0 != c > 0.0 || least < range) return true;
  }
  return false;
}

/** Returns true when an indicator is 0 at the start of the step, up to rounding. */
function beginsAtZero(unit: Unit, work: StaticArray<f64>): bool {
  const m: i32 = unit.indicatorCount();
  const first: i32 = 3 * unit.stateCount();
  for (let i: i32 = first; i < first + m; i++)
    if (Math.abs(work[i]) <= tiny * Math.abs(work[i + m] - work[i])) return true;
  return false;
}

/** Returns true when an indicator has left its side at the end of a quarter. */
function isOver(unit: Unit, work: StaticArray<f64>, quarter: i32): bool {
  const m: i32 = unit.indicatorCount();
  const first: i32 = 3 * unit.stateCount();
  for (let i: i32 = first; i < first + m; i++) if (work[i] > 0.0 != work[i + quarter * m] > 0.0) return true;
  return false;
}

/**
 * Returns the earliest time after t [s] inside a quarter at which an indicator has the other sign.
 * At both ends of the quarter its sign is unchanged. Returns −1.0 without such a time.
 */
function beyond(unit: Unit, work: StaticArray<f64>, t: f64, h: f64, quarter: i32): f64 {
  const m: i32 = unit.indicatorCount();
  const first: i32 = 3 * unit.stateCount();
  let earliest: f64 = -1.0;
  for (let i: i32 = first; i < first + m; i++) {
    const at: f64 = 0.25 * h * vertexOf(work, i, m, quarter);
    if (at <= 0.0 || (earliest > 0.0 && at >= earliest)) continue;
    step(unit, work, t, at);
    if (crossed(unit, work) >= 0) earliest = at;
  }
  return earliest;
}

/**
 * Returns the place inside a quarter, in quarters, where the indicator at i may be beyond 0
 * although it is not at the ends. Returns −1.0 without such a place. A parabola goes through three
 * neighbours, with the end nearer to 0 in the middle. The place is its vertex, if it comes half as
 * near to 0 or crosses it.
 */
function vertexOf(work: StaticArray<f64>, i: i32, m: i32, quarter: i32): f64 {
  const side: f64 = work[i] > 0.0 ? 1.0 : -1.0;
  const before: f64 = side * work[i + (quarter - 1) * m];
  const after: f64 = side * work[i + quarter * m];
  if (before < 0.0 || after < 0.0) return -1.0;
  let centre: i32 = before < after ? quarter - 1 : quarter;
  if (centre == Place.begin) centre = 1;
  if (centre == Place.end) centre = 3;
  const middle: f64 = side * work[i + centre * m];
  const left: f64 = side * work[i + (centre - 1) * m];
  const right: f64 = side * work[i + (centre + 1) * m];
  const bend: f64 = left - 2.0 * middle + right;
  if (!(bend > 0.0)) return -1.0;
  const away: f64 = (0.5 * (left - right)) / bend;
  const vertex: f64 = f64(centre) + away;
  if (!(vertex > f64(quarter - 1) && vertex < f64(quarter))) return -1.0;
  return middle - 0.5 * bend * away * away < 0.5 * Math.min(before, after) ? vertex : -1.0;
}
