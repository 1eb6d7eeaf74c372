import { vi } from 'vitest';
import { main } from '../../master/cli/main.ts';

/** Runs the command line in this process, whose output it catches. */
export async function fmu(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const catching = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text)))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text)))),
  ];
  // A process that several files of tests share would end at once, with the tests of the others.
  let ended: number | undefined;
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    ended ??= Number(code ?? process.exitCode ?? 0);
    throw new Error(`the command line has ended with ${ended}`);
  });
  const before = process.exitCode;
  const listeners = process.stdout.listeners('error');
  process.exitCode = undefined;
  try {
    await main(words);
    return { code: ended ?? Number(process.exitCode ?? 0), out, err };
  } finally {
    process.exitCode = before;
    for (const each of process.stdout.listeners('error'))
      if (!listeners.includes(each)) process.stdout.off('error', each as () => void);
    for (const each of [...catching, exit]) each.mockRestore();
  }
}
