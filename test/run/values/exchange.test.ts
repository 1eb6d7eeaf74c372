import { describe, expect, it } from 'vitest';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { ValueTransfer } from '../../../master/coupling/transfer/value-transfer.ts';
import type { Connection } from '../../../master/system/system.ts';

/** A unit with one String variable of two elements. */
function textUnit(...texts: string[]): { instance: Instance; read(): string[] } {
  const elements: Uint8Array[] = texts.map((text) => new TextEncoder().encode(text));
  const instance = {
    getBytes: (_: Variable, i: number) => elements[i].slice(),
    setBytes: (_: Variable, i: number, value: Uint8Array) => {
      elements[i] = value;
    },
  } as unknown as Instance;
  return { instance, read: () => elements.map((bytes) => new TextDecoder().decode(bytes)) };
}

const variable = { type: 'String', dimensions: [2] } as Variable;
const connection: Connection = { from: { unit: 0, variable }, to: { unit: 1, variable }, order: 0 };

describe('transfer of texts', () => {
  it('a transfer of texts passes every element, and reports no change if the target is equal', () => {
    const source = textUnit('ab', 'ü');
    const target = textUnit('', 'ü');
    const exchange = new ValueTransfer([connection], [source.instance, target.instance], 0.1);
    expect(exchange.settle()).toBe(true);
    expect(target.read()).toEqual(['ab', 'ü']);
    expect(exchange.settle()).toBe(false);
  });

  it('a text that changes between steps passes with the next transfer', () => {
    const source = textUnit('one', 'x');
    const target = textUnit('one', 'x');
    const exchange = new ValueTransfer([connection], [source.instance, target.instance], 0.1);
    source.instance.setBytes(variable, 0, new TextEncoder().encode('two'));
    expect(exchange.transfer(0)).toBe(0);
    expect(target.read()).toEqual(['two', 'x']);
  });
});
