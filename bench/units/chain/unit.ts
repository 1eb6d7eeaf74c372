import { Accumulation } from '../../../units/multibody/semirecursive/dynamics/accumulation';
import { Articulated } from '../../../units/multibody/semirecursive/dynamics/articulated';
import { Axis } from '../../../units/multibody/semirecursive/joints/axis';
import { Revolute } from '../../../units/multibody/semirecursive/joints/revolute';
import { Tree } from '../../../units/multibody/semirecursive/tree';
import { ChainVariables } from './variables';

const axis: Axis = new Axis(0.0, 0.0, 1.0);

/** A chain of n rods of 1 kg and 1 m, its state and what computes on it. */
class Rods {
  readonly tree: Tree;
  readonly articulated: Articulated;
  readonly mass: Accumulation;
  readonly q: StaticArray<f64>;
  readonly v: StaticArray<f64>;
  readonly a: StaticArray<f64>;

  constructor(n: i32) {
    const tree: Tree = new Tree(n, n);
    for (let i: i32 = 0; i < n; i++) {
      const joint: Revolute = new Revolute(axis);
      if (i > 0) joint.at(1.0, 0.0, 0.0);
      tree.add(i, joint);
      tree.inertia.setRod(i + 1, 1.0, 1.0);
    }
    this.tree = tree;
    this.articulated = new Articulated(tree);
    this.mass = new Accumulation(tree);
    this.q = new StaticArray<f64>(n);
    this.v = new StaticArray<f64>(n);
    this.a = new StaticArray<f64>(n);
  }
}

/**
 * Chains of 10, 32, 100, 316 and 1000 rods: a step of semi-implicit Euler of chain `size`, or M′ of
 * it.
 */
export class Chain extends ChainVariables {
  private rods: StaticArray<Rods | null> = new StaticArray<Rods | null>(5);

  constructor() {
    super();
    this.rods[0] = new Rods(10);
    this.rods[1] = new Rods(32);
    this.rods[2] = new Rods(100);
    this.rods[3] = new Rods(316);
    this.rods[4] = new Rods(1000);
  }

  override initialize(): void {
    const rods: Rods = this.rods[this.size]!;
    rods.q.fill(0.0);
    rods.v.fill(0.0);
    rods.tree.positions(rods.q, 1);
  }

  doStep(t: f64, h: f64): void {
    const rods: Rods = this.rods[this.size]!;
    if (this.assemble) {
      rods.mass.evaluate();
      return;
    }
    rods.tree.positions(rods.q, 1);
    rods.tree.velocities(rods.q, rods.v, 1);
    rods.articulated.accelerations(rods.a);
    for (let i: i32 = 0; i < rods.tree.size; i++) {
      rods.v[i] += h * rods.a[i];
      rods.q[i] += h * rods.v[i];
    }
    this.angle = rods.q[0];
  }
}
