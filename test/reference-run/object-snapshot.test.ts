import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ObjectSnapshot } from '../../fmu-sdk/build/reference-run/object-snapshot.ts';

class Node {
  number = 1;
  text: string | undefined = 'a';
  numbers = Float64Array.of(1, 2);
  wide = BigInt64Array.of(7n);
  list: unknown[] = [1, { deep: 2 }];
  map = new Map<string, unknown>([['k', Float64Array.of(3)]]);
  set = new Set<unknown>(['s']);
  table: Record<string, unknown> = { one: 1 };
  next: Node | undefined;
  loop: unknown = this;
}

/** Possible changes of an object, by number. */
const changes: ((node: Node, value: number) => void)[] = [
  (node, value) => (node.number = value),
  (node, value) => (node.text = value % 2 === 0 ? undefined : String(value)),
  (node, value) => (node.numbers[value % 2] = value),
  (node, value) => (node.numbers = Float64Array.of(value, 0, value)),
  (node, value) => (node.wide[0] = BigInt(value)),
  (node, value) => node.list.push(value),
  (node) => node.list.pop(),
  (node, value) => (node.list = [[value]]),
  (node, value) => node.map.set(`k${value % 3}`, Float64Array.of(value)),
  (node) => node.map.clear(),
  (node, value) => node.set.add(value),
  (node, value) => (node.table[`t${value % 3}`] = { value }),
  (node) => delete node.table.one,
  (node) => (node.next = new Node()),
  (node, value) => node.next && (node.next.numbers[0] = value),
  (node) => (node.next = undefined),
];

const describeNode = (node: Node | undefined): unknown =>
  node && {
    ...node,
    numbers: [...node.numbers],
    wide: String(node.wide[0]),
    list: JSON.stringify(node.list),
    map: [...node.map].map(([key, value]) => [key, [...(value as Float64Array)]]),
    set: [...node.set],
    table: JSON.stringify(node.table),
    next: describeNode(node.next),
    loop: node.loop === node,
  };

it('a memento repeatedly restores changed fields, arrays, maps and sets', () => {
  const changeList = fc.array(fc.tuple(fc.nat(changes.length - 1), fc.nat(9)), { maxLength: 12 });
  fc.assert(
    fc.property(changeList, changeList, changeList, changeList, (before, between, after, again) => {
      const node = new Node();
      const change = (list: [number, number][]): void => {
        for (const [k, value] of list) changes[k](node, value);
      };
      change(before);
      const memento = new ObjectSnapshot([node], new Set());
      change(between);
      memento.take();
      const expected = describeNode(node);
      for (const list of [after, again]) {
        change(list);
        memento.restore();
        expect(describeNode(node)).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});

it('a memento leaves excluded objects and their references unchanged', () => {
  const outside = { value: 1, inner: Float64Array.of(1) };
  const node = { outside, own: 1 };
  const memento = new ObjectSnapshot([node], new Set([outside]));
  outside.value = 2;
  outside.inner[0] = 2;
  node.own = 2;
  memento.restore();
  expect([node.own, outside.value, outside.inner[0]]).toEqual([1, 2, 2]);
});
