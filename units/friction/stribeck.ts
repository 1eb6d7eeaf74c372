import { FrictionParameters } from './parameters';

/**
 * The exponential Stribeck curve g(v) = F_c + (F_high − F_c) e^{−(|v|/v_s)ⁿ} [N] (Bo & Pavelescu
 * 1982; Jaiswal et al. 2021b, eq. 26).
 *
 * @param high its value at v = 0 [N]: F_s, or less where a lubricant film carries
 */
export function stribeck(p: FrictionParameters, size: f64, high: f64): f64 {
  return p.Fc + (high - p.Fc) * Math.exp(-Math.pow(size / p.vs, p.n));
}
