import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commands } from '../../master/cli/commands.ts';
import { exitCodeWords } from '../../master/cli/exit-codes.ts';
import { declaredBy } from '../../master/cli/options.ts';
import { fmu } from '../run-fmu.ts';

/** What bash would offer behind these words. */
function offered(...words: string[]): string[] {
  const script = `${fmu(['completion', 'bash']).out}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _fmu; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

it('bash completes commands, options of a command, and values of an option', () => {
  expect(offered('fmu', 'in')).toEqual(['inspect']);
  expect(offered('fmu', 'run', '--st')).toEqual(
    expect.arrayContaining(['--start-time', '--stop-time', '--step']),
  );
  expect(offered('fmu', 'run', '--interface', '')).toEqual(['cs', 'me', 'se']);
  expect(offered('fmu', 'completion', 'f')).toEqual(['fish']);
});

it('the scripts of all shells have every option of every command', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = fmu(['completion', shell]);
    for (const command of commands.map(declaredBy)) {
      expect(out).toContain(command.name);
      for (const { name } of command.options)
        expect(out).toContain(shell === 'fish' ? `-${name.length === 1 ? 's' : 'l'} ${name}` : `--${name}`);
    }
  }
});

it('every help says what exit codes mean', () => {
  const words = exitCodeWords.slice(0, 20);
  expect(fmu(['--help']).out).toContain(words);
  expect(fmu(['lint', '--help']).out).toContain(words);
});
