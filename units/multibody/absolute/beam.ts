import {
  addMatrix,
  addOuter,
  addScaled,
  addSkew,
  apply,
  applyTransposed,
  cross,
  multiply,
  multiplySkew,
  multiplyTransposed,
  skewMultiply,
  transposedMultiply,
} from './algebra';
import { cayleyFactor, inverseRateMatrix, parametersOf, rateMatrix, rotationOf, spinOf } from './cayley';
import { Element } from './flexible-element';
import { Nodes } from './nodes';
import { Tangent } from './tangent';

/** Points where forces are evaluated: ξ = ∓1/√3. */
const gauss: f64 = 0.5773502691896258;

/** Workspace of all beams of a mechanism. */
export class BeamWork {
  readonly v: StaticArray<f64> = new StaticArray<f64>(12);
  readonly Q: StaticArray<f64> = new StaticArray<f64>(9);
  readonly G: StaticArray<f64> = new StaticArray<f64>(9);
  readonly T: StaticArray<f64> = new StaticArray<f64>(18);
  readonly U: StaticArray<f64> = new StaticArray<f64>(18);
  readonly H: StaticArray<f64> = new StaticArray<f64>(9);
  readonly a: StaticArray<f64> = new StaticArray<f64>(9);
  readonly b: StaticArray<f64> = new StaticArray<f64>(9);
  readonly c: StaticArray<f64> = new StaticArray<f64>(9);
  readonly d: StaticArray<f64> = new StaticArray<f64>(9);
  /** ∂F/∂φ and ∂M/∂φ of the three nodes. */
  readonly byF: StaticArray<f64> = new StaticArray<f64>(27);
  readonly byM: StaticArray<f64> = new StaticArray<f64>(27);
  /** A 6×6 block. */
  readonly block: StaticArray<f64> = new StaticArray<f64>(36);
}

/**
 * Three-node beam of finite displacement and rotation with shear by finite volumes (Ghiringhelli,
 * Masarati & Mantegazza 2000). Each node stands for a piece of the beam. The beam's forces act on
 * its ends at ξ = ∓1/√3:
 *
 *     f₁ = F_I,        m₁ = M_I + (p_I − x₁) × F_I
 *     f₂ = F_II − F_I, m₂ = M_II − M_I + (p_II − x₂) × F_II − (p_I − x₂) × F_I
 *     f₃ = −F_II,      m₃ = −M_II − (p_II − x₃) × F_II
 *     F = R diag(EA, GA_y, GA_z) (Rᵀ p′ − e),   M = R diag(GJ, EI_y, EI_z) (κ − κ₀)
 *
 * Positions are interpolated by parabolas. So are the Cayley–Gibbs–Rodrigues parameters of the end
 * nodes' rotations relative to the middle node:
 *
 *     Q = R(g),   R = R₂ Q,   κ = G(g)ᵀ g′
 *
 * Strains therefore depend on the nodes alone. They do not depend on the path (as increments from
 * step to step do), or on a rotation of the whole beam. Strains are zero at the positions of the
 * nodes in the call of `between`.
 */
export class Beam extends Element {
  /** Nodes. Block places of the 3×3 pairs of nodes. */
  readonly node: StaticArray<i32> = new StaticArray<i32>(3);
  /** EA, GA_y, GA_z [N], GJ, EI_y, EI_z [N m²]. */
  readonly stiffness: StaticArray<f64> = new StaticArray<f64>(6);
  /** F and M [N, N m] at the two points, in the frame of the section. */
  readonly local: StaticArray<f64> = new StaticArray<f64>(12);
  private places: StaticArray<i32> = new StaticArray<i32>(9);
  private strain0: StaticArray<f64> = new StaticArray<f64>(12);
  private half: f64 = 1.0;
  /** x₁ − x₂ and x₃ − x₂ at the start, and now [m]. */
  private from: StaticArray<f64> = new StaticArray<f64>(6);
  private span: StaticArray<f64> = new StaticArray<f64>(6);
  /** d₁, d₃ and g₁, g₃ in the frame of node 2. */
  private d: StaticArray<f64> = new StaticArray<f64>(6);
  private g: StaticArray<f64> = new StaticArray<f64>(6);
  /** Values at the two points: g, g′, then in space p − x₂, p′, F, M, and the section's frame. */
  private gs: StaticArray<f64> = new StaticArray<f64>(6);
  private gp: StaticArray<f64> = new StaticArray<f64>(6);
  private p: StaticArray<f64> = new StaticArray<f64>(6);
  private pp: StaticArray<f64> = new StaticArray<f64>(6);
  private F: StaticArray<f64> = new StaticArray<f64>(6);
  private M: StaticArray<f64> = new StaticArray<f64>(6);
  private S: StaticArray<f64> = new StaticArray<f64>(18);
  /** The sections' frames by which the tangent turns stiffnesses. */
  private frames: StaticArray<f64> = new StaticArray<f64>(18);
  private energy: f64 = 0.0;

