import { bytesOf, textOf } from '../fuzz-target.ts';
import type { Dice } from '../seeded-dice.ts';
import { mutateText, numberText, oddText } from './dictionary.ts';
import { largest, mutateBytes } from './mutate-bytes.ts';

/** A value of a document. A scalar is its literal, an object may have a key twice. */
type Node =
  | { kind: 'object'; entries: [key: string, value: Node][] }
  | { kind: 'array'; items: Node[] }
  | { kind: 'literal'; text: string };

/** Changes keys and values of a document, by its schema's words mostly. Now and then bytes. */
export function mutateJson(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  const tree = dice.once(10) ? undefined : treeOf(seed);
  if (tree === undefined) return mutateBytes(seed, dice, others);
  const root = copy(tree);
  const donor = (dice.once(3) && others.length > 0 && treeOf(dice.of(others))) || root;
  const holder: Node = { kind: 'array', items: [root] };
  const by = dice.once(2) ? gently : change;
  for (let n = dice.few(6); n > 0; n--) by(slotsOf(holder), dice, slotsOf(donor));
  const out = bytesOf(write(holder.items[0] ?? holder));
  return out.length > largest ? out.subarray(0, largest) : out;
}

/** Trees of cases that are mutated again and again. They stay as they are. */
const trees = new WeakMap<Uint8Array, { tree: Node | undefined }>();

function treeOf(bytes: Uint8Array): Node | undefined {
  const known = trees.get(bytes) ?? { tree: parse(textOf(bytes)) };
  trees.set(bytes, known);
  return known.tree;
}

function copy(node: Node): Node {
  if (node.kind === 'literal') return { kind: 'literal', text: node.text };
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(copy) };
  return { kind: 'object', entries: node.entries.map(([key, value]) => [key, copy(value)]) };
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
  return { kind: 'object', entries: Object.entries(value).map(([key, child]) => [key, nodeOf(child)]) };
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
  /** Path of the value: its key, or the key of the list with brackets. */
  label: string;
}

function slotsOf(node: Node, label = '', slots: Slot[] = []): Slot[] {
  if (node.kind === 'literal') return slots;
  const count = node.kind === 'array' ? node.items.length : node.entries.length;
  for (let at = 0; at < count; at++) {
    const slot = { parent: node, at, label: node.kind === 'array' ? `${label}[]` : node.entries[at][0] };
    slots.push(slot);
    slotsOf(valueAt(slot), slot.label, slots);
  }
  return slots;
}

function valueAt({ parent, at }: Slot): Node {
  return parent.kind === 'array' ? parent.items[at] : parent.entries[at][1];
}

function put({ parent, at }: Slot, value: Node): void {
  if (parent.kind === 'array') parent.items[at] = value;
  else parent.entries[at][1] = value;
}

/**
 * A value from elsewhere: mostly one that stands where this one does, which is then accepted more
 * often.
 */
function donorFor({ label }: Slot, donors: readonly Slot[], dice: Dice): Slot | undefined {
  const same = dice.once(4) ? [] : donors.filter((donor) => donor.label === label);
  return dice.of(same.length > 0 ? same : donors);
}

function change(slots: readonly Slot[], dice: Dice, donors: readonly Slot[]): void {
  const slot = dice.of(slots);
  if (slot === undefined) return;
  const { parent, at } = slot;
  const donor = donorFor(slot, donors, dice) ?? slot;
  switch (dice.below(14)) {
    case 0:
      if (parent.kind === 'array') parent.items.splice(at, 1);
      else parent.entries.splice(at, 1);
      return;
    case 1: {
      const times = dice.once(30) ? dice.below(300) : 1;
      for (let i = 0; i < times; i++) {
        if (parent.kind === 'array') parent.items.splice(at, 0, copy(parent.items[at]));
        else parent.entries.splice(at, 0, [parent.entries[at][0], copy(parent.entries[at][1])]);
      }
      return;
    }
    case 2:
    case 3:
    case 4:
      put(slot, copy(valueAt(donor)));
      return;
    case 5:
      if (parent.kind === 'array') parent.items.splice(at, 0, copy(valueAt(donor)));
      else parent.entries.splice(at, 0, entryFrom(donor, donors, dice));
      return;
    case 6:
      if (parent.kind === 'object')
        parent.entries[at][0] = dice.once(2) ? oddText(dice) : keyFrom(donors, dice);
      return;
    case 7:
      put(slot, nested(valueAt(slot), dice));
      return;
    default:
      put(slot, { kind: 'literal', text: literal(valueAt(slot), donors, dice) });
  }
}

/**
 * A change that a schema hardly sees: what stands there is of its kind, no key stands twice, no
 * item of a list is of another one.
 */
function gently(slots: readonly Slot[], dice: Dice, donors: readonly Slot[]): void {
  const slot = dice.of(slots);
  if (slot === undefined) return;
  const { parent, at, label } = slot;
  const same = donors.filter((candidate) => candidate.label === label);
  const donor = dice.of(same.length > 0 ? same : [slot]);
  const change = dice.below(6);
  if (change === 0 && parent.kind === 'array') parent.items.splice(at, 1);
  else if (change === 1 && parent.kind === 'array') parent.items.splice(at, 0, copy(valueAt(donor)));
  else if (change < 4) put(slot, copy(valueAt(donor)));
  else put(slot, ofItsKind(valueAt(slot), donors, dice));
}

/** Another literal of the same kind: a number, or a text that stands somewhere. */
function ofItsKind(value: Node, donors: readonly Slot[], dice: Dice): Node {
  if (value.kind !== 'literal') return value;
  if (/^-?\d/.test(value.text)) {
    const text = numberText(dice);
    return isNumber(text) ? { kind: 'literal', text } : value;
  }
  const first = value.text[0];
  const like = donors.map(valueAt).filter((node) => node.kind === 'literal' && node.text[0] === first);
  return like.length > 0 ? dice.of(like) : value;
}

/** RFC 8259, 6. */
const isNumber = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);

/** A value with its own key, or with one from elsewhere. */
function entryFrom(donor: Slot, donors: readonly Slot[], dice: Dice): [key: string, value: Node] {
  const value = copy(valueAt(donor));
  return donor.parent.kind === 'object' && !dice.once(3)
    ? [donor.label, value]
    : [keyFrom(donors, dice), value];
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
  const literals = donors.map(valueAt).flatMap((item) => (item?.kind === 'literal' ? [item.text] : []));
  if (literals.length > 0 && dice.once(3)) return dice.of(literals);
  const text = node.kind === 'literal' ? node.text : 'null';
  if (/^-?\d/.test(text) || dice.once(6)) return numberText(dice);
  if (/^".*"$/s.test(text)) return JSON.stringify(mutateText(JSON.parse(text), dice));
  return dice.of(['true', 'false', 'null', '[]', '{}', JSON.stringify(oddText(dice))]);
}
