import { describe, expect, it } from 'vitest';
import { crowded } from './counted/folders.ts';

describe('folders', () => {
  it('a folder with too many files is reported with their number', () => {
    expect(crowded(['a/1', 'a/2', 'a/b/1', 'c'], 1)).toEqual(['a: 2']);
  });
});
