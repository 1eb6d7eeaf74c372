import { readFileSync } from 'node:fs';
import { packageFile } from '../../fmu-sdk/util/package-files.ts';
import { joined, mutateBytes } from '../mutate/mutate-bytes.ts';
import type { Dice } from '../seeded-dice.ts';

/** Operations of the engine by their number, as its header lists them. */
const operations: readonly string[] = (() => {
  const header = readFileSync(packageFile('fmu-sdk/host/native/engine/engine.h'), 'utf8');
  const list = header.slice(header.indexOf('#define OPERATIONS(X)')).split(/[^\\]\n/)[0];
  return Array.from(list.matchAll(/X\((\w+)\)/g), ([, name]) => name);
})();

/** A case for the driver: a unit is loaded and instantiated mostly, then called in any order. */
export function engineCase(dice: Dice): Uint8Array {
  const begin = dice.once(10) ? [] : ['load', ...(dice.once(10) ? [] : ['buffer', 'buffer', 'instantiate'])];
  const calls = Array.from({ length: dice.few(12) + 4 }, () => dice.of(operations));
  return joined([...begin, ...calls].map((name) => call(name, dice)));
}

/** Operation, operand, bytes of operands, operands. Some of them cut short or changed. */
function call(name: string, dice: Dice): Uint8Array {
  const whole = joined((shapes[name] ?? (() => []))(dice));
  const operands = name === 'push' || dice.once(6) ? mutateBytes(whole, dice, []).slice(0, 65_528) : whole;
  const size = operands.length & ~7;
  bound(operands);
  const head = [operations.indexOf(name), dice.below(256), size & 255, size >> 8];
  return joined([head, operands.subarray(0, size)]);
}

/**
 * No words that ask for as much memory as there is: as a number of elements they are allowed, and
 * only slow.
 */
function bound(operands: Uint8Array): void {
  const view = new DataView(operands.buffer, operands.byteOffset, operands.byteLength);
  for (let at = 0; at + 8 <= view.byteLength; at += 8) {
    const value = view.getUint32(at, true);
    if (value > 1000 && value <= 2 ** 27) view.setUint32(at, 2 ** 27 + value, true);
  }
}

type Shape = (dice: Dice) => Uint8Array[];

const word = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value, 0).buffer);
const padded = (bytes: Uint8Array): Uint8Array =>
  joined([bytes, new Uint8Array((8 - (bytes.length % 8)) % 8)]);
const several = (dice: Dice): number => (dice.once(20) ? dice.below(200) : dice.below(5));
/** A number of elements: few, more than any unit has, or one that is refused. */
const count = (dice: Dice): Uint8Array =>
  word(dice.once(12) ? dice.of([300, 2 ** 27 + 1, 2 ** 31, 2 ** 32 - 1]) : several(dice));
const integers = (dice: Dice): Uint8Array[] => {
  const values = Uint32Array.from({ length: several(dice) }, () => dice.word());
  return [word(values.length), padded(new Uint8Array(values.buffer))];
};
const doubles = (dice: Dice): Uint8Array[] => {
  const values = Float64Array.from({ length: several(dice) }, () => dice.word() / 8);
  return [word(values.length), new Uint8Array(values.buffer)];
};
const bytes = (dice: Dice): Uint8Array[] => {
  const length = dice.once(20) ? dice.below(20_000) : dice.below(20);
  return [word(length), padded(new Uint8Array(length).fill(97))];
};
/** Encodes text with a terminating zero, as the program does. */
const text = (dice: Dice): Uint8Array[] => {
  const length = dice.below(20);
  const whole = new Uint8Array(length + 1).fill(97, 0, length);
  return [word(whole.length), padded(whole)];
};
const times = (n: number, shape: Shape, dice: Dice): Uint8Array[] =>
  Array.from({ length: n }, () => shape(dice)).flat();
const listed =
  (item: Shape): Shape =>
  (dice) => {
    const n = several(dice) % 40;
    return [word(n), ...times(n, item, dice)];
  };
const flag = (dice: Dice): Uint8Array => word(dice.below(2));
const few = (dice: Dice): Uint8Array => word(dice.below(4));
const slopes: Shape = (dice) => [...integers(dice), ...integers(dice), ...doubles(dice), count(dice)];
const setClock: Shape = (dice) => [...integers(dice), ...doubles(dice)];

/** Operands of each operation, as the program writes them. Other operations have no operands. */
const shapes: Readonly<Record<string, Shape>> = {
  instantiate: (dice) => [...times(3, text, dice), ...times(4, (d) => [flag(d)], dice), ...integers(dice)],
  setDebugLogging: (dice) => [flag(dice), ...listed(text)(dice)],
  batch: (dice) => {
    const pairs = Array.from({ length: dice.below(6) }, () => [dice.below(28), dice.below(4)]).flat();
    return [word(pairs.length), padded(new Uint8Array(Uint32Array.from(pairs).buffer))];
  },
  intermediate: (dice) => {
    const list = (): Uint8Array[] => [word(1), word(dice.below(4))];
    return [word(dice.below(3)), few(dice), ...list(), ...list(), few(dice), few(dice)];
  },
  push: (dice) => [new Uint8Array(dice.once(8) ? 65_000 : dice.below(100))],
  getStrings: (dice) => [...integers(dice), count(dice)],
  setStrings: (dice) => [...integers(dice), ...listed(text)(dice)],
  getBinaries: (dice) => [...integers(dice), count(dice)],
  setBinaries: (dice) => [...integers(dice), ...listed(bytes)(dice)],
  setState: (dice) => [few(dice)],
  freeState: (dice) => [few(dice)],
  serializeState: (dice) => [few(dice)],
  deserializeState: bytes,
  directionalDerivative: slopes,
  adjointDerivative: slopes,
  getInterval: integers,
  getIntervalFraction: integers,
  getShift: integers,
  getShiftFraction: integers,
  setInterval: setClock,
  setIntervalFraction: setClock,
  setShift: setClock,
  setShiftFraction: setClock,
  getOutputDerivatives: (dice) => [...integers(dice), ...integers(dice), count(dice)],
  getVariableDependencies: (dice) => [word(dice.below(3000))],
  activateModelPartition: (dice) => [few(dice), ...doubles(dice).slice(1, 2)],
};
