import { callNames, modeNames2, modeNames3, Status } from './fmi-constants';
import { core, Session, session } from './instance-session';

/**
 * Writes log messages above the call's arena, without allocation and string operations.
 *
 * Placeholders: %a %b %c %d are numbers. %s and %t are texts. Upper-case %A and %B are the names of
 * the modes in a and b. Placeholder %r is the b bytes of text at a.
 */
export class Message {
  private end: usize = 0;
  private a: f64 = 0.0;
  private b: f64 = 0.0;
  private c: f64 = 0.0;
  private d: f64 = 0.0;
  private s: string = '';
  private t: string = '';

  /** Sets the numbers of the next message. */
  setNumbers(a: f64, b: f64, c: f64, d: f64): void {
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }

  /** Sets the texts of the next message. */
  setTexts(s: string, t: string): void {
    this.s = s;
    this.t = t;
  }

  /** Sends a message, which begins with the name of the running call. */
  send(status: Status, text: string): void {
    const begin: usize = session().arenaTop;
    this.end = begin;
    const its: Session = session();
    this.write(callNames[its.call]);
    this.write(': ');
    this.write(text);
    const length: i32 = i32(this.end - begin);
    const category: usize = this.end;
    this.write(categoryNames[categoryOf(status)]);
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
    else if (letter === 0x64) this.number(this.d);
    else if (letter === 0x73) this.word(this.s);
    else if (letter === 0x74) this.word(this.t);
    else if (letter === 0x72) this.bytes(usize(this.a), i32(this.b));
    else this.modes(i32(letter === 0x41 ? this.a : this.b));
  }

  /** Appends a text without placeholders as UTF-8. */
  private word(text: string): void {
    for (let i: i32 = 0; i < text.length; i++) {
      let code: i32 = text.charCodeAt(i);
      if ((code & 0xfc00) === 0xd800 && i + 1 < text.length)
        code = 0x10000 + ((code & 0x3ff) << 10) + (text.charCodeAt(++i) & 0x3ff);
      if (code < 0x80) this.byte(code);
      else if (code < 0x800) this.bits(0xc0, code, 1);
      else if (code < 0x10000) this.bits(0xe0, code, 2);
      else this.bits(0xf0, code, 3);
    }
  }

  /** Appends a multi-byte character: `more` bytes of six bits follow the first. */
  private bits(first: i32, code: i32, more: i32): void {
    this.byte(first | (code >> (6 * more)));
    for (let k: i32 = more - 1; k >= 0; k--) this.byte(0x80 | ((code >> (6 * k)) & 0x3f));
  }

  private bytes(at: usize, n: i32): void {
    for (let i: i32 = 0; i < n; i++) this.byte(load<u8>(at + usize(i)));
  }

  /** Appends nine significant digits, as 0.0015 or 1.5e-7, and whole numbers in full. */
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

  /** Appends the decimal number value / scale. scale is a power of ten. */
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
    const names: StaticArray<string> = session().speaks2 ? modeNames2 : modeNames3;
    let separated: bool = false;
    for (let i: i32 = 0; i < names.length; i++) {
      if (((set >> i) & 1) === 0 || names[i].length === 0) continue;
      if (separated) this.write(', ');
      this.write(names[i]);
      separated = true;
    }
  }

  private byte(code: i32): void {
    if (this.end >= usize(memory.size()) << 16) unreachable();
    store<u8>(this.end++, u8(code));
  }
}

let only: Message = changetype<Message>(0);

/** Opens the log. Called once, after the unit's construction. */
export function openLog(): void {
  only = new Message();
}

export const categoryNames: StaticArray<string> = ['logStatusDiscard', 'logStatusError', 'logStatusFatal'];
export const allCategories: i32 = 7;

function categoryOf(status: Status): i32 {
  return status === Status.discard ? 0 : status === Status.fatal ? 2 : 1;
}

export function wants(status: Status): bool {
  return ((session().logging >> categoryOf(status)) & 1) !== 0;
}

/** Sets the numbers %a %b %c %d of the next message. */
export function withNumbers(a: f64, b: f64 = 0.0, c: f64 = 0.0, d: f64 = 0.0): void {
  only.setNumbers(a, b, c, d);
}

/** Sets the texts %s and %t of the next message. */
export function withTexts(s: string, t: string = ''): void {
  only.setTexts(s, t);
}

/** Logs a message if the importer wants this category. */
export function log(status: Status, text: string): void {
  if (wants(status)) say(status, text);
}

/** Logs a message of any category. */
export function say(status: Status, text: string): void {
  only.send(status, text);
}
