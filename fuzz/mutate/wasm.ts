import type { Dice } from '../dice.ts';
import { mutateBytes } from './bytes.ts';
import { joined, Leb, leb } from './leb.ts';
import { type Item, itemsOf, section } from './wasm-items.ts';
import { oddText } from './words.ts';

/**
 * Changes sections of a core module and what is listed in them, or sections of a component and of the core modules and components in it,
 * sizes and counts put right; now and then bytes.
 */
export function mutateWasm(seed: Uint8Array, dice: Dice, others: readonly Uint8Array[]): Uint8Array {
  return mutateModule(seed, dice, others, 0);
}

interface Section {
  id: number;
  body: Uint8Array;
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
  for (let n = dice.few(6); n > 0; n--) {
    const at = dice.below(sections.length);
    if (sections.length === 0 || dice.once(8)) list(sections, at, donor, dice);
    else if (component) inComponent(sections[at], dice, others, depth);
    else inCore(sections[at], sections, dice);
  }
  const head = seed.slice(0, headBytes);
  if (dice.once(40)) head[4 + dice.below(4)] = dice.below(256);
  return joined([head, ...sections.flatMap(({ id, body }) => [[id], leb(body.length), body])]);
}

/** The sections of a binary; undefined where it is cut short. */
function split(wasm: Uint8Array): Section[] | undefined {
  const sections: Section[] = [];
  const reader = new Leb(wasm, headBytes);
  while (reader.at < wasm.length) {
    const id = reader.byte();
    const body = reader.take(reader.number());
    if (reader.short) return undefined;
    sections.push({ id, body });
  }
  return sections;
}

function list(sections: Section[], at: number, donor: readonly Section[], dice: Dice): void {
  const name = joined([[4], [110, 97, 109, 101], [dice.below(256)]]);
  const here = sections[at] ?? { id: 0, body: name };
  const change = dice.below(5);
  if (change === 0) sections.splice(at, 1);
  else if (change === 1) sections.splice(at, 0, { ...here });
  else if (change === 2) sections.splice(at, 0, { ...(dice.of(donor) ?? here) });
  else if (change === 3) sections.splice(at, 0, { id: 0, body: name });
  else if (sections.length > 0) here.id = dice.below(14);
}

/** Sections 1 and 4 of a component hold a core module and a component. */
function inComponent(of: Section, dice: Dice, others: readonly Uint8Array[], depth: number): void {
  const inner = (of.id === 1 || of.id === 4) && depth < 8;
  if (inner && dice.once(12) && of.body.length < 4000)
    of.body = joined([[0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0], [of.id], leb(of.body.length), of.body]);
  else if (inner && !dice.once(6)) of.body = mutateModule(of.body, dice, [], depth + 1);
  else of.body = mutateBytes(of.body, dice, others);
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
  else items[at] = changed(of.id, items[at], all, dice);
  of.body = joined([leb(dice.once(40) ? dice.word() : items.length), ...items]);
}

function changed(id: number, item: Item, all: readonly Section[], dice: Dice): Item {
  if (id === section.code) return bodyOf(dice);
  if (id === section.memory) return limits(dice);
  if (id === section.table) return joined([[0x70], limits(dice)]);
  if (id === section.export && dice.once(2)) {
    const name = new TextEncoder().encode(oddText(dice));
    return joined([leb(name.length), name, item.subarray(item.length - 2)]);
  }
  if (id === section.data && dice.once(2))
    return joined([[0, 0x41], leb(dice.word()), [0x0b], leb(4), word(dice)]);
  return mutateBytes(item, dice, all.length === 0 ? [] : [dice.of(all).body]);
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

/** The body of a function that answers something odd; whether its type fits is a matter of luck. */
function bodyOf(dice: Dice): Uint8Array {
  const i32 = [0x41, ...signed(dice.once(2) ? dice.below(70_000) : dice.word() | 0)];
  const f64 = [
    0x44,
    ...new Uint8Array(Float64Array.of(dice.of([0, -1, 1e-3, Number.NaN, Infinity, 1e300])).buffer),
  ];
  const code = dice.of([
    i32,
    i32,
    i32,
    f64,
    f64,
    [],
    [0x00],
    // Itself, or another, without end.
    [0x10, dice.below(12), 0x00],
    [...i32, 0x40, 0x00],
    [...i32, ...f64, 0x39, 3, ...leb(dice.word()), ...i32],
    [...i32, 0x28, 2, ...leb(dice.below(70_000))],
    [...i32, 0x11, 0, 0],
    [0x41, 0, 0x41, 0, ...i32, 0xfc, 11, 0],
    [...i32, 0x24, 0, ...i32],
  ]);
  const locals = dice.once(10) ? [...leb(1), ...leb(dice.of([1, 50_000, 60_000])), 0x7f] : [0];
  const body = [...locals, ...code, 0x0b];
  return joined([leb(body.length), body]);
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 0x7f;
    if ((rest >= -64 && rest < 64) || bytes.length === 4) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}
