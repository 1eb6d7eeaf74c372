/**
 * Returns y after a time with ẏ = a(t) (y∞(t) − y).
 *
 * Θ = ∫ a dt, and y∞ goes from `from` to `to` linearly in ∫ a dt:
 *
 *     y₁ = e^{−Θ} y₀ + (φ − e^{−Θ}) y∞₀ + (1 − φ) y∞₁,     φ = (1 − e^{−Θ})/Θ
 *
 * The weights are not negative and add to 1. y therefore stays among y₀, y∞₀, y∞₁ for any stiffness
 * a. For Θ → ∞ it is y∞₁.
 */
export function relax(y: f64, from: f64, to: f64, theta: f64): f64 {
  const decay: f64 = Math.exp(-theta);
  // (1 − e^{−Θ})/Θ loses digits below 1e-5, where its series is exact to 1e-16.
  const phi: f64 = theta < 1e-5 ? 1.0 - theta * (0.5 - theta / 6.0) : (1.0 - decay) / theta;
  return decay * y + (phi - decay) * from + (1.0 - phi) * to;
}
