import type { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { main } from '../master/cli/main.ts';
import { type Finished, fmu, root, withoutSignsOfLife } from './run-fmu.ts';
import { wide } from './width.ts';

/** What the command line adds for the rest of its process: another process than its own goes on. */
const added: readonly (readonly [emitter: EventEmitter, event: string])[] = [
  [process.stdout, 'error'],
  [process.stderr, 'error'],
  [process, 'uncaughtException'],
  [process, 'unhandledRejection'],
];

/**
 * Runs the command `fmu` in the process of the tests, where what it says and does is the claim: it takes a fraction of the time that a
 * process of its own does (`fmu` of `run-fmu.ts`), which is for what belongs to a process.
 */
export async function fmuHere(args: readonly string[], cwd: string = root): Promise<Finished> {
  let [out, err] = ['', ''];
  let ended: number | undefined;
  // Nothing is said after the end.
  const catching = (take: (text: string) => void) => (text: unknown) => {
    if (ended === undefined) take(String(text));
    return true;
  };
  const toOut = catching((text) => (out += text));
  // A thread of its own writes the signs of life; the command ends their line.
  const toErr = catching((text) => (err += text === '\n' ? '' : text));
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(toOut),
    vi.spyOn(process.stderr, 'write').mockImplementation(toErr),
    // By which yargs prints help: tests have a console of their own.
    vi.spyOn(console, 'log').mockImplementation((text) => void toOut(`${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void toErr(`${text}\n`)),
    // A process that several files of tests share would end at once, with the tests of the others.
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
    await main(args);
    return { code: ended ?? Number(process.exitCode ?? 0), out, err: withoutSignsOfLife(err) };
  } finally {
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
    for (const [k, [emitter, event]] of added.entries())
      for (const each of emitter.rawListeners(event))
        if (!listeners[k].includes(each)) emitter.removeListener(event, each as () => void);
    for (const each of spies) each.mockRestore();
  }
}

/** In a process of its own where the tests go their whole way; at the desk in this one. */
export async function fmuEither(args: readonly string[], cwd: string = root): Promise<Finished> {
  return wide ? fmu([...args], cwd) : fmuHere(args, cwd);
}
