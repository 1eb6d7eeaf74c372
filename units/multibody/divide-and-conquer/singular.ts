import { fail } from 'fmukit/author';

/** Fails if a matrix that is positive definite in theory is not so in rounding. */
export function singular(): void {
  fail(
    'divide and conquer: a leading matrix is not positive definite in rounding: alpha is too large for the masses. Lower alpha, or give the lightest body more mass or moment of inertia',
  );
}
