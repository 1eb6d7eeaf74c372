import { Tableau } from './tableau';

/**
 * ρ∞-Bathe method of two sub-steps (Noh & Bathe 2019; Zhang, Zhang, Zanoni & Masarati 2022, eq. 7),
 * second order: γ = (2 − √(2(1 + ρ)))/(2(1 − ρ)), written so that ρ = 1 needs no special case: 1/(2
 * + √(2(1 + ρ))).
 */
export function bathe(tableau: Tableau, rho: f64): void {
  const gamma: f64 = 1.0 / (2.0 + Math.sqrt(2.0 * (1.0 + rho)));
  tableau.open(3, gamma);
  tableau.set(1, 0, gamma);
  tableau.set(2, 0, ((6.0 - 4.0 * gamma) * gamma - 1.0) / (4.0 * gamma));
  tableau.set(2, 1, (1.0 - 2.0 * gamma) / (4.0 * gamma));
  tableau.close();
}
