/**
 * The square-root law of a turbulent orifice with a laminar branch (Rahikainen et al. 2020, eqs.
 * 30, 31; Jaiswal et al. 2021a, Sect. 3):
 *
 *     root(Δp) = sign(Δp) √|Δp|      |Δp| ≥ Δp_lam
 *              = Δp / √Δp_lam        below: linear, continuous, so that no derivative is infinite
 *
 * and Q = C root(Δp), with C = C_d A √(2/ρ) for a throttle and C = C_v U for a valve opening U.
 *
 * @param dp pressure difference Δp [Pa]
 * @param laminar Δp_lam [Pa], > 0
 * @param inverseRoot 1/√Δp_lam [Pa^-½], from the caller's setup
 * @returns [√Pa]
 */
export function orificeRoot(dp: f64, laminar: f64, inverseRoot: f64): f64 {
  if (dp >= laminar) return Math.sqrt(dp);
  if (dp <= -laminar) return -Math.sqrt(-dp);
  return dp * inverseRoot;
}

/** d root / dΔp [1/√Pa]. */
export function orificeSlope(dp: f64, laminar: f64, inverseRoot: f64): f64 {
  const size: f64 = Math.abs(dp);
  return size >= laminar ? 0.5 / Math.sqrt(size) : inverseRoot;
}
