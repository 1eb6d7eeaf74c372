import { DoubleStep } from '../multibody/semirecursive/loops/double-step';
import { LoopSolver } from '../multibody/semirecursive/loops/loop-solver';
import { Penalty } from '../multibody/semirecursive/loops/penalty';
import { Mechanism } from '../multibody/semirecursive/tree-mechanism';

/** Both closed-loop formulations of one mechanism: a unit chooses one when it starts. */
export class Solvers {
  readonly penalty: Penalty;
  readonly doubleStep: DoubleStep;

  constructor(mechanism: Mechanism) {
    this.penalty = new Penalty(mechanism);
    this.doubleStep = new DoubleStep(mechanism);
  }

  /** 1 penalty, 2 double-step, as in the enumeration `Formulation` of a unit.json. */
  select(formulation: i32): LoopSolver {
    return formulation == 2 ? this.doubleStep : this.penalty;
  }
}
