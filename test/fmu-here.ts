import type { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { main } from '../master/cli/main.ts';
import { type Finished, fmu, root, withoutSignsOfLife } from './run-fmu.ts';
import { isFullTest } from './width.ts';

/**
 * Listeners that the command line adds for the rest of its process, which continues in the tests.
 */
const added: readonly (readonly [emitter: EventEmitter, event: string])[] = [
  [process.stdout, 'error'],
  [process.stderr, 'error'],
  [process, 'uncaughtException'],
  [process, 'unhandledRejection'],
];

/**
 * Runs the command `fmu` in the process of the tests, which takes a fraction of the time of a
 * separate process. Use it for tests of output and actions. Tests of the process itself use `fmu`
 * of `run-fmu.ts`.
 */
export function fmuHere(args: readonly string[], cwd: string = root): Promise<Finished> {
  return programHere(() => main(args), cwd);
}

/** Runs the main function of a program in the process of the tests, and catches output and end. */
export async function programHere(program: () => unknown, cwd: string = root): Promise<Finished> {
  let [out, err] = ['', ''];
  let ended: number | undefined;
  // Ignores output after the end.
  const catching = (take: (text: string) => void) => (text: unknown) => {
    if (ended === undefined) take(String(text));
    return true;
  };
  const toOut = catching((text) => (out += text));
  // A separate thread writes the progress, and the command ends its line.
  const toErr = catching((text) => (err += text === '\n' ? '' : text));
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(toOut),
    vi.spyOn(process.stderr, 'write').mockImplementation(toErr),
    // Help is printed by yargs through console.log, and tests have a separate console.
    vi.spyOn(console, 'log').mockImplementation((text) => void toOut(`${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void toErr(`${text}\n`)),
    // Otherwise a process shared by several test files would end with the other tests.
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      ended ??= Number(code ?? process.exitCode ?? 0);
      throw new Error(`the command line has ended with ${ended}`);
    }),
  ];
  const before = { exitCode: process.exitCode, cwd: process.cwd() };
  const listeners = added.map(([emitter, event]) => emitter.rawListeners(event));
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    await Promise.resolve()
      .then(program)
      .catch((error: unknown) => {
        if (ended === undefined) throw error;
      });
    return { code: ended ?? Number(process.exitCode ?? 0), out, err: withoutSignsOfLife(err) };
  } finally {
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
    for (const [k, [emitter, event]] of added.entries())
      for (const rawListener of emitter.rawListeners(event))
        if (!listeners[k].includes(rawListener)) emitter.removeListener(event, rawListener as () => void);
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs the command in a separate process in full tests, and in this one in quick tests. */
export async function fmuEither(args: readonly string[], cwd: string = root): Promise<Finished> {
  return isFullTest ? fmu([...args], cwd) : fmuHere(args, cwd);
}
