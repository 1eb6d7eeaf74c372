import { Newton } from '../newton-iteration';
import { Predictor } from '../predictor';
import { ImplicitProblem } from '../problem';
import { Point } from '../time-point';

/**
 * Shared data of the steppers of one problem: the present point, the attempted point, the methods'
 * history and the iteration.
 */
export class Workspace {
  readonly newton: Newton;
  readonly predictor: Predictor = new Predictor();
  now: Point;
  next: Point;
  /** Earlier points, inner stages, or auxiliary variables. */
  readonly kept: StaticArray<Point>;

  constructor(readonly problem: ImplicitProblem) {
    const size: i32 = problem.size;
    this.newton = new Newton(problem);
    this.now = new Point(size);
    this.next = new Point(size);
    const kept: StaticArray<Point> = new StaticArray<Point>(4);
    for (let i: i32 = 0; i < 4; i++) kept[i] = new Point(size);
    this.kept = kept;
  }

  /** `next` becomes `now`, and `now` takes its place. */
  exchange(): void {
    const last: Point = this.now;
    this.now = this.next;
    this.next = last;
  }

  /** point.y ← base + c ẏ, where point.y holds the base. */
  complete(point: Point, c: f64): void {
    for (let i: i32 = 0; i < this.problem.size; i++) unchecked((point.y[i] += c * point.ydot[i]));
  }
}

/**
 * Base class of the families of methods. Call `start`, then `attempt` until a step is acceptable,
 * then `accept`, and repeat.
 */
export abstract class Stepper {
  constructor(protected readonly space: Workspace) {}

  /** Starts at the present point without a history. */
  abstract start(): void;

  /**
   * space.next ← the point at t + h from the one at t [s]. False: Newton's iteration did not come
   * to an end.
   */
  abstract attempt(t: f64, h: f64): bool;

  /** The last attempt is the present point. */
  abstract accept(): void;

  /** error ← estimated error of y of the last attempt. Returns false without an estimate. */
  abstract estimate(h: f64, error: StaticArray<f64>): bool;
}
