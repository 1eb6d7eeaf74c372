import { core, Session, session } from './session';

export enum Status {
  ok = 0,
  warning = 1,
  discard = 2,
  error = 3,
  fatal = 4,
}

/**
 * Writes log messages as ASCII above the call's arena: no allocation, no string operations. A message is a text
 * with places for what it tells: %a %b %c are numbers, %s %t words, %A %B the names of the modes in a, b.
 */
export class Message {
  private end: usize = 0;
  private a: f64 = 0.0;
  private b: f64 = 0.0;
  private c: f64 = 0.0;
  private s: string = '';
  private t: string = '';

  /** `call` and `suffix` make the name of the call. */
  send(
    status: Status,
    call: string,
    suffix: string,
    text: string,
    a: f64,
    b: f64,
    c: f64,
    s: string,
    t: string,
  ): void {
    this.a = a;
    this.b = b;
    this.c = c;
    this.s = s;
    this.t = t;
    const begin: usize = session().arenaTop;
    this.end = begin;
    this.write(call);
    this.write(suffix);
    this.write(': ');
    this.write(text);
    const length: i32 = i32(this.end - begin);
    const category: usize = this.end;
    this.write(categoryNames[categoryOf(status)]);
    const its: Session = session();
    core().logMessage(its.name, its.nameLength, status, category, i32(this.end - category), begin, length);
  }

  private write(text: string): void {
    const n: i32 = text.length;
    for (let i: i32 = 0; i < n; i++) {
      const code: i32 = text.charCodeAt(i);
      if (code === 0x25) this.place(text.charCodeAt(++i));
      else this.byte(code);
    }
  }

  private place(letter: i32): void {
    if (letter === 0x61) this.number(this.a);
    else if (letter === 0x62) this.number(this.b);
    else if (letter === 0x63) this.number(this.c);
    else if (letter === 0x73) this.word(this.s);
    else if (letter === 0x74) this.word(this.t);
    else this.modes(i32(letter === 0x41 ? this.a : this.b));
  }

  /** As it stands, without places; what is not ASCII becomes a question mark. */
  private word(text: string): void {
    for (let i: i32 = 0; i < text.length; i++) {
      const code: i32 = text.charCodeAt(i);
      this.byte(code < 0x7f ? code : 0x3f);
    }
  }

  /** Nine significant digits, as 0.0015 or 1.5e-7; whole numbers in full. */
  private number(value: f64): void {
    if (!(Math.abs(value) < Infinity)) {
      this.write(value < 0.0 ? '-Infinity' : value > 0.0 ? 'Infinity' : 'NaN');
      return;
    }
    if (value < 0.0) this.byte(0x2d);
    let m: f64 = Math.abs(value);
    if (m < 1e15 && Math.floor(m) === m) {
      this.digits(u64(m), 1);
      return;
    }
    let exponent: i32 = 0;
    if (m < 1e-4 || m >= 1e8) {
      for (; m >= 10.0; exponent++) m /= 10.0;
      for (; m < 1.0; exponent--) m *= 10.0;
    }
    let scale: u64 = 1;
    while (m * f64(scale) < 1e8) scale *= 10;
    this.digits(u64(m * f64(scale) + 0.5), scale);
    if (exponent === 0) return;
    this.byte(0x65);
    this.number(f64(exponent));
  }

  /** The decimal number value / scale, where scale is a power of ten. */
  private digits(value: u64, scale: u64): void {
    let power: u64 = scale;
    while (value / power >= 10) power *= 10;
    let rest: u64 = value;
    for (; power > 0; power /= 10) {
      if (power < scale && rest === 0) return;
      if (power * 10 === scale) this.byte(0x2e);
      this.byte(0x30 + i32(rest / power));
      rest %= power;
    }
  }

  private modes(set: i32): void {
    let separated: bool = false;
    for (let i: i32 = 0; i < modeNames.length; i++) {
      if (((set >> i) & 1) === 0) continue;
      if (separated) this.write(', ');
      this.write(modeNames[i]);
      separated = true;
    }
  }

  private byte(code: i32): void {
    if (this.end >= usize(memory.size()) << 16) unreachable();
    store<u8>(this.end++, u8(code));
  }
}

/** Names of the bits of `Mode`. */
const modeNames: StaticArray<string> = [
  'Instantiated',
  'Configuration Mode',
  'Initialization Mode',
  'Step Mode',
  'Reconfiguration Mode',
  'Terminated',
  'Intermediate Update Mode',
  'Failed',
  'Event Mode',
];

let only: Message = changetype<Message>(0);

/** Called once, after the unit stands in memory. */
export function openLog(): void {
  only = new Message();
}

export const categoryNames: StaticArray<string> = ['logStatusDiscard', 'logStatusError', 'logStatusFatal'];
export const allCategories: i32 = 7;

function categoryOf(status: Status): i32 {
  return status === Status.discard ? 0 : status === Status.fatal ? 2 : 1;
}

/** Tells the importer, if it wants to hear of this category. */
export function log(
  status: Status,
  call: string,
  suffix: string,
  text: string,
  a: f64 = 0.0,
  b: f64 = 0.0,
  c: f64 = 0.0,
  s: string = '',
  t: string = '',
): void {
  if (((session().logging >> categoryOf(status)) & 1) !== 0) say(status, call, suffix, text, a, b, c, s, t);
}

/** In any case. */
export function say(
  status: Status,
  call: string,
  suffix: string,
  text: string,
  a: f64 = 0.0,
  b: f64 = 0.0,
  c: f64 = 0.0,
  s: string = '',
  t: string = '',
): void {
  only.send(status, call, suffix, text, a, b, c, s, t);
}
