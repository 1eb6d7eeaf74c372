import { Ball } from './ball';
import { Motion } from './joint-motion';
import { Joint } from './tree-joint';

/**
 * No joint: q₁ … q₃ is the position in the parent's axes [m], q₄ … q₆ a rotation vector [rad] from
 * an orientation that follows (`ball.ts`).
 */
export class Free extends Joint {
  private ball: Ball = new Ball();

  constructor() {
    super(6);
  }

  override reset(): void {
    this.ball.reset();
  }

  place(motion: Motion, parent: i32, body: i32, q: StaticArray<f64>): void {
    const k: i32 = this.first;
    motion.attach(parent, body, this.x + q[k], this.y + q[k + 1], this.z + q[k + 2]);
    motion.translation(k, body, 1.0, 0.0, 0.0);
    motion.translation(k + 1, body, 0.0, 1.0, 0.0);
    motion.translation(k + 2, body, 0.0, 0.0, 1.0);
    this.ball.place(motion, body, q, k + 3);
  }

  override velocities(
    motion: Motion,
    parent: i32,
    body: i32,
    q: StaticArray<f64>,
    v: StaticArray<f64>,
  ): void {
    const k: i32 = this.first;
    motion.follow(parent, body);
    for (let i: i32 = 0; i < 3; i++) motion.move(k + i, body, v[k + i]);
    this.ball.velocities(motion, body, parent, q, v, k + 3);
  }

  override refresh(q: StaticArray<f64>, v: StaticArray<f64>, a: StaticArray<f64>): bool {
    return this.ball.refresh(q, v, a, this.first + 3);
  }
}
