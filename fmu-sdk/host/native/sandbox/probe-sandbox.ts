import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Permission } from '../../choice/sandbox-permissions.ts';
import { addon } from '../addon.ts';
import { programs } from '../compile/compile-host.ts';
import { defaultNativeLimits } from '../open-native.ts';
import { allowed, type Sandbox, sandboxOf } from './sandbox-options.ts';

/**
 * Determines the sandbox of native FMUs on this machine. Starts the processes of one and ends them
 * before anything is loaded.
 */
export async function probeSandbox(allow: readonly Permission[] = [], without = 0): Promise<Sandbox> {
  const native = addon();
  const folder = mkdtempSync(join(tmpdir(), `fmukit-unit-${process.pid}-probe-`));
  mkdirSync(join(folder, 'work'));
  try {
    const limits = { ...defaultNativeLimits, wallSeconds: defaultNativeLimits.callSeconds };
    const confinement = { ...limits, allow: allowed(allow), without };
    const unit = await native.start(folder, { program: programs().unit, environment: [], ...confinement });
    const sandbox = sandboxOf(native, native.sandbox(unit) ?? []);
    native.close(unit);
    return sandbox;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
