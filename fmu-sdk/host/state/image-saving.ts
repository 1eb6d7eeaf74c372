import { ImageWriter } from './image-bytes.ts';
import { countOf, isShared, kind, later, NotSavableError, slotsOf, tag } from './image-format.ts';

/** Saves the contents of objects. See `SessionImage`. */
export class ImageSaver {
  private readonly writer = new ImageWriter();
  private readonly open: object[] = [];
  private readonly met = new Set<unknown>();
  private readonly savedNumbers = new Map<unknown, number>();

  constructor(
    private readonly roots: readonly object[],
    private readonly numbers: ReadonlyMap<unknown, number>,
    private readonly classes: ReadonlyMap<unknown, number>,
    private readonly isKept: (value: unknown) => boolean,
  ) {}

  bytes(shape: number): Uint8Array {
    const { writer, open, met } = this;
    writer.count(shape);
    for (const root of this.roots) {
      met.add(root);
      open.push(root);
    }
    for (let i = 0; i < open.length; i++) this.content(open[i]);
    return writer.done();
  }

  private content(object: object): void {
    const { writer } = this;
    if (object instanceof ArrayBuffer || isShared(object)) return;
    if (ArrayBuffer.isView(object)) {
      writer.bytes(new Uint8Array(object.buffer, object.byteOffset, object.byteLength));
      return;
    }
    writer.count(countOf(object));
    slotsOf(
      object,
      (value, name) => this.slot(value, object, name),
      (name) => writer.text(name),
    );
  }

  private slot(value: unknown, owner: object, name: string): void {
    const { writer } = this;
    if (typeof value === 'number') {
      writer.byte(tag.real);
      writer.real(value);
    } else if (typeof value === 'bigint') {
      writer.byte(tag.integer);
      writer.text(String(value));
    } else if (typeof value === 'string') {
      writer.byte(tag.text);
      writer.text(value);
    } else if (typeof value === 'boolean') writer.byte(value ? tag.true : tag.false);
    else if (value === undefined) writer.byte(tag.undefined);
    else if (value === null) writer.byte(tag.null);
    else if (typeof value === 'symbol') writer.byte(tag.same);
    else this.object(value, owner, name);
  }

  private object(value: object, owner: object, name: string): void {
    const { writer, numbers, savedNumbers: made } = this;
    const number = numbers.get(value);
    const again = made.get(value);
    if (!this.isKept(value)) writer.byte(tag.same);
    else if (number !== undefined) {
      writer.byte(tag.known);
      writer.count(number);
      this.meet(value);
    } else if (again !== undefined) {
      writer.byte(tag.again);
      writer.count(again);
    } else {
      writer.byte(tag.made);
      made.set(value, made.size);
      this.describe(value, owner, name);
      this.meet(value);
    }
  }

  private meet(value: object): void {
    if (typeof value === 'function' || this.met.has(value)) return;
    this.met.add(value);
    this.open.push(value);
  }

  private describe(value: object, owner: object, name: string): void {
    const { writer } = this;
    const prototype: unknown = Object.getPrototypeOf(value);
    const like = this.classes.get(prototype);
    const named = later.indexOf(prototype as object);
    if (Array.isArray(value)) writer.byte(kind.array);
    else if (prototype === Object.prototype || prototype === null) writer.byte(kind.table);
    else if (value instanceof Map) writer.byte(kind.map);
    else if (value instanceof Set) writer.byte(kind.set);
    else if (ArrayBuffer.isView(value)) this.describeView(value);
    else if (named >= 0) {
      writer.byte(kind.named);
      writer.count(named);
    } else if (like !== undefined && typeof value !== 'function') {
      writer.byte(kind.instance);
      writer.count(like);
    } else {
      const what = typeof value === 'function' ? 'a function' : `an instance of ${value.constructor?.name}`;
      throw new NotSavableError(
        `${owner.constructor?.name ?? 'a table'}.${name} is ${what} that was created later`,
      );
    }
  }

  private describeView(view: ArrayBufferView): void {
    const { writer, numbers, savedNumbers: made } = this;
    const { buffer, byteOffset, byteLength } = view;
    writer.byte(kind.view);
    writer.text(view.constructor.name);
    const number = numbers.get(buffer);
    const again = made.get(buffer);
    if (number !== undefined) {
      writer.byte(tag.known);
      writer.count(number);
    } else if (again !== undefined) {
      writer.byte(tag.again);
      writer.count(again);
    } else {
      made.set(buffer, made.size);
      writer.byte(tag.made);
      writer.count(buffer.byteLength);
    }
    writer.count(byteOffset);
    writer.count(byteLength);
  }
}
