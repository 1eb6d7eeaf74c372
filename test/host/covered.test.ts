import { array as arrays, assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressRanges } from '../../fmu-sdk/host/wasm/address-ranges.ts';

const buffers = [new ArrayBuffer(32), new ArrayBuffer(32)];
const view = tuple(
  integer({ min: 0, max: 1 }),
  integer({ min: 0, max: 32 }),
  integer({ min: 0, max: 32 }),
).map(([which, a, b]) => new Uint8Array(buffers[which], Math.min(a, b), Math.abs(a - b)));

describe('address ranges', () => {
  it('the address ranges equal a search of all views for nested, overlapping and empty views', () => {
    const end = (v: Uint8Array): number => v.byteOffset + v.byteLength;
    assert(
      property(arrays(view, { maxLength: 12 }), view, (views, requested) => {
        const one = views.some(
          (v) =>
            v.buffer === requested.buffer && v.byteOffset <= requested.byteOffset && end(v) >= end(requested),
        );
        expect(new AddressRanges(views).has(requested)).toBe(one);
      }),
      { numRuns: 2000 },
    );
  });
});
