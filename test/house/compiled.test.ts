import { describe, expect, it } from 'vitest';
import { isCompiled, sourcesNow } from '../../bin/unchanged.mjs';

describe('the compiled program', () => {
  it('belongs to the present sources', () => {
    expect(isCompiled(sourcesNow())).toBe(true);
    expect(isCompiled('0'.repeat(64))).toBe(false);
  });
});
