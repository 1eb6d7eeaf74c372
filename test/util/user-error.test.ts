import { describe, expect, it } from 'vitest';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

describe('a UserError that crossed a thread', () => {
  it.each([0, 1, 40, 41, 60])(
    'keeps its message with %i details, and the number of omitted ones',
    (count) => {
      const details = Array.from({ length: count }, (_, k) => `detail ${k}`);
      const { message } = new UserError('build x: it is wrong:', { details });
      expect(UserError.again(message).message).toBe(message);
    },
  );
});
