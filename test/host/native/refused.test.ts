import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFmu } from '../../../fmu-sdk/check/check-fmu.ts';
import { standardRule } from '../../../fmu-sdk/check/rule-catalogue.ts';
import type { Permission } from '../../../fmu-sdk/host/choice/sandbox-permissions.ts';
import { rejectedCallsText } from '../../../fmu-sdk/host/native/sandbox/refused-syscalls.ts';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu } from '../../run-fmu.ts';

const folder = temporaryFolder('refused');

/** An FMU that executes this statement in each step. */
async function unitThat(name: string, statement: string): Promise<string> {
  const file = join(folder, `${name}.fmu`);
  writeFileSync(file, await makeUnit(3, { defines: [`AT_STEP(t)=${statement}`] }));
  return file;
}

/** Returns the error of a step. */
async function step(file: string, allow?: Permission[]): Promise<string> {
  const unit = await (await openFmu(file, { allow })).instantiate();
  try {
    unit.initialize();
    unit.step(0, 0.1);
    unit.close();
    return 'done';
  } catch (error) {
    return (error as Error).message;
  }
}

describe.skipIf(noCompiler !== undefined)('an FMU that fails because its sandbox rejected a call', () => {
  it.each([
    ['a socket', 'if(socket(2,1,0)<0)return(3)', 'returned error.*rejected: socket \\(--allow net\\)', 'net'],
    ['a process', 'if(fork()<0)abort()', 'SIGABRT.*rejected: clone \\(--allow processes\\)', 'processes'],
    ['a program', 'if(system("true")!=0)_exit(4)', 'exit code 4.*\\(--allow processes\\)', 'processes'],
    ['a trace', 'if(syscall(101,1,1,1,1)<0)return(3)', 'rejected: ptrace \\(not available\\)', undefined],
  ] as const)(
    'an FMU’s rejected call of %s is reported with a permission that helps',
    async (name, statement, words, allow) => {
      const file = await unitThat(name, statement);
      expect(await step(file)).toMatch(new RegExp(words));
      const all = await step(file, ['net', 'processes']);
      if (allow === undefined) expect(all).toMatch(new RegExp(words));
      else expect(all).toBe('done');
    },
  );

  it('an FMU without rejected calls gets no report', async () => {
    expect(await step(await unitThat('nothing', 'abort()'))).not.toMatch(/sandbox|allow/);
  });

  it('the permissions for rejected calls apply to the check, too', async () => {
    const file = await unitThat('check', 'if(socket(2,1,0)<0)return(3)');
    const rules = [standardRule('run/steps')!];
    const verdict = async (allow?: Permission[]): Promise<string> =>
      (await checkFmu(file, { rules, allow })).verdicts[0].status;
    expect([await verdict(), await verdict(['net'])]).toEqual(['failed', 'passed']);
    for (const command of ['check', 'verify']) {
      const { code, err } = fmu([command, file, '--allow', 'sun']);
      expect(code).toBe(1);
      expect(err).toContain(
        `${command} --allow sun: unknown permission "sun". Choose from net, files, processes.`,
      );
    }
  });
});

describe('names of rejected calls', () => {
  const encoded = (...names: string[]): Uint8Array =>
    Uint8Array.from(names.flatMap((name) => [...new TextEncoder().encode(name.padEnd(24, '\0'))]));

  it('names of rejected calls come with the permission for them', () => {
    expect(rejectedCallsText(encoded('', '', '', ''))).toBe('');
    expect(rejectedCallsText(encoded('bind', '', 'chmod', 'mount'))).toBe(
      'Its sandbox had rejected: bind (--allow net), chmod (--allow files), mount (not available).',
    );
  });

  it('names of rejected calls remain printable text, whatever the FMU writes there', () => {
    expect(rejectedCallsText(encoded('\u001b[2J', '\n', '', ''))).not.toMatch(/\p{Cc}/u);
    expect(rejectedCallsText(new Uint8Array(96).fill(255))).toMatch(/^Its sandbox had rejected: /);
  });
});
