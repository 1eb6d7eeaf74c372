/**
 * Bodies with two handles: the bodies 1 and 2 with joints to the rest of the system (Malczyk &
 * Frączek 2012, eqs. 11–14):
 *
 *     M₁₁ δ₁ + M₁₂ δ₂ + Φ¹ᵀ δλ₁ = Q₁
 *     M₂₁ δ₁ + M₂₂ δ₂ + Φ²ᵀ δλ₂ = Q₂,    M₂₁ = M₁₂ᵀ
 *
 * δ is the increment that an iteration makes to positions, velocities or accelerations, δλ that of
 * the multipliers. `single` marks one body that is both handles, with M₁₁ and Q₁ alone.
 *
 * Call order: `assemble`, children first, after every change of positions. Each iteration calls
 * `load`, children first, sets δ₁ and δ₂, and calls `disassemble`, children last.
 */
export abstract class Subassembly {
  /** 7 × 7. */
  readonly M11: StaticArray<f64> = new StaticArray<f64>(49);
  readonly M12: StaticArray<f64>;
  readonly M22: StaticArray<f64>;
  readonly Q1: StaticArray<f64> = new StaticArray<f64>(7);
  readonly Q2: StaticArray<f64>;
  readonly delta1: StaticArray<f64> = new StaticArray<f64>(7);
  readonly delta2: StaticArray<f64>;
  /**
   * Subassemblies that stand one above the other here, itself included: what runs after each other
   * in parallel.
   */
  depth: i32 = 1;

  /**
   * @param single one body is both handles @param first body at handle 1 @param last body at handle
   * 2
   */
  constructor(
    readonly single: bool,
    public first: i32,
    public last: i32,
  ) {
    const size: i32 = single ? 0 : 7;
    this.M12 = new StaticArray<f64>(7 * size);
    this.M22 = new StaticArray<f64>(7 * size);
    this.Q2 = new StaticArray<f64>(size);
    this.delta2 = new StaticArray<f64>(size);
  }

  /** Assembles M from the children. */
  abstract assemble(alpha: f64): void;
  /** Computes Q from the children. */
  abstract load(alpha: f64): void;
  /** Computes δ of the children from its δ. */
  abstract disassemble(alpha: f64): void;
}