  constructor(private work: BeamWork) {
    super();
  }

  /**
   * Between three nodes, the second halfway, whose frames have their first axis along the beam of
   * length L [m].
   */
  between(nodes: Nodes, i: i32, j: i32, k: i32, L: f64): void {
    this.node[0] = i;
    this.node[1] = j;
    this.node[2] = k;
    this.half = 0.5 * L;
    this.strain0.fill(0.0);
    for (let q: i32 = 0; q < 3; q++) {
      this.from[q] = nodes.x[3 * i + q] - nodes.x[3 * j + q];
      this.from[3 + q] = nodes.x[3 * k + q] - nodes.x[3 * j + q];
    }
    this.evaluate(nodes);
    for (let q: i32 = 0; q < 12; q++) this.strain0[q] = this.local[q] / this.stiffness[q % 6];
  }

  setStiffness(EA: f64, GAy: f64, GAz: f64, GJ: f64, EIy: f64, EIz: f64): void {
    this.stiffness[0] = EA;
    this.stiffness[1] = GAy;
    this.stiffness[2] = GAz;
    this.stiffness[3] = GJ;
    this.stiffness[4] = EIy;
    this.stiffness[5] = EIz;
  }

  connect(tangent: Tangent): void {
    tangent.couple(this.node[0], this.node[1]);
    tangent.couple(this.node[1], this.node[2]);
    tangent.couple(this.node[0], this.node[2]);
  }

  override locate(tangent: Tangent): void {
    for (let a: i32 = 0; a < 3; a++)
      for (let b: i32 = 0; b < 3; b++) this.places[3 * a + b] = tangent.placeOf(this.node[a], this.node[b]);
  }

  /** Elastic energy: the strains' at the two points, each for half of the beam [J]. */
  override elastic(): f64 {
    return this.energy;
  }

  forces(nodes: Nodes, t: f64): void {
    this.evaluate(nodes);
    const m: StaticArray<f64> = this.work.v;
    for (let s: i32 = 0; s < 2; s++) {
      this.arm(s, s, m);
      this.load(nodes, unchecked(this.node[s]), s, 1.0, m);
      this.arm(s, s + 1, m);
      this.load(nodes, unchecked(this.node[s + 1]), s, -1.0, m);
    }
  }

  tangent(tangent: Tangent): void {
    const nodes: Nodes = tangent.nodes;
    const w: BeamWork = this.work;
    if (tangent.turned) for (let q: i32 = 0; q < 18; q++) unchecked((this.frames[q] = unchecked(this.S[q])));
    inverseRateMatrix(this.g, 0, w.T, 0);
    inverseRateMatrix(this.g, 3, w.T, 9);
    for (let s: i32 = 0; s < 2; s++) {
      this.sensitivities(nodes, s);
      this.arm(s, s, w.v);
      this.scatter(tangent, s, s, 1.0);
      this.arm(s, s + 1, w.v);
      this.scatter(tangent, s, s + 1, -1.0);
    }
  }

  /** N of an end node (0: first, 1: third) at point s, and N′ [1/m]. */
  private shape(end: i32, s: i32): f64 {
    const xi: f64 = s == 0 ? -gauss : gauss;
    return end == 0 ? 0.5 * xi * (xi - 1.0) : 0.5 * xi * (xi + 1.0);
  }

  private slope(end: i32, s: i32): f64 {
    const xi: f64 = s == 0 ? -gauss : gauss;
    return (end == 0 ? xi - 0.5 : xi + 0.5) / this.half;
  }

  private evaluate(nodes: Nodes): void {
    const R: StaticArray<f64> = nodes.R;
    const u: StaticArray<f64> = nodes.u;
    const w: BeamWork = this.work;
    const middle: i32 = unchecked(this.node[1]);
    for (let end: i32 = 0; end < 2; end++) {
      const i: i32 = unchecked(this.node[2 * end]);
      for (let q: i32 = 0; q < 3; q++) {
        const apart: f64 = unchecked(u[3 * i + q]) - unchecked(u[3 * middle + q]);
        unchecked((this.span[3 * end + q] = unchecked(this.from[3 * end + q]) + apart));
      }
      applyTransposed(R, 9 * middle, this.span, 3 * end, this.d, 3 * end);
      transposedMultiply(R, 9 * middle, R, 9 * i, w.a, 0);
      parametersOf(w.a, 0, this.g, 3 * end);
    }
    this.energy = 0.0;
    for (let s: i32 = 0; s < 2; s++) this.section(R, 9 * middle, s);
  }

