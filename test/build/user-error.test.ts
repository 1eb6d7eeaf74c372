import { describe, expect, it } from 'vitest';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** Error as another copy of the package throws it. */
class Other extends Error {}
Object.defineProperty(Other.prototype, Symbol.for('fmukit.UserError'), { value: true });

class Narrower extends UserError {}

describe('the class UserError', () => {
  it('accepts a UserError of another copy of the package, and rejects any other Error', () => {
    expect(new Other('x') instanceof UserError).toBe(true);
    expect(new Error('x') instanceof UserError).toBe(false);
    expect((null as unknown) instanceof UserError).toBe(false);
  });

  it('differs from its narrower kinds, which belong to it', () => {
    expect(new UserError('x') instanceof Narrower).toBe(false);
    expect(new Other('x') instanceof Narrower).toBe(false);
    expect(new Narrower('x') instanceof Narrower).toBe(true);
    expect(new Narrower('x') instanceof UserError).toBe(true);
  });
});
