import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commands } from '../../master/cli/commands.ts';
import { exitCodeHelp } from '../../master/cli/exit/exit-codes.ts';
import { declarationOf } from '../../master/cli/option-declaration.ts';
import { fmuHere } from '../fmu-here.ts';

/** Returns the completions of bash after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${(await fmuHere(['completion', 'bash'])).out}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _fmu; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

it('bash completes commands, options of a command, and values of an option', async () => {
  expect(await offered('fmu', 'in')).toEqual(['inspect']);
  expect(await offered('fmu', 'run', '--st')).toEqual(
    expect.arrayContaining(['--start-time', '--stop-time', '--step']),
  );
  expect(await offered('fmu', 'run', '--interface', '')).toEqual(['cs', 'me', 'se']);
  expect(await offered('fmu', 'completion', 'f')).toEqual(['fish']);
  // Custom modules may add values to the known ones.
  expect(await offered('fmu', 'run', '--scheme', 'a')).toEqual(['adaptive', 'auto']);
  expect(await offered('fmu', 'run', '--solver', '')).toEqual(['auto', 'dopri5', 'radau5', 'bdf', 'euler']);
  expect(await offered('fmu', 'check', '--explain', 'derivative/dir')).toContain('derivative/directional');
});

it('completion scripts of all shells have every option of every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await fmuHere(['completion', shell]);
    for (const command of commands.map(declarationOf)) {
      expect(out).toContain(command.name);
      for (const { name } of command.options)
        expect(out).toContain(shell === 'fish' ? `-${name.length === 1 ? 's' : 'l'} ${name}` : `--${name}`);
    }
  }
});

it('the help of every command explains the exit codes', async () => {
  const words = exitCodeHelp.slice(0, 20);
  expect((await fmuHere(['--help'])).out).toContain(words);
  expect((await fmuHere(['lint', '--help'])).out).toContain(words);
});
