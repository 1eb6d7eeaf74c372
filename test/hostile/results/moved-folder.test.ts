import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { shortLines } from '../../../master/cli/run/step-by-step.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('moved');

describe.skipIf(process.platform === 'win32')(
  'the folder of a result that is exchanged during the run',
  () => {
    it('a run that is interrupted says that its rows are lost', async () => {
      const [results, other] = [join(folder, 'results'), join(folder, 'other')];
      mkdirSync(results);
      mkdirSync(other);
      const system = await singleSystem(join(root, 'dist/joystick.fmu'));
      const stop = new AbortController();
      const run = simulate(system, { output: join(results, 'r.csv'), signal: stop.signal });
      const interrupted = (async (): Promise<void> => {
        let rows = 0;
        for await (const _ of run) {
          if (++rows < 50) continue;
          renameSync(results, join(folder, 'moved'));
          symlinkSync(other, results);
          stop.abort();
        }
        await run;
      })();
      await expect(interrupted).rejects.toThrow(
        /^record .*r\.csv: its rows are lost, because its folder was moved or removed/,
      );
    });
  },
);

describe('commands from a stream', () => {
  const linesOf = async (chunks: Iterable<string>): Promise<string[]> => {
    const stream = new PassThrough();
    const lines: string[] = [];
    const read = (async (): Promise<void> => {
      for await (const line of shortLines(stream)) lines.push(line);
    })();
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
    await read;
    return lines;
  };

  it('lines are the same wherever the stream is cut', async () => {
    const text = 'next\r\nset u 1\n\nquit';
    expect(await linesOf([text])).toEqual(['next', 'set u 1', '', 'quit']);
    expect(await linesOf([...text])).toEqual(['next', 'set u 1', '', 'quit']);
  });

  it('a line without end takes little memory and one error', async () => {
    function* endless(): Generator<string> {
      for (let k = 0; k < 40; k++) yield 'x'.repeat(4096);
    }
    await expect(linesOf(endless())).rejects.toThrow(
      'run --step-by-step: expected lines of at most 65536 characters, got a longer one. Write one command a line.',
    );
  });
});
