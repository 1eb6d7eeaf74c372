import { describe, expect, it } from 'vitest';
import { hashSources, isCompiled } from '../../bin/build/source-stamp.mjs';

describe('the compiled program', () => {
  it('belongs to the present sources', () => {
    expect(isCompiled(hashSources())).toBe(true);
    expect(isCompiled('0'.repeat(64))).toBe(false);
  });
});