  /** Strains and forces at point s. */
  private section(R: StaticArray<f64>, middle: i32, s: i32): void {
    const w: BeamWork = this.work;
    const at: i32 = 3 * s;
    this.mix(this.g, this.shape(0, s), this.shape(1, s), this.gs, at);
    this.mix(this.g, this.slope(0, s), this.slope(1, s), this.gp, at);
    rotationOf(this.gs, at, w.Q, 0);
    // p and p′ in space, by way of the frame of node 2.
    this.mix(this.d, this.shape(0, s), this.shape(1, s), w.v, 0);
    apply(R, middle, w.v, 0, this.p, at);
    this.mix(this.d, this.slope(0, s), this.slope(1, s), w.v, 0);
    apply(R, middle, w.v, 0, this.pp, at);
    // ε = Qᵀ p′ − ε₀, κ = Gᵀ g′ − κ₀ = Qᵀ G g′ − κ₀
    applyTransposed(w.Q, 0, w.v, 0, w.v, 3);
    spinOf(this.gs, at, this.gp, at, w.v, 9);
    applyTransposed(w.Q, 0, w.v, 9, w.v, 6);
    for (let q: i32 = 0; q < 6; q++) {
      const strain: f64 = unchecked(w.v[3 + q]) - unchecked(this.strain0[6 * s + q]);
      const force: f64 = unchecked(this.stiffness[q]) * strain;
      unchecked((this.local[6 * s + q] = force));
      this.energy += 0.5 * this.half * force * strain;
    }
    multiply(R, middle, w.Q, 0, this.S, 9 * s);
    apply(this.S, 9 * s, this.local, 6 * s, this.F, at);
    apply(this.S, 9 * s, this.local, 6 * s + 3, this.M, at);
  }

  private mix(ends: StaticArray<f64>, first: f64, third: f64, o: StaticArray<f64>, k: i32): void {
    for (let q: i32 = 0; q < 3; q++)
      unchecked((o[k + q] = first * unchecked(ends[q]) + third * unchecked(ends[3 + q])));
  }

  /** o ← p_s − x of the n-th node. */
  private arm(s: i32, n: i32, o: StaticArray<f64>): void {
    for (let q: i32 = 0; q < 3; q++) {
      const offset: f64 = n == 1 ? 0.0 : n == 0 ? unchecked(this.span[q]) : unchecked(this.span[3 + q]);
      unchecked((o[q] = unchecked(this.p[3 * s + q]) - offset));
    }
  }

  /** Adds ±(F, M + arm × F) of point s to a node. */
  private load(nodes: Nodes, i: i32, s: i32, sign: f64, arm: StaticArray<f64>): void {
    const to: StaticArray<f64> = nodes.force;
    cross(arm, 0, this.F, 3 * s, arm, 3);
    addScaled(sign, this.F, 3 * s, to, 6 * i);
    addScaled(sign, this.M, 3 * s, to, 6 * i + 3);
    addScaled(sign, arm, 3, to, 6 * i + 3);
  }

  /**
   * ∂F/∂x_j = N_j′ A with A = R D_ε Rᵀ (left in `c`), and ∂F/∂φ_j, ∂M/∂φ_j of point s. With U_j =
   * R₂ G(g) G(g_j)⁻¹ R₂ᵀ a virtual rotation of an end node turns the section by N_j U_j δφ_j.
   */
  private sensitivities(nodes: Nodes, s: i32): void {
    const w: BeamWork = this.work;
    const R: StaticArray<f64> = nodes.R;
    const middle: i32 = 9 * unchecked(this.node[1]);
    rateMatrix(this.gs, 3 * s, w.G, 0);
    this.bending(s, w.H);
    for (let q: i32 = 0; q < 9; q++) {
      unchecked((w.byF[9 + q] = 0.0));
      unchecked((w.byM[9 + q] = 0.0));
    }
    // b = A p′× − F×,  c = A,  d = R D_κ Rᵀ
    this.turned(s, 0, w.c);
    this.turned(s, 3, w.d);
    multiplySkew(w.c, 0, this.pp, 3 * s, w.b, 0);
    addMatrix(1.0, w.b, 0, w.byF, 9);
    addSkew(-1.0, this.F, 3 * s, w.b, 0);
    for (let end: i32 = 0; end < 2; end++) {
      const j: i32 = 18 * end;
      const N: f64 = this.shape(end, s);
      const slope: f64 = this.slope(end, s);
      multiply(w.G, 0, w.T, 9 * end, w.a, 0);
      multiply(R, middle, w.a, 0, w.Q, 0);
      multiplyTransposed(w.Q, 0, R, middle, w.U, 0);
      multiply(w.b, 0, w.U, 0, w.byF, j);
      for (let q: i32 = 0; q < 9; q++) unchecked((w.byF[j + q] *= N));
      multiply(w.d, 0, w.U, 0, w.byM, j);
      skewMultiply(this.M, 3 * s, w.U, 0, w.a, 0);
      for (let q: i32 = 0; q < 9; q++)
        unchecked((w.byM[j + q] = slope * unchecked(w.byM[j + q]) - N * unchecked(w.a[q])));
      // N R D_κ H G(g_j)⁻¹ R₂ᵀ
      multiply(w.H, 0, w.T, 9 * end, w.a, 0);
      multiplyTransposed(w.a, 0, R, middle, w.Q, 0);
      addMatrix(N, w.Q, 0, w.byM, j);
      addMatrix(-1.0, w.byF, j, w.byF, 9);
      addMatrix(-1.0, w.byM, j, w.byM, 9);
    }
    addSkew(-1.0, this.F, 3 * s, w.byF, 9);
    addSkew(-1.0, this.M, 3 * s, w.byM, 9);
  }

