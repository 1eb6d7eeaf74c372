import type { Platform } from '../util/c-compiler/compilers.ts';
import type { BuildArtifacts } from './make-unit.ts';

interface Head {
  token: string;
  component: number;
  archives: { name: string; length: number }[];
  native: { platform: Platform; length: number }[];
}

const stepBytes = 8;
const lengthBytes = 4;

/**
 * Packs the results of a build into one block of bytes: internal step, length of the head, head as
 * JSON, archives, libraries.
 */
export function packArtifacts({
  token,
  internalStep,
  archives,
  component,
  native,
}: BuildArtifacts): Uint8Array {
  const head: Head = {
    token,
    component,
    archives: archives.map(({ name, content }) => ({ name, length: content.length })),
    native: native.map(({ platform, library }) => ({ platform, length: library.length })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const numbers = Buffer.alloc(stepBytes + lengthBytes);
  numbers.writeDoubleLE(internalStep);
  numbers.writeUInt32LE(text.length, stepBytes);
  return Buffer.concat([
    numbers,
    text,
    ...archives.map(({ content }) => content),
    ...native.map(({ library }) => library),
  ]);
}

/** Unpacks the results of a build. The build time of their libraries is 0 s. */
export function unpackArtifacts(packed: Uint8Array): BuildArtifacts {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  let at = stepBytes + lengthBytes;
  const next = (length: number): Uint8Array => {
    at += length;
    return new Uint8Array(bytes.subarray(at - length, at));
  };
  const head = JSON.parse(Buffer.from(next(bytes.readUInt32LE(stepBytes))).toString()) as Head;
  return {
    token: head.token,
    internalStep: bytes.readDoubleLE(0),
    archives: head.archives.map(({ name, length }) => ({ name, content: next(length) })),
    component: head.component,
    native: head.native.map(({ platform, length }) => ({
      platform,
      library: next(length),
      seconds: 0,
      fromCache: true,
    })),
  };
}
