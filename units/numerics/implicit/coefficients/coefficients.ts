import { fail } from 'fmukit/author';
import { Family, Method, Methods } from '../implicit-method';
import { bathe } from './bathe';
import { esdirk324, esdirk325, esdirk436 } from './esdirk';
import { LinearMultiStep } from './lms';
import { SubStepsTrapezoidal } from './msstc';
import { ThirdOrderSubSteps } from './mssth3';
import { HighOrderSubSteps } from './mssth45';
import { SingleStepCoefficients } from './ss';
import { Tableau } from './tableau';
import { tenthOf } from './tenth';

/** The coefficients of one method for its ρ∞: in that of the three forms which its family has. */
export class Coefficients {
  method: Method;
  readonly multiStep: LinearMultiStep = new LinearMultiStep();
  readonly singleStep: SingleStepCoefficients = new SingleStepCoefficients();
  readonly tableau: Tableau = new Tableau();
  private readonly methods: Methods;
  private readonly subSteps: SubStepsTrapezoidal = new SubStepsTrapezoidal();
  private readonly thirdOrder: ThirdOrderSubSteps = new ThirdOrderSubSteps();
  private readonly highOrder: HighOrderSubSteps = new HighOrderSubSteps();

  constructor() {
    const methods: Methods = new Methods();
    this.methods = methods;
    this.method = methods.all[0];
  }

  /** Chooses a method by number, 1 to 16 as in `Integrator` of integrator.json, and its ρ∞. */
  select(number: i32, rho: f64): void {
    if (number < 1 || number > 16)
      fail('implicit integrator: no method has this number; choose 1 (LMS2) to 16');
    const method: Method = this.methods.all[number];
    this.method = method;
    this.check(method, rho);
    if (method.family == Family.multiStep) this.multiStep.prepare(method.steps, rho);
    else if (method.family == Family.singleStep) this.singleStep.prepare(number - 2, rho);
    else this.fill(number, rho);
  }

  private check(method: Method, rho: f64): void {
    if (!(rho >= 0.0 && rho <= 1.0))
      fail('implicit integrator: rho_inf is outside [0, 1]; choose one inside');
    if (rho > method.mostRho)
      fail('implicit integrator: the ESDIRK methods are L-stable, rho_inf = 0; set it so');
    if (method.tenths && tenthOf(rho) < 0)
      fail(
        'implicit integrator: MSSTH(4) and MSSTH(5) have coefficients for multiples of 0.1 of rho_inf alone; choose 0, 0.1, ... 1, or another method',
      );
  }

  private fill(number: i32, rho: f64): void {
    const tableau: Tableau = this.tableau;
    if (number == 7) bathe(tableau, rho);
    else if (number <= 10) this.subSteps.fill(tableau, number - 5, rho);
    else if (number == 11) this.thirdOrder.fill(tableau, rho);
    else if (number == 12) this.highOrder.fourth(tableau, tenthOf(rho));
    else if (number == 13) this.highOrder.fifth(tableau, tenthOf(rho));
    else if (number == 14) esdirk324(tableau);
    else if (number == 15) esdirk325(tableau);
    else esdirk436(tableau);
  }
}
