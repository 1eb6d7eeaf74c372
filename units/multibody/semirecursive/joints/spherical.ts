import { Ball } from './ball';
import { Motion } from './joint-motion';
import { Joint } from './tree-joint';

/**
 * Any rotation about one point: q is a rotation vector [rad] from an orientation that follows
 * (`ball.ts`).
 */
export class Spherical extends Joint {
  private ball: Ball = new Ball();

  constructor() {
    super(3);
  }

  override reset(): void {
    this.ball.reset();
  }

  place(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>): void {
    motion.attach(parent, body, this.x, this.y, this.z);
    this.ball.place(motion, body, q, this.first);
  }

  override velocities(
    motion: Motion,
    parent: i32,
    body: i32,
    q: StaticArray<f64>,
    v: StaticArray<f64>,
  ): void {
    motion.follow(parent, body);
    this.ball.velocities(motion, body, parent, q, v, this.first);
  }

  override refresh(q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>): bool {
    return this.ball.refresh(q, v, a, this.first);
  }
}