  /** o ← R D_κ ∂(G(g)ᵀ g′)/∂g, where ∂(Gᵀ g′)/∂g = −½ κ² (g′ − ½ g × g′) gᵀ + ½ κ g′×. */
  private bending(s: i32, o: StaticArray<f64>): void {
    const w: BeamWork = this.work;
    const f: f64 = cayleyFactor(this.gs, 3 * s);
    cross(this.gs, 3 * s, this.gp, 3 * s, w.v, 0);
    for (let q: i32 = 0; q < 3; q++)
      unchecked((w.v[3 + q] = unchecked(this.gp[3 * s + q]) - 0.5 * unchecked(w.v[q])));
    w.a.fill(0.0);
    addOuter(-0.5 * f * f, w.v, 3, this.gs, 3 * s, w.a, 0);
    addSkew(0.5 * f, this.gp, 3 * s, w.a, 0);
    for (let p: i32 = 0; p < 3; p++)
      for (let q: i32 = 0; q < 3; q++) unchecked((w.a[3 * p + q] *= this.stiffness[3 + p]));
    multiply(this.frames, 9 * s, w.a, 0, o, 0);
  }

  /** o ← R D Rᵀ with the stiffnesses from `first` on. */
  private turned(s: i32, first: i32, o: StaticArray<f64>): void {
    const a: StaticArray<f64> = this.work.a;
    for (let p: i32 = 0; p < 3; p++)
      for (let q: i32 = 0; q < 3; q++)
        unchecked(
          (a[3 * p + q] = unchecked(this.frames[9 * s + 3 * p + q]) * unchecked(this.stiffness[first + q])),
        );
    multiplyTransposed(a, 0, this.frames, 9 * s, o, 0);
  }

  /**
   * Adds the derivatives of ±(F, M + arm × F) of point s to the rows of the n-th node. `work.v` is
   * its arm.
   */
  private scatter(tangent: Tangent, s: i32, n: i32, sign: f64): void {
    const w: BeamWork = this.work;
    const row: i32 = unchecked(this.node[n]);
    const N1: f64 = this.shape(0, s);
    const N3: f64 = this.shape(1, s);
    const S1: f64 = this.slope(0, s);
    const S3: f64 = this.slope(1, s);
    for (let j: i32 = 0; j < 3; j++) {
      const N: f64 = j == 0 ? N1 : j == 2 ? N3 : 1.0 - N1 - N3;
      const slope: f64 = j == 0 ? S1 : j == 2 ? S3 : -S1 - S3;
      // M + arm × F: δ = δM + arm × δF − F × δarm
      skewMultiply(w.v, 0, w.c, 0, w.a, 0);
      for (let q: i32 = 0; q < 9; q++) unchecked((w.a[q] *= slope));
      addSkew(j == n ? 1.0 - N : -N, this.F, 3 * s, w.a, 0);
      skewMultiply(w.v, 0, w.byF, 9 * j, w.Q, 0);
      addMatrix(1.0, w.byM, 9 * j, w.Q, 0);
      tangent.addBeam(
        row,
        unchecked(this.node[j]),
        unchecked(this.places[3 * n + j]),
        sign,
        slope,
        w.c,
        w.byF,
        9 * j,
        w.a,
        w.Q,
      );
    }
  }
}
