// Installs what is missing, so that one command does all on a fresh machine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startProgress } from './progress.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program in the package's folder with its output here. Exits with its code when it fails.
 */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (error !== undefined) {
    process.stderr.write(`${program}: ${error.message}\n`);
    process.exit(1);
  }
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs a Node script or a package's program. */
export function node(args) {
  run(process.execPath, args);
}

export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(
      `fmukit needs Node 20.19 or newer, and this is ${process.version}. Install a newer Node.\n`,
    );
    process.exit(1);
  }
  if (existsSync(`${root}node_modules/.package-lock.json`)) return;
  const installed = startProgress('Installing dependencies (once)', { spins: true });
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
  installed();
}
