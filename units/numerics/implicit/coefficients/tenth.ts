/** k where ρ is the decimal number k/10, as near as a real can be. Else −1. */
export function tenthOf(rho: f64): i32 {
  const nearest: f64 = Math.floor(10.0 * rho + 0.5);
  return Math.abs(10.0 * rho - nearest) < 1e-12 ? i32(nearest) : -1;
}
