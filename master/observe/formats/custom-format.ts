import { checkExtensions } from '../../../fmu-sdk/util/check-extensions.ts';
import type { RowCounter } from '../../../fmu-sdk/util/files/row-count.ts';
import { valueText } from '../../../fmu-sdk/util/printable.ts';
import { Registry } from '../../../fmu-sdk/util/registry.ts';
import { UserCode } from '../../../fmu-sdk/util/user-code.ts';
import { readonlyColumns } from '../readonly-view.ts';
import type { Hold, OpenSink, Sink, Write } from './result-format.ts';
import { sinks } from './result-formats.ts';

/** Returns the result formats of this package together with custom ones. */
export function sinksWith(customFormats: readonly Sink[] | undefined): Registry<Sink> {
  return new Registry(sinks.what, sinks.all, wrapSink).with(customFormats);
}

/** Wraps a custom result format: checks what it opens, and attributes its errors to it. */
function wrapSink(sink: Sink): Sink {
  const { name, extensions } = sink;
  const form = new UserCode(`register result format "${name}": it`);
  form.requireMembers('form', sink, 'open');
  checkExtensions(form, extensions);
  return {
    name,
    extensions,
    open(columns, write, hold) {
      /** Error of the file, which the format passes on. */
      let refusal: { thrown: unknown } | undefined;
      const code = new UserCode(
        `record: the result format "${name}"`,
        (thrown) => refusal !== undefined && refusal.thrown === thrown,
      );
      const handed = new HandedFunctions(code);
      const hand: Write = (bytes, whole) => {
        handed.refuseLate('writes');
        if (!(bytes instanceof Uint8Array)) code.refuse('must write a Uint8Array');
        try {
          write(bytes, whole);
        } catch (thrown) {
          refusal = { thrown };
          throw thrown;
        }
      };
      const inner: OpenSink = code.method(sink, 'open')(
        readonlyColumns(columns),
        hand,
        hold && handed.hold(hold),
      );
      const { count } = code.requireMembers('recording', inner, 'row', 'close');
      if (count !== undefined) checkCount(count, code);
      const methods = code.methods(inner, 'row', 'flush', 'close');
      const visitState = code.stateOf(inner);
      const wrapper = { count, ...methods, visitState, close: () => handed.close(methods.close) };
      return wrapper as unknown as OpenSink;
    },
  };
}

/**
 * Rejects a position of the row count that is not before the rows, because it would overwrite rows.
 */
function checkCount(count: RowCounter, code: UserCode): void {
  code.requireMembers('"count"', count);
  for (const [member, least] of Object.entries({ at: 0, digits: 0, from: 0, each: 1 })) {
    const value = count[member as keyof RowCounter];
    if (!(Number.isSafeInteger(value) && value >= least))
      code.refuse(
        `has ${valueText(value)} as "${member}" in its count, expected a whole number from ${least}`,
      );
  }
  const { at, digits, from } = count;
  // With 0 digits the count is a 32-bit integer.
  const end = at + (digits > 0 ? digits : 4);
  if (end > from)
    code.refuse(`has a count that ends at byte ${end} of the file, but its rows begin at byte ${from}`);
}

/** Functions that a recording receives. They work until the end of its `close`. */
class HandedFunctions {
  private closed = false;

  constructor(private readonly code: UserCode) {}

  refuseLate(action: string): void {
    if (this.closed) this.code.refuse(`${action} after its close`);
  }

  hold(hold: Hold): Hold {
    return (bytes) => {
      this.refuseLate('asks for memory');
      const heldRows = hold(bytes);
      return {
        memory: heldRows.memory,
        keep: (whole) => {
          this.refuseLate('holds rows back');
          heldRows.keep(whole);
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
