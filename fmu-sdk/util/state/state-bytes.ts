import { BytesReader, BytesWriter } from './byte-stream.ts';
import { DifferentStateError } from './stateful.ts';

/** Writes the values of a state. Equal texts are stored once. */
export class StateBytesWriter extends BytesWriter {
  private readonly texts = new Map<string, number>();

  override text(value: string): void {
    const known = this.texts.get(value);
    this.count(known ?? this.texts.size);
    if (known !== undefined) return;
    this.texts.set(value, this.texts.size);
    super.text(value);
  }
}

/** Reads the output of `StateBytesWriter` in order. Throws a `DifferentStateError` at a premature end. */
export class StateBytesReader extends BytesReader {
  private readonly texts: string[] = [];

  override text(): string {
    const number = this.count();
    if (number === this.texts.length) this.texts.push(super.text());
    return this.texts[number];
  }

  protected override endsEarly(): Error {
    return new DifferentStateError('the bytes end too early');
  }
}
