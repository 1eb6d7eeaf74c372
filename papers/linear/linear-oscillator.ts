import { type Complex, complex, modulus, subtract } from './complex-numbers.ts';
import type { LinearMethod } from './linear-method.ts';

/**
 * A method on ẍ + ω² x = 0, T = 2π/ω (Zhang, Zhang, Zanoni & Masarati 2022, Sect. 4, eq. 22). With
 * its principal root ζ:
 *
 *     x = e^{−ξ̄ ω̄ t} (c₁ cos ω̄_d t + c₂ sin ω̄_d t),   ω̄_d = ω̄ √(1 − ξ̄²)
 *     ln ζ = (−ξ̄ ± i √(1 − ξ̄²)) ω̄ Δt
 */
export interface Response {
  /** Δt/(nT). */
  x: number;
  /** 100 ξ̄ [%]. */
  amplitudeDecay: number;
  /** 100 (T̄ − T)/T = 100 (ω/ω̄ − 1) [%]. */
  periodElongation: number;
  /** Largest modulus of all roots. */
  spectralRadius: number;
}

/** Largest step of ω Δt [rad] over which the principal root is followed. */
const stride = 0.02;

/** The response at each Δt/(nT) of `xs`, which rise from above 0. */
export function responses(method: LinearMethod, xs: readonly number[]): Response[] {
  const results: Response[] = [];
  let at = 0;
  let root = complex(1);
  let angle = 0;
  for (const x of xs) {
    const theta = 2 * Math.PI * method.n * x;
    const count = Math.max(1, Math.ceil((theta - at) / stride));
    const from = at;
    let all: Complex[] = [];
    for (let k = 1; k <= count; k++) {
      at = k === count ? theta : from + ((theta - from) * k) / count;
      all = method.roots(complex(0, at));
      const next = nearest(all, root);
      angle += turned(root, next);
      root = next;
    }
    const size = Math.hypot(Math.log(modulus(root)), angle);
    results.push({
      x,
      amplitudeDecay: (-100 * Math.log(modulus(root))) / size,
      periodElongation: 100 * (theta / size - 1),
      spectralRadius: Math.max(...all.map(modulus)),
    });
  }
  return results;
}

/** Largest modulus of all roots at Δt/(nT) = x. */
export function spectralRadius(method: LinearMethod, x: number): number {
  return Math.max(...method.roots(complex(0, 2 * Math.PI * method.n * x)).map(modulus));
}

function nearest(all: readonly Complex[], to: Complex): Complex {
  return all.reduce((best, z) => (modulus(subtract(z, to)) < modulus(subtract(best, to)) ? z : best));
}

/** Angle from a to b [rad], within ±π. */
function turned(a: Complex, b: Complex): number {
  return Math.atan2(a.re * b.im - a.im * b.re, a.re * b.re + a.im * b.im);
}
