import { uleb as leb, readSections, type Section } from '../../fmu-sdk/wasm/wasm-sections.ts';
import { Writer } from '../../fmu-sdk/wasm/wasm-writer.ts';
import type { Dice } from '../seeded-dice.ts';
import { oddText } from './dictionary.ts';
import { joined, mutateBytes } from './mutate-bytes.ts';
import { type Item, itemsOf, section } from './wasm-items.ts';

/**
 * Mutates sections of a core module and their entries, or sections of a component and of the
 * modules and components in it. Sizes and counts are corrected. Sometimes it mutates raw bytes.
 */
export function mutateWasm(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  return mutateModule(seed, dice, others, 0);
}

const headBytes = 8;

function mutateModule(
  seed: Uint8Array,
  dice: Dice,
  others: readonly Uint8Array[],
  depth: number,
): Uint8Array {
  const sections = dice.once(12) ? undefined : split(seed);
  if (sections === undefined || sections.length === 0) return mutateBytes(seed, dice, others);
  const donor = (others.length > 0 && dice.once(3) && split(dice.of(others))) || sections;
  const component = seed[4] === 0x0d;
  const outside = component || dice.once(2);
  for (let n = dice.few(6); n > 0; n--) {
    const at = dice.below(sections.length);
    if (!outside) inside(sections, dice);
    else if (sections.length === 0 || dice.once(8)) list(sections, at, donor, dice);
    else if (component) inComponent(sections[at], dice, others, depth);
    else inCore(sections[at], sections, dice);
  }
  const head = seed.slice(0, headBytes);
  if (dice.once(40)) head[4 + dice.below(4)] = dice.below(256);
  return joined([head, ...sections.flatMap(({ id, body }) => [[id], leb(body.length), body])]);
}

/** The sections of a binary. Undefined where it is cut short. */
function split(wasm: Uint8Array): Section[] | undefined {
  try {
    return readSections(wasm);
  } catch {
    return undefined;
  }
}

function list(sections: Section[], at: number, donor: readonly Section[], dice: Dice): void {
  const name = joined([[4], [110, 97, 109, 101], [dice.below(256)]]);
  const current = sections[at] ?? { id: 0, body: name };
  const change = dice.below(5);
  if (change === 0) sections.splice(at, 1);
  else if (change === 1) sections.splice(at, 0, { ...current });
  else if (change === 2) sections.splice(at, 0, { ...(dice.of(donor) ?? current) });
  else if (change === 3) sections.splice(at, 0, { id: 0, body: name });
  else if (sections.length > 0) current.id = dice.below(14);
}

/** Sections 1 and 4 of a component hold a core module and a component. */
function inComponent(of: Section, dice: Dice, others: readonly Uint8Array[], depth: number): void {
  const inner = (of.id === 1 || of.id === 4) && depth < 8;
  if (inner && dice.once(12) && of.body.length < 4000)
    of.body = joined([[0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0], [of.id], leb(of.body.length), of.body]);
  else if (inner && !dice.once(6)) of.body = mutateModule(of.body, dice, [], depth + 1);
  else of.body = mutateBytes(of.body, dice, others);
}

/**
 * Changes what functions do and what stands in the memory: a module that is valid stays so mostly.
 */
function inside(all: readonly Section[], dice: Dice): void {
  const which = dice.of([section.code, section.code, section.data]);
  const of = all.find(({ id }) => id === which);
  if (of === undefined) return;
  const items = itemsOf(of.id, of.body);
  if (items === undefined || items.length === 0) return;
  const at = dice.below(items.length);
  items[at] = of.id === section.code ? bodyOf(resultsOf(at, all), dice) : data(dice);
  of.body = joined([leb(items.length), ...items]);
}

function inCore(of: Section, all: readonly Section[], dice: Dice): void {
  const items = dice.once(10) ? undefined : itemsOf(of.id, of.body);
  if (items === undefined || items.length === 0) {
    // Instructions are not changed blindly: a loop would be the unit's right, and hold up the run.
    if (of.id !== section.code) of.body = mutateBytes(of.body, dice, []);
    return;
  }
  const at = dice.below(items.length);
  const change = dice.below(8);
  if (change === 0) items.splice(at, 1);
  else if (change === 1) for (let n = dice.once(20) ? 300 : 1; n > 0; n--) items.splice(at, 0, items[at]);
  else if (change === 2) items.push(items.splice(at, 1)[0]);
  else
    items[at] =
      of.id === section.code ? bodyOf(resultsOf(at, all), dice) : changed(of.id, items[at], all, dice);
  of.body = joined([leb(dice.once(40) ? dice.word() : items.length), ...items]);
}

