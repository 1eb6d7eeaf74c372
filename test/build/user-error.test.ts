import { describe, expect, it } from 'vitest';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** As it is thrown by another copy of the package. */
class Other extends Error {}
Object.defineProperty(Other.prototype, Symbol.for('fmukit.UserError'), { value: true });

class Narrower extends UserError {}

describe('UserError', () => {
  it('of another copy of the package is a UserError, any other Error is none', () => {
    expect(new Other('x') instanceof UserError).toBe(true);
    expect(new Error('x') instanceof UserError).toBe(false);
    expect((null as unknown) instanceof UserError).toBe(false);
  });

  it('is none of a narrower kind, which is one of its', () => {
    expect(new UserError('x') instanceof Narrower).toBe(false);
    expect(new Other('x') instanceof Narrower).toBe(false);
    expect(new Narrower('x') instanceof Narrower).toBe(true);
    expect(new Narrower('x') instanceof UserError).toBe(true);
  });
});
