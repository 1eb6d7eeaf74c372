import { Direction } from '../joints/direction';
import { Motion } from '../joints/joint-motion';
import { Relation } from './relation';
import { Span } from './span';

/**
 * A joint that is cut to open a loop: its constraints Φ = 0 between bodies a and b, with their rows
 * φ (`relation.ts`).
 */
export abstract class CutJoint {
  readonly relation: Relation;
  /** Φ, with the scaling of the cut joint. */
  readonly Phi: StaticArray<f64>;

  constructor(
    a: i32,
    b: i32,
    readonly rows: i32,
  ) {
    this.relation = new Relation(a, b, rows);
    this.Phi = new StaticArray<f64>(rows);
  }

  /** Φ and φ at the frames as they stand. */
  abstract positions(motion: Motion): void;

  /** φ̇. After `positions`. */
  abstract velocities(motion: Motion): void;

  /**
   * Row r: the point P of a lies in the plane through Q of b with the normal n of b: Φ = n · (P −
   * Q) [m].
   */
  protected plane(r: i32, span: Span, n: Direction): void {
    const p: StaticArray<f64> = span.points;
    const v: StaticArray<f64> = n.v;
    unchecked((this.Phi[r] = v[0] * span.d(0) + v[1] * span.d(1) + v[2] * span.d(2)));
    this.relation.setLine(
      r,
      unchecked(p[0]),
      unchecked(p[1]),
      unchecked(p[2]),
      unchecked(v[0]),
      unchecked(v[1]),
      unchecked(v[2]),
    );
  }

  protected planeRate(r: i32, span: Span, n: Direction): void {
    const p: StaticArray<f64> = span.points;
    const s: StaticArray<f64> = span.rates;
    const w: StaticArray<f64> = n.rate;
    this.relation.setLineRate(
      r,
      unchecked(p[0]),
      unchecked(p[1]),
      unchecked(p[2]),
      unchecked(s[0]),
      unchecked(s[1]),
      unchecked(s[2]),
      unchecked(w[0]),
      unchecked(w[1]),
      unchecked(w[2]),
    );
  }

  /**
   * Row r: the vector u of a is perpendicular to w of b: Φ = u · w [rad for small angles], φ = (0,
   * u × w).
   */
  protected perpendicular(r: i32, u: Direction, w: Direction): void {
    const a: StaticArray<f64> = u.v;
    const b: StaticArray<f64> = w.v;
    const phi: StaticArray<f64> = this.relation.phi;
    const at: i32 = 6 * r;
    unchecked((this.Phi[r] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]));
    unchecked((phi[at + 3] = a[1] * b[2] - a[2] * b[1]));
    unchecked((phi[at + 4] = a[2] * b[0] - a[0] * b[2]));
    unchecked((phi[at + 5] = a[0] * b[1] - a[1] * b[0]));
  }

  protected perpendicularRate(r: i32, u: Direction, w: Direction): void {
    const a: StaticArray<f64> = u.v;
    const b: StaticArray<f64> = w.v;
    const c: StaticArray<f64> = u.rate;
    const d: StaticArray<f64> = w.rate;
    const rate: StaticArray<f64> = this.relation.phiDot;
    const at: i32 = 6 * r;
    unchecked((rate[at + 3] = c[1] * b[2] - c[2] * b[1] + a[1] * d[2] - a[2] * d[1]));
    unchecked((rate[at + 4] = c[2] * b[0] - c[0] * b[2] + a[2] * d[0] - a[0] * d[2]));
    unchecked((rate[at + 5] = c[0] * b[1] - c[1] * b[0] + a[0] * d[1] - a[1] * d[0]));
  }
}
