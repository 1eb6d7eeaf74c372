import { checkEndings } from '../../fmu-sdk/util/check-extensions.ts';
import type { Count } from '../../fmu-sdk/util/files/row-count.ts';
import { valueText } from '../../fmu-sdk/util/printable.ts';
import { Registry } from '../../fmu-sdk/util/registry.ts';
import { OwnCode } from '../../fmu-sdk/util/user-code.ts';
import { looked } from './readonly-view.ts';
import type { Hold, OpenSink, Sink, Write } from './result-format.ts';
import { sinks } from './result-formats.ts';

/** Forms of results of this package and of a user's own. */
export function sinksWith(own: readonly Sink[] | undefined): Registry<Sink> {
  return new Registry(sinks.what, sinks.all, ownSink).with(own);
}

/** A form of results of a user's own: what it opens is looked at, and what fails in it is told as its own. */
function ownSink(sink: Sink): Sink {
  const { name, extensions } = sink;
  const form = new OwnCode(`register form of results "${name}": it`);
  form.needs('form', sink, 'open');
  checkEndings(form, extensions);
  return {
    name,
    extensions,
    open(columns, write, hold) {
      /** What the file has thrown, which is handed on by who writes. */
      let refusal: { thrown: unknown } | undefined;
      const code = new OwnCode(
        `record: the form of results "${name}"`,
        (thrown) => refusal !== undefined && refusal.thrown === thrown,
      );
      const handed = new Handed(code);
      const hand: Write = (bytes, whole) => {
        handed.refuseLate('writes');
        if (!(bytes instanceof Uint8Array)) code.refuse('writes what is no Uint8Array');
        try {
          write(bytes, whole);
        } catch (thrown) {
          refusal = { thrown };
          throw thrown;
        }
      };
      const inner: OpenSink = code.method(sink, 'open')(looked(columns), hand, hold && handed.hold(hold));
      const { count } = code.needs('recording', inner, 'row', 'close');
      if (count !== undefined) checkCount(count, code);
      const methods = code.methods(inner, 'row', 'flush', 'close');
      const own = { count, inner, ...methods, close: () => handed.close(methods.close) };
      return own as unknown as OpenSink;
    },
  };
}

/** Refuses a place for the number of rows that is none in the file's beginning: bytes of rows would be written over. */
function checkCount(count: Count, code: OwnCode): void {
  code.needs('"count"', count);
  for (const [member, least] of Object.entries({ at: 0, digits: 0, from: 0, each: 1 })) {
    const value = count[member as keyof Count];
    if (!(Number.isSafeInteger(value) && value >= least))
      code.refuse(
        `has ${valueText(value)} as "${member}" in its count, and it is a whole number from ${least}`,
      );
  }
  const { at, digits, from } = count;
  // Of 0 digits it has 32 bits.
  const end = at + (digits > 0 ? digits : 4);
  if (end > from)
    code.refuse(`has a count that ends at byte ${end} of the file, and its rows begin at byte ${from}`);
}

/** What a recording was handed: it is for its file, up to the end of its close, and never for what comes behind. */
class Handed {
  private closed = false;

  constructor(private readonly code: OwnCode) {}

  refuseLate(deed: string): void {
    if (this.closed) this.code.refuse(`${deed} after its close`);
  }

  hold(hold: Hold): Hold {
    return (bytes, own, waiting) => {
      this.refuseLate('asks for memory');
      const held = hold(bytes, own, waiting);
      return {
        memory: held.memory,
        keep: (whole) => {
          this.refuseLate('holds rows back');
          held.keep(whole);
        },
        wait: (whole, rows) => {
          this.refuseLate('holds rows back');
          held.wait(whole, rows);
        },
      };
    };
  }

  close(close: () => void): void {
    try {
      close();
    } finally {
      this.closed = true;
    }
  }
}
