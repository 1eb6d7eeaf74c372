import { fail } from 'fmukit/author';
import { Mechanism } from '../tree-mechanism';
import { Reduction } from './reduction';

/**
 * Closes the loops of a mechanism from approximate coordinates. Full pivoting finds independent
 * coordinates, which keep their values. The others follow by Newton's method.
 */
export class Assembly {
  private reduction: Reduction;

  constructor(readonly mechanism: Mechanism) {
    this.reduction = new Reduction(mechanism);
  }

  close(q: StaticArray<f64>): void {
    this.mechanism.positions(q, 1);
    this.reduction.partition.choose(this.mechanism.J);
    if (this.reduction.partition.quality > 1e-9 && this.reduction.close(q, 50)) return;
    fail(
      'mechanism: its loops cannot be closed from the initial coordinates; check lengths [m], points on the ground [m] and z_0 [rad]',
    );
  }
}
