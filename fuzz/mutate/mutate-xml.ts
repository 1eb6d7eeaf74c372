import { bytesOf, textOf } from '../fuzz-target.ts';
import type { Dice } from '../seeded-dice.ts';
import { mutateText, numberText, oddText } from './dictionary.ts';
import { largest, mutateBytes } from './mutate-bytes.ts';

/**
 * An element, or, without a name, text that is written as it is. Values of attributes are as the
 * document writes them.
 */
interface Node {
  name?: string;
  attributes: [name: string, value: string][];
  children: Node[];
  text: string;
}

/** Changes elements and attributes of a document. Now and then bytes. */
export function mutateXml(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  if (dice.once(8)) return mutateBytes(seed, dice, others);
  const root = copy(treeOf(seed));
  const donor = dice.once(3) && others.length > 0 ? treeOf(dice.of(others)) : root;
  for (let n = dice.few(8); n > 0; n--) dice.of(changes)(elementsOf(root), dice, elementsOf(donor));
  const out = bytesOf(write(root));
  if (out.length > largest) return out.subarray(0, largest);
  return dice.once(16) ? mutateBytes(out, dice, others) : out;
}

/** Trees of cases that are mutated again and again. They stay as they are. */
const trees = new WeakMap<Uint8Array, Node>();

function treeOf(bytes: Uint8Array): Node {
  const known = trees.get(bytes);
  if (known !== undefined) return known;
  const tree = parse(textOf(bytes));
  trees.set(bytes, tree);
  return tree;
}

const token = /<(\/?)([^\s/<>!?]+)([^<>]*?)(\/?)>|<[!?][^>]*>|[^<]+|</g;

/** Parses a tree from any text. Parts that are not elements become text. */
function parse(text: string): Node {
  const root: Node = { attributes: [], children: [], text: '' };
  const open = [root];
  for (const [whole, closing, name, attributes, empty] of text.matchAll(token)) {
    const at = open[open.length - 1];
    if (name === undefined) at.children.push({ attributes: [], children: [], text: whole });
    else if (closing === '/') {
      if (open.length > 1) open.pop();
    } else {
      const node: Node = { name, attributes: attributesIn(attributes), children: [], text: '' };
      at.children.push(node);
      if (empty === '' && open.length < 300) open.push(node);
    }
  }
  return root;
}

function attributesIn(text: string): [string, string][] {
  return Array.from(text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g), ([, name, a, b]) => [
    name,
    a ?? b,
  ]);
}

function write(node: Node): string {
  const inside = node.text + node.children.map(write).join('');
  if (node.name === undefined) return inside;
  const start = `<${node.name}${node.attributes.map(([name, value]) => ` ${name}="${value}"`).join('')}`;
  return inside === '' ? `${start}/>` : `${start}>${inside}</${node.name}>`;
}

interface Placed {
  node: Node;
  parent: Node;
}

function elementsOf(root: Node): Placed[] {
  const elements: Placed[] = [];
  const visit = (parent: Node): void => {
    for (const node of parent.children) {
      if (node.name === undefined) continue;
      elements.push({ node, parent });
      visit(node);
    }
  };
  visit(root);
  return elements;
}

type Change = (all: readonly Placed[], dice: Dice, donors: readonly Placed[]) => void;

function copy({ name, attributes, children, text }: Node): Node {
  const item = attributes.map(([key, value]): [string, string] => [key, value]);
  return { name, attributes: item, children: children.map(copy), text };
}

function put(parent: Node, node: Node, dice: Dice): void {
  parent.children.splice(dice.below(parent.children.length + 1), 0, node);
}

const value: Change = (all, dice, donors) => {
  const { attributes } = dice.of(all)?.node ?? {};
  const attribute = attributes && dice.of(attributes);
  if (attribute === undefined) return;
  const same = donors.flatMap((d) => d.node.attributes.filter(([name]) => name === attribute[0]));
  const change = dice.below(4);
  if (change === 0 && same.length > 0) attribute[1] = dice.of(same)[1];
  else if (change === 1) attribute[1] = numberText(dice);
  else if (change === 2) attribute[1] = escaped(oddText(dice), dice);
  else attribute[1] = escaped(mutateText(attribute[1], dice), dice);
};

function escaped(text: string, dice: Dice): string {
  if (dice.once(10)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const attribute: Change = (all, dice, donors) => {
  const { attributes } = dice.of(all)?.node ?? {};
  if (attributes === undefined) return;
  const at = dice.below(attributes.length + 1);
  const change = dice.below(5);
  const from = dice.of(donors)?.node.attributes ?? [];
  if (change < 2) attributes.splice(at, 1);
  else if (change < 4 && from.length > 0) attributes.splice(at, 0, [...dice.of(from)]);
  else attributes.splice(at, 0, [oddText(dice), escaped(oddText(dice), dice)]);
};

const removed: Change = (all, dice) => {
  if (all.length < 2) return;
  const { node, parent } = dice.of(all.slice(1));
  parent.children.splice(parent.children.indexOf(node), 1);
};

const doubled: Change = (all, dice) => {
  if (all.length === 0) return;
  const { node, parent } = dice.of(all);
  const times = dice.once(30) ? dice.below(40) : 1;
  for (let i = 0; i < times; i++) put(parent, copy(node), dice);
};

const grafted: Change = (all, dice, donors) => {
  if (all.length === 0 || donors.length === 0) return;
  const from = dice.of(donors).node;
  const { node, parent } = dice.of(all);
  if (dice.once(2)) put(parent, copy(from), dice);
  else put(node, copy(from), dice);
};

const moved: Change = (all, dice) => {
  if (all.length < 3) return;
  const { node, parent } = dice.of(all.slice(1));
  parent.children.splice(parent.children.indexOf(node), 1);
  put(dice.of(all).node, copy(node), dice);
};

const renamed: Change = (all, dice, donors) => {
  if (all.length === 0) return;
  const { node } = dice.of(all);
  node.name = dice.once(8)
    ? `${dice.of(['x:', 'xmlns:', 'ssd:', ''])}${node.name}`
    : (dice.of(donors)?.node.name ?? node.name);
};

const swapped: Change = (all, dice) => {
  if (all.length === 0) return;
  const { children } = dice.of(all).parent;
  children.reverse();
};

const wrapped: Change = (all, dice) => {
  if (all.length === 0) return;
  const { node } = dice.of(all);
  const depth = dice.once(8) ? dice.of([199, 200, 250]) : 1;
  for (let i = 0; i < depth; i++) {
    node.children = [
      { name: node.name, attributes: [...node.attributes], children: node.children, text: '' },
    ];
  }
};

const text: Change = (all, dice) => {
  if (all.length === 0) return;
  const { node } = dice.of(all);
  const odd = oddText(dice);
  node.text += dice.of([
    odd,
    `<![CDATA[${odd}]]>`,
    `<!--${odd}-->`,
    `&#${dice.word()};`,
    `<?${odd}?>`,
    '&x;',
  ]);
};

const changes: readonly Change[] = [
  ...[value, value, value, value, value, attribute, attribute, removed, doubled, grafted, grafted],
  ...[moved, renamed, swapped, wrapped, text],
];
