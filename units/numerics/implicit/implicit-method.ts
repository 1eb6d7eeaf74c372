/** Family of methods, by the way it advances. */
export enum Family {
  multiStep = 1,
  singleStep = 2,
  multiStage = 3,
}

/** Traits of a method: declared here, and measured in `test/units/implicit/`. */
export class Method {
  constructor(
    /** Published name. */
    readonly name: string,
    readonly family: Family,
    /** Order of y on smooth problems. */
    readonly order: i32,
    /** Number r of past steps that a step uses, or 1 for a one-step method. */
    readonly steps: i32,
    /** Stages that are implicit: systems to solve a step, n of Δt/(nT). */
    readonly implicitStages: i32,
    /** Largest ρ∞, 1 or 0. L-stable methods have 0 only. */
    readonly mostRho: f64,
    /**
     * Requires ρ∞ to be a multiple of 0.1 if true. The abscissae have no formula, and are known for
     * multiples only.
     */
    readonly tenths: bool,
    /** Allows steps of different length if true. Otherwise a new length restarts the method. */
    readonly variableStep: bool,
    /** Order of the estimated error of a step, or 0 without an estimate. */
    readonly errorOrder: i32,
  ) {}
}

/**
 * The sixteen methods of Zhang, Zhang, Zanoni & Masarati (2022), by number as in `Integrator` of
 * integrator.json.
 */
export class Methods {
  readonly all: StaticArray<Method>;

  constructor() {
    const all: StaticArray<Method> = new StaticArray<Method>(17);
    const step: Family = Family.multiStep;
    const single: Family = Family.singleStep;
    const stage: Family = Family.multiStage;
    all[0] = new Method('none', stage, 0, 1, 0, 0.0, false, false, 0);
    all[1] = new Method('LMS2', step, 2, 2, 1, 1.0, false, true, 3);
    all[2] = new Method('LMS3', step, 2, 3, 1, 1.0, false, false, 0);
    all[3] = new Method('LMS4', step, 2, 4, 1, 1.0, false, false, 0);
    all[4] = new Method('SS2', single, 2, 1, 1, 1.0, false, false, 0);
    all[5] = new Method('SS3', single, 2, 1, 1, 1.0, false, false, 0);
    all[6] = new Method('SS4', single, 2, 1, 1, 1.0, false, false, 0);
    all[7] = new Method('Bathe', stage, 2, 1, 2, 1.0, false, true, 0);
    all[8] = new Method('MSSTC(3)', stage, 2, 1, 3, 1.0, false, true, 0);
    all[9] = new Method('MSSTC(4)', stage, 2, 1, 4, 1.0, false, true, 0);
    all[10] = new Method('MSSTC(5)', stage, 2, 1, 5, 1.0, false, true, 0);
    all[11] = new Method('MSSTH(3)', stage, 3, 1, 3, 1.0, false, true, 0);
    all[12] = new Method('MSSTH(4)', stage, 4, 1, 4, 1.0, true, true, 0);
    all[13] = new Method('MSSTH(5)', stage, 5, 1, 5, 1.0, true, true, 0);
    all[14] = new Method('ESDIRK3(2)4L[2]SA', stage, 3, 1, 3, 0.0, false, true, 3);
    all[15] = new Method('ESDIRK3(2)5L[2]SA', stage, 3, 1, 4, 0.0, false, true, 3);
    all[16] = new Method('ESDIRK4(3)6L[2]SA2', stage, 4, 1, 5, 0.0, false, true, 4);
    this.all = all;
  }
}
