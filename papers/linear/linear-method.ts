import { join } from 'node:path';
import { loadReference } from '../../fmu-sdk/build/reference-run/load-reference.ts';
import { packageFolder } from '../../fmu-sdk/util/package-files.ts';
import {
  add,
  type Complex,
  complex,
  divide,
  multiply,
  roots,
  scale,
  shifted,
  subtract,
} from './complex-numbers.ts';

type Coefficients = import('../../units/numerics/implicit/coefficients/coefficients').Coefficients;
type Tableau = import('../../units/numerics/implicit/coefficients/tableau').Tableau;

/** A method with its ρ∞, as ẏ = λ y sees it. */
export interface LinearMethod {
  name: string;
  rho: number;
  order: number;
  /** Systems to solve in a step: n of Δt/(nT). */
  n: number;
  /** The ζ_j of y_k = Σ c_j ζ_jᵏ for z = λ Δt. */
  roots(z: Complex): Complex[];
}

/** The published names, in the order of their numbers. */
export const names: readonly string[] = [
  ...['LMS2', 'LMS3', 'LMS4', 'SS2', 'SS3', 'SS4', 'Bathe', 'MSSTC(3)', 'MSSTC(4)', 'MSSTC(5)'],
  ...['MSSTH(3)', 'MSSTH(4)', 'MSSTH(5)', 'ESDIRK3(2)4L[2]SA', 'ESDIRK3(2)5L[2]SA', 'ESDIRK4(3)6L[2]SA2'],
];

/** Methods with the coefficients that the units compute, by published name. */
export async function linearMethods(): Promise<(name: string, rho: number) => LinearMethod> {
  const exports = await loadReference(
    join(packageFolder, 'units/numerics/implicit/coefficients/coefficients.ts'),
  );
  const coefficients = new (exports.Coefficients as new () => Coefficients)();
  return (name, rho) => {
    const number = names.indexOf(name) + 1;
    coefficients.select(number, rho);
    const { order, implicitStages: n } = coefficients.method;
    const methodRoots =
      number <= 3 ? multiStep(coefficients, rho) : number <= 6 ? singleStep(coefficients) : undefined;
    return { name, rho, order, n, roots: methodRoots ?? stages(coefficients.tableau) };
  };
}

/**
 * ζʳ − Σ α_j ζʳ⁻ʲ = z Σ β_j ζʳ⁻ʲ, in powers of ζ + ρ∞, where a root of high multiplicity keeps its
 * digits.
 */
function multiStep({ multiStep: c, method }: Coefficients, rho: number): LinearMethod['roots'] {
  const r = method.steps;
  const alpha = Array.from({ length: r + 1 }, (_, k) => complex(k === r ? 1 : -c.alpha[r - k]));
  const beta = Array.from({ length: r + 1 }, (_, k) => complex(c.beta[r - k]));
  const [left, right] = [shifted(alpha, -rho), shifted(beta, -rho)];
  return (z) =>
    roots(left.map((a, k) => subtract(a, multiply(z, right[k])))).map((w) => add(w, complex(-rho)));
}

/** (ζ − 1) Π (1 − γ_o + γ_o ζ) = z (1 − γ_e + γ_e ζ)ʳ. */
function singleStep({ singleStep: c }: Coefficients): LinearMethod['roots'] {
  const r = c.steps;
  const factor = (p: Complex[], a: Complex, b: Complex): Complex[] =>
    Array.from({ length: p.length + 1 }, (_, k) =>
      add(k < p.length ? multiply(p[k], a) : complex(0), k > 0 ? multiply(p[k - 1], b) : complex(0)),
    );
  let left = [complex(-1), complex(1)];
  for (let j = 0; j < r - 1; j++) {
    const odd = complex(c.re[j], c.im[j]);
    left = factor(left, subtract(complex(1), odd), odd);
  }
  let right = [complex(1)];
  for (let j = 0; j < r; j++) right = factor(right, complex(1 - c.even), complex(c.even));
  return (z) => roots(left.map((a, k) => subtract(a, multiply(z, right[k]))));
}

/** The one root R(z), stage by stage: Y_i = (1 + z Σ_{j < i} a_ij Y_j)/(1 − γ z). */
function stages(tableau: Tableau): LinearMethod['roots'] {
  const s = tableau.stages;
  const a = Array.from({ length: s }, (_, i) => Array.from({ length: i }, (_, j) => tableau.at(i, j)));
  const gamma = tableau.gamma;
  return (z) => {
    const Y = [complex(1)];
    for (let i = 1; i < s; i++) {
      const sum = a[i].reduce((total, aij, j) => add(total, scale(Y[j], aij)), complex(0));
      Y.push(divide(add(complex(1), multiply(z, sum)), subtract(complex(1), scale(z, gamma))));
    }
    return [Y[s - 1]];
  };
}
