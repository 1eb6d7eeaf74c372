/** 2²⁷ + 1: splits the 53 bits of a real into halves. */
const split: f64 = 134217729.0;

/**
 * A number of about 32 digits as an unevaluated sum of two (Dekker 1971). The operations change the
 * number in place and allocate no memory.
 */
export class Wide {
  hi: f64 = 0.0;
  lo: f64 = 0.0;

  set(x: f64): Wide {
    this.hi = x;
    this.lo = 0.0;
    return this;
  }

  copy(x: Wide): Wide {
    this.hi = x.hi;
    this.lo = x.lo;
    return this;
  }

  plus(x: Wide): Wide {
    return this.add(x.hi, x.lo);
  }

  minus(x: Wide): Wide {
    return this.add(-x.hi, -x.lo);
  }

  plusReal(x: f64): Wide {
    return this.add(x, 0.0);
  }

  times(x: Wide): Wide {
    const product: f64 = this.hi * x.hi;
    const error: f64 = remainder(this.hi, x.hi, product);
    return this.normal(product, error + (this.hi * x.lo + this.lo * x.hi));
  }

  timesReal(x: f64): Wide {
    const product: f64 = this.hi * x;
    return this.normal(product, remainder(this.hi, x, product) + this.lo * x);
  }

  over(x: Wide): Wide {
    const quotient: f64 = this.hi / x.hi;
    const product: f64 = quotient * x.hi;
    const rest: f64 = this.hi - product - remainder(quotient, x.hi, product) + this.lo - quotient * x.lo;
    return this.normal(quotient, rest / x.hi);
  }

  private add(hi: f64, lo: f64): Wide {
    const sum: f64 = this.hi + hi;
    const other: f64 = sum - this.hi;
    const error: f64 = this.hi - (sum - other) + (hi - other);
    return this.normal(sum, error + (this.lo + lo));
  }

  private normal(hi: f64, lo: f64): Wide {
    this.hi = hi + lo;
    this.lo = hi - this.hi + lo;
    return this;
  }
}

/** a b − product, exactly, where product = a b rounded. */
function remainder(a: f64, b: f64, product: f64): f64 {
  const ca: f64 = split * a;
  const cb: f64 = split * b;
  const a1: f64 = ca - (ca - a);
  const b1: f64 = cb - (cb - b);
  const a2: f64 = a - a1;
  const b2: f64 = b - b1;
  return a1 * b1 - product + a1 * b2 + a2 * b1 + a2 * b2;
}
