import { crc32 } from 'node:zlib';
import { CallsReader } from '../../../fmu-sdk/host/recorded/calls-reader.ts';
import { compareRecordings } from '../../../fmu-sdk/host/recorded/compare-recording.ts';
import { recordedDescriptions } from '../../../master/run/recording/call-recording.ts';
import { bytesOf, holds, type Target, textOf } from '../../fuzz-target.ts';
import { joined, mutateBytes } from '../../mutate/mutate-bytes.ts';
import { ScratchFolder } from './scratch-folder.ts';

const magic = bytesOf('fmukit calls 1\n');
const pieceHead = 8;
const folder = new ScratchFolder();

/** Returns the contents of the pieces of a recording. The last may be cut. */
function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Uint8Array[] = [];
  for (let at = magic.length; at + pieceHead <= bytes.length; ) {
    const begin = at + pieceHead;
    at = begin + view.getUint32(at, true);
    pieces.push(bytes.subarray(begin, at));
  }
  return pieces;
}

/** Returns a recording of these pieces with right lengths and checksums. */
function recordingOf(pieces: readonly Uint8Array[]): Uint8Array {
  const parts = pieces.flatMap((piece) => {
    const head = new DataView(new ArrayBuffer(pieceHead));
    head.setUint32(0, piece.length, true);
    head.setUint32(4, crc32(piece), true);
    return [new Uint8Array(head.buffer), piece];
  });
  return joined([magic, ...parts]);
}

const hasMagic = (bytes: Uint8Array): boolean => textOf(bytes.subarray(0, magic.length)) === textOf(magic);

/** Recordings of calls with right checksums. An accepted one can be read twice and equals itself. */
export const recording: Target = {
  name: 'recording',
  about: 'recordings of calls',
  mutate: (seed, dice, others) => {
    if (dice.once(8) || !hasMagic(seed)) return mutateBytes(seed, dice, others);
    const pieces = piecesOf(seed);
    const donors = others.filter(hasMagic).flatMap(piecesOf);
    for (let n = dice.few(3); n > 0 && pieces.length > 0; n--) {
      const at = dice.once(20) ? 0 : dice.below(pieces.length);
      if (dice.once(5)) pieces.splice(at, 1);
      else if (dice.once(4) && donors.length > 0) pieces.splice(at, dice.below(2), dice.of(donors));
      else pieces[at] = mutateBytes(pieces[at], dice, donors);
    }
    return recordingOf(pieces);
  },
  hasForm: hasMagic,
  run: (bytes) => {
    const file = folder.write('case.calls', bytes);
    const reader = new CallsReader(file);
    const names = new Set<string>();
    let calls = 0;
    try {
      for (let call = reader.call(); call !== undefined; call = reader.call()) {
        calls++;
        names.add(call.name);
        reader.answer();
      }
    } finally {
      reader.close();
    }
    const { descriptions } = recordedDescriptions(file);
    const { divergence } = compareRecordings(file, file, { relative: 0 }, descriptions);
    holds(divergence === undefined, `it differs from itself: ${divergence}`);
    return `accepted ${Math.min(9, calls)} ${[...names].sort().join()} ${reader.outcome === undefined}`;
  },
  close: () => folder.remove(),
};
