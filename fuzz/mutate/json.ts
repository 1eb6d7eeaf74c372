import type { Dice } from '../dice.ts';
import { bytesOf, textOf } from '../target.ts';
import { largest, mutateBytes } from './bytes.ts';
import { mutateText, numberText, oddText } from './words.ts';

/** A value of a document; a scalar is its literal, an object may have a key twice. */
type Node =
  | { kind: 'object'; entries: [key: string, value: Node][] }
  | { kind: 'array'; items: Node[] }
  | { kind: 'literal'; text: string };

/** Changes keys and values of a document, by its schema's words mostly; now and then bytes. */
export function mutateJson(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  const root = dice.once(10) ? undefined : parse(textOf(seed));
  if (root === undefined) return mutateBytes(seed, dice, others);
  const donor = (dice.once(3) && others.length > 0 && parse(textOf(dice.of(others)))) || root;
  const holder: Node = { kind: 'array', items: [root] };
  for (let n = dice.few(6); n > 0; n--) change(slotsOf(holder), dice, slotsOf(donor));
  const out = bytesOf(write(holder.items[0] ?? holder));
  return out.length > largest ? out.subarray(0, largest) : out;
}

function parse(text: string): Node | undefined {
  try {
    return nodeOf(JSON.parse(text));
  } catch {
    // No JSON, or too deep.
    return undefined;
  }
}

function nodeOf(value: unknown): Node {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(nodeOf) };
  if (typeof value !== 'object' || value === null) return { kind: 'literal', text: JSON.stringify(value) };
  return { kind: 'object', entries: Object.entries(value).map(([key, each]) => [key, nodeOf(each)]) };
}

function write(node: Node): string {
  if (node.kind === 'literal') return node.text;
  if (node.kind === 'array') return `[${node.items.map(write).join(',')}]`;
  return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join(',')}}`;
}

/** A place of a value: in a list, or under a key. */
interface Slot {
  parent: Exclude<Node, { kind: 'literal' }>;
  at: number;
}

function slotsOf(node: Node, found: Slot[] = []): Slot[] {
  if (node.kind === 'literal') return found;
  const inside = node.kind === 'array' ? node.items : node.entries.map(([, value]) => value);
  inside.forEach((value, at) => {
    found.push({ parent: node, at });
    slotsOf(value, found);
  });
  return found;
}

function valueAt({ parent, at }: Slot): Node {
  return parent.kind === 'array' ? parent.items[at] : parent.entries[at][1];
}

function put({ parent, at }: Slot, value: Node): void {
  if (parent.kind === 'array') parent.items[at] = value;
  else parent.entries[at][1] = value;
}

function change(slots: readonly Slot[], dice: Dice, donors: readonly Slot[]): void {
  const slot = dice.of(slots);
  if (slot === undefined) return;
  const { parent, at } = slot;
  const donor = donors.length === 0 ? valueAt(slot) : structuredClone(valueAt(dice.of(donors)));
  const list = (parent.kind === 'array' ? parent.items : parent.entries) as unknown[];
  switch (dice.below(12)) {
    case 0:
      list.splice(at, 1);
      return;
    case 1: {
      const times = dice.once(30) ? dice.below(300) : 1;
      for (let i = 0; i < times; i++) list.splice(at, 0, structuredClone(list[at]));
      return;
    }
    case 2:
      put(slot, donor);
      return;
    case 3:
      if (parent.kind === 'array') parent.items.splice(at, 0, donor);
      else parent.entries.splice(at, 0, [keyFrom(donors, dice), donor]);
      return;
    case 4:
      if (parent.kind === 'object')
        parent.entries[at][0] = dice.once(2) ? oddText(dice) : keyFrom(donors, dice);
      return;
    case 5:
      put(slot, nested(valueAt(slot), dice));
      return;
    default:
      put(slot, { kind: 'literal', text: literal(valueAt(slot), donors, dice) });
  }
}

function keyFrom(donors: readonly Slot[], dice: Dice): string {
  const keys = donors.flatMap(({ parent, at }) => (parent.kind === 'object' ? [parent.entries[at][0]] : []));
  return keys.length === 0 || dice.once(4) ? oddText(dice) : dice.of(keys);
}

function nested(value: Node, dice: Dice): Node {
  if (!dice.once(6))
    return dice.once(2) ? { kind: 'array', items: [value] } : { kind: 'object', entries: [['a', value]] };
  const depth = dice.of([100, 1000, 5000]);
  const [begin, end] = dice.of([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  return { kind: 'literal', text: `${begin.repeat(depth)}0${end.repeat(depth)}` };
}

/** Another scalar: like the one that is there, one of the document's, or an odd one. */
function literal(node: Node, donors: readonly Slot[], dice: Dice): string {
  const literals = donors.map(valueAt).flatMap((each) => (each?.kind === 'literal' ? [each.text] : []));
  if (literals.length > 0 && dice.once(3)) return dice.of(literals);
  const text = node.kind === 'literal' ? node.text : 'null';
  if (/^-?\d/.test(text) || dice.once(6)) return numberText(dice);
  if (/^".*"$/s.test(text)) return JSON.stringify(mutateText(JSON.parse(text), dice));
  return dice.of(['true', 'false', 'null', '[]', '{}', JSON.stringify(oddText(dice))]);
}
