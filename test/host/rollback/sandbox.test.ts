import { describe, expect, it } from 'vitest';
import { addon } from '../../../fmu-sdk/host/native/addon.ts';
import { fault, noCompiler } from '../../fixtures/c/make.ts';
import { processesLeft } from '../../hostile/native/unit.ts';
import { sanitized } from '../../sanitized.ts';
import { initialize, openFixture, setFault, stepTo } from '../native/open.ts';

const namespaces = ['user', 'pid', 'ipc', 'uts', 'net', 'mount'].map((name) => `${name}Namespace`);

describe.skipIf(noCompiler !== undefined || sanitized)('copies of a process', () => {
  it.each([
    ['the whole sandbox', []],
    ['no namespaces', namespaces],
    ['no process namespace and no scopes', ['pidNamespace', 'scopes']],
    ['no filter', ['seccomp']],
    ['no filter and no namespaces', ['seccomp', ...namespaces]],
    ['no Landlock', ['landlock', 'scopes']],
    ['no sandbox', Object.keys(noCompiler === undefined ? addon().parts : {})],
  ])('copies of a process work, end and report their end with %s', async (_, parts) => {
    const without = parts.reduce((sum, part) => sum | (1 << addon().parts[part]), 0);
    const calls = initialize(await openFixture(3, { isolated: true, copied: true, without }));
    const copying = calls.copy?.();
    if (copying === undefined || typeof copying === 'string') throw new Error(copying);
    const { copy } = copying;
    const y = calls.values('Float64', Uint32Array.of(1));
    const at = (t: number): unknown => {
      expect(stepTo(calls, t, 0.5)).toBe(0);
      calls.get(y);
      return y.view[0];
    };
    copy.take();
    for (let n = 0; n < 20; n++) {
      expect([at(0), at(0.5)]).toEqual([0.5, 1]);
      if (n % 2 === 0) copy.restore();
      else copy.take();
    }
    setFault(calls, fault.aborts);
    // The process number differs from the initial one.
    expect(() => stepTo(calls, 0, 0.5)).toThrow(/the FMU crashed in doStep with SIG(ABRT|SEGV)/);
    calls.close();
    expect(processesLeft()).toEqual([]);
  });
});
