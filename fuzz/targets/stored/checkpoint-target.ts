import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import { resumeArguments } from '../../../master/cli/run/resume-options.ts';
import { readCheckpoint } from '../../../master/run/checkpoint/checkpoint-file.ts';
import { bytesOf, holds, type Target, textOf } from '../../fuzz-target.ts';
import { joined, mutateBytes } from '../../mutate/mutate-bytes.ts';
import { mutateJson } from '../../mutate/mutate-json.ts';
import { isJson } from '../shared-inputs.ts';
import { ScratchFolder } from './scratch-folder.ts';

const magic = 'fmukit checkpoint 1\n';
const folder = new ScratchFolder();

/** Returns header and state of a case: two lines, and the state may contain more. */
function partsOf(bytes: Uint8Array): { line: Uint8Array; state: Uint8Array } {
  const end = bytes.indexOf(10);
  return end < 0
    ? { line: bytes, state: new Uint8Array() }
    : { line: bytes.subarray(0, end), state: bytes.subarray(end + 1) };
}

/** Returns the file with a right checksum and this version, or a case that is a file as it is. */
function fileOf(bytes: Uint8Array): Uint8Array {
  if (textOf(bytes.subarray(0, 6)) === 'fmukit') return bytes;
  const { line: text, state } = partsOf(bytes);
  const line = bytesOf(textOf(text).replaceAll('VERSION', packageVersion()));
  const body = deflateRawSync(state);
  const sum = createHash('sha256').update(line).update(body).digest('hex');
  return joined([bytesOf(magic), line, bytesOf(`\n${sum}\n`), body]);
}

/**
 * Checkpoints with a right checksum: a header and a state. An accepted one has the declared size,
 * and options that the command line can give.
 */
export const checkpoint: Target = {
  name: 'checkpoint',
  about: 'checkpoints of runs',
  mutate: (seed, dice, others) => {
    if (dice.once(8)) return mutateBytes(fileOf(seed), dice, others);
    const { line, state } = partsOf(seed);
    const lines = others.map((other) => partsOf(other).line);
    if (dice.once(6)) return joined([line, [10], mutateBytes(state, dice, others)]);
    return joined([mutateJson(line, dice, lines), [10], state]);
  },
  hasForm: (bytes) => isJson(partsOf(bytes).line),
  run: (bytes) => {
    const file = folder.write('case.checkpoint', fileOf(bytes));
    const { state, bytes: declared, rows, verdict } = readCheckpoint(file);
    holds(state.length === declared, 'the state has another size than declared');
    const args = resumeArguments({ file } as Parameters<typeof resumeArguments>[0]);
    holds(typeof args.file === 'string' && args.resume === true, 'its options name no file');
    return `accepted ${Object.keys(args).sort().join()} ${rows === undefined} ${verdict.word}`;
  },
  close: () => folder.remove(),
};