function changed(id: number, item: Item, all: readonly Section[], dice: Dice): Item {
  if (id === section.memory) return limits(dice);
  if (id === section.table) return joined([[0x70], limits(dice)]);
  if (id === section.export && dice.once(2)) {
    const name = new TextEncoder().encode(oddText(dice));
    return joined([leb(name.length), name, item.subarray(item.length - 2)]);
  }
  if (id === section.data && dice.once(2)) return data(dice);
  return mutateBytes(item, dice, all.length === 0 ? [] : [dice.of(all).body]);
}

/** A word somewhere in the memory. */
function data(dice: Dice): Uint8Array {
  const at = dice.once(8) ? dice.word() | 0 : dice.below(65_000);
  return joined([[0, 0x41], signed(at), [0x0b], leb(4), word(dice)]);
}

function limits(dice: Dice): Uint8Array {
  const flags = dice.of([0, 1, 1, 1, 2, 3, 4]);
  return joined([
    [flags],
    leb(dice.of([0, 1, 2, 3, 4096, 4097, 65536, dice.word()])),
    flags & 1 ? leb(dice.word()) : [],
  ]);
}

function word(dice: Dice): Uint8Array {
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, dice.word(), true);
  return out;
}

/** Returns the result types of a function, or undefined if the module does not declare them. */
function resultsOf(at: number, all: readonly Section[]): readonly number[] | undefined {
  const itemsIn = (id: number): readonly Item[] => {
    const match = all.find((candidate) => candidate.id === id);
    return (match && itemsOf(id, match.body)) ?? [];
  };
  const type = itemsIn(section.type)[itemsIn(section.function)[at]?.[0] ?? -1];
  // A tag, the number of parameters, these, the number of results, these.
  return type && [...type.slice(3 + type[1])];
}

/**
 * The body of a function that does and answers something odd, of the type that it has to be mostly.
 */
function bodyOf(results: readonly number[] | undefined, dice: Dice): Uint8Array {
  const locals = dice.once(20) ? [...leb(1), ...leb(dice.of([1, 50_000, 60_000])), 0x7f] : [0];
  const code =
    results === undefined || dice.once(8)
      ? anything(dice)
      : [
          ...Array.from({ length: dice.below(4) }, () => dice.of(effects)(dice)).flat(),
          ...Array.from(results, (type) => (answers[type] ?? i32)(dice)).flat(),
        ];
  const body = [...locals, ...code, 0x0b];
  return joined([leb(body.length), body]);
}

type Code = (dice: Dice) => number[];

const i32: Code = (dice) => [0x41, ...signed(dice.once(2) ? dice.below(70_000) : dice.word() | 0)];
const f64: Code = (dice) => [
  0x44,
  ...new Uint8Array(Float64Array.of(dice.of([0, -1, 1e-3, Number.NaN, Infinity, 1e300])).buffer),
];
const drop = 0x1a;

/** An answer by its type. */
const answers: Readonly<Record<number, Code>> = {
  127: (dice) => dice.of([i32, i32, loaded])(dice),
  126: (dice) => [0x42, ...signed(dice.word() | 0)],
  125: (dice) => [0x43, ...word(dice)],
  124: (dice) => (dice.once(4) ? [...i32(dice), 0x2b, 3, ...leb(dice.below(70_000))] : f64(dice)),
};
const loaded: Code = (dice) => [...i32(dice), 0x28, 2, ...leb(dice.below(70_000))];
const stored: Code = (dice) => [...i32(dice), ...f64(dice), 0x39, 3, ...leb(dice.word())];
const filled: Code = (dice) => [...i32(dice), ...i32(dice), ...i32(dice), 0xfc, 11, 0];

/**
 * Code with side effects and an empty stack: it writes memory and globals, grows memory, or calls
 * itself or another function.
 */
const effects: readonly Code[] = [
  ...[stored, stored, filled, filled],
  (dice) => [...i32(dice), 0x24, 0],
  (dice) => [...f64(dice), 0x24, 1],
  (dice) => [...i32(dice), 0x40, 0x00, drop],
  (dice) => [...i32(dice), 0x40, 0x00, drop],
  (dice) => [...loaded(dice), drop],
  (dice) => [...loaded(dice), drop],
  (dice) => [0x10, dice.below(12), ...(dice.once(2) ? [drop] : [])],
  () => [0x00],
];

/** Returns random code. Its type may or may not fit. */
function anything(dice: Dice): number[] {
  return dice.of<Code>([
    i32,
    f64,
    () => [],
    // Itself, or another, without end.
    () => [0x10, dice.below(12), 0x00],
    (of) => [...i32(of), 0x40, 0x00],
    (of) => [...stored(of), ...i32(of)],
    loaded,
    (of) => [...i32(of), 0x11, 0, 0],
    filled,
    (of) => [...i32(of), 0x24, 0, ...i32(of)],
  ])(dice);
}

const signed = (value: number): number[] => new Writer().signed(value).bytes;
