/** re + i im. */
export interface Complex {
  re: number;
  im: number;
}

export const complex = (re: number, im = 0): Complex => ({ re, im });
export const add = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });
export const subtract = (a: Complex, b: Complex): Complex => ({ re: a.re - b.re, im: a.im - b.im });
export const scale = (a: Complex, by: number): Complex => ({ re: a.re * by, im: a.im * by });
export const modulus = (a: Complex): number => Math.hypot(a.re, a.im);
export const multiply = (a: Complex, b: Complex): Complex => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
});
export function divide(a: Complex, b: Complex): Complex {
  const size = b.re * b.re + b.im * b.im;
  return { re: (a.re * b.re + a.im * b.im) / size, im: (a.im * b.re - a.re * b.im) / size };
}

/** Σ c_k xᵏ. */
export function evaluate(c: readonly Complex[], x: Complex): Complex {
  return c.reduceRight((sum, ck) => add(multiply(sum, x), ck), complex(0));
}

/** The coefficients of Σ c_k xᵏ in powers of x − at. */
export function shifted(c: readonly Complex[], at: number): Complex[] {
  const out = [...c];
  for (let k = 0; k < c.length - 1; k++)
    for (let j = c.length - 2; j >= k; j--) out[j] = add(out[j], scale(out[j + 1], at));
  return out;
}

/**
 * All roots of Σ c_k xᵏ, c_n ≠ 0, by simultaneous iteration (Weierstrass 1891). Roots 0 are exact.
 */
export function roots(c: readonly Complex[]): Complex[] {
  if (c.length > 1 && c[0].re === 0 && c[0].im === 0) return [complex(0), ...roots(c.slice(1))];
  const monic = c.map((ck) => divide(ck, c[c.length - 1]));
  const n = c.length - 1;
  const radius = Math.max(0, ...monic.slice(0, n).map((ck, k) => modulus(ck) ** (1 / (n - k))));
  const angle = (k: number): number => (2 * Math.PI * k) / n + 0.4;
  const x = Array.from({ length: n }, (_, k) =>
    complex(radius * Math.cos(angle(k)), radius * Math.sin(angle(k))),
  );
  for (let pass = 0; pass < 500; pass++) {
    let moved = 0;
    for (let k = 0; k < n; k++) {
      const others = x.reduce((p, xj, j) => (j === k ? p : multiply(p, subtract(x[k], xj))), complex(1));
      const step = divide(evaluate(monic, x[k]), others);
      if (!Number.isFinite(step.re + step.im)) continue;
      x[k] = subtract(x[k], step);
      moved = Math.max(moved, modulus(step));
    }
    if (moved < 1e-16 * radius) break;
  }
  return x;
}
