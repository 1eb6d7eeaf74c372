import { describe, expect, it } from 'vitest';
import { errorsOf } from '../problems/coupled/coupled.ts';
import { quarterCar } from '../problems/coupled/problems.ts';

const car = { ...quarterCar(), stopTime: 10 };

/** Error of the chassis' velocity at every 0.2 s, with this number of steps between. */
const chassisError = (scheme: string, between: number, options?: Record<string, number>): number =>
  errorsOf(car, { scheme, step: 0.2 / between, options }, between)[0];

describe('inputs that correct their integral', () => {
  it.each([10, 20, 50])(
    'integral correction leaves less than a quarter of the error of held inputs, at %i steps in 0.2 s',
    (between) => {
      expect(chassisError('nepce', between)).toBeLessThan(0.25 * chassisError('jacobi', between));
    },
  );

  it('integral correction equals held inputs bit for bit with share 0', () => {
    expect(chassisError('nepce', 20, { correction: 0 })).toBe(chassisError('jacobi', 20));
  });

  it('integral correction leaves less error with a larger share', () => {
    const errors = [0, 0.25, 0.5, 1].map((correction) => chassisError('nepce', 20, { correction }));
    for (let k = 1; k < errors.length; k++) expect(errors[k]).toBeLessThan(errors[k - 1]);
  });
});
