// Runs `fmu check` for the GitHub action with its inputs, which action.yml passes as variables of the
// environment. Writes several reports of one check, and adds one to the summary of the step.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ensure.mjs';

const { env } = process;
const lines = (text = '') => text.split('\n').flatMap((line) => line.trim() || []);
const option = (name, value = '') => (value === '' ? [] : [`--${name}=${value}`]);
const written = (format, file = '') => (file === '' ? [] : ['--write', `${format}=${file}`]);

const folder = mkdtempSync(join(tmpdir(), 'fmu-check-'));
const summary = join(folder, 'summary.md');
const signers = lines(env.REQUIRE_SIGNATURE);
const words = [
  ...option('since', env.SINCE),
  ...lines(env.FAIL_ON).map((severity) => `--fail-on=${severity}`),
  ...option('waivers', env.WAIVERS),
  ...option('against', env.AGAINST),
  ...option('edition', env.EDITION),
  ...option('key-ring', env.KEY_RING),
  ...option('report-dir', env.REPORT_DIR),
  ...written('sarif', env.REPORT),
  ...written('junit', env.JUNIT),
  ...written('json', env.JSON),
  ...written('markdown', summary),
  ...(signers.includes('*')
    ? ['--require-signature']
    : signers.map((signer) => `--require-signature=${signer}`)),
];
const program = join(root, 'bin/fmu.cjs');
const { status, error } = spawnSync(
  process.execPath,
  [program, 'check', ...words, '--', ...lines(env.FILES)],
  {
    stdio: 'inherit',
  },
);
if (error !== undefined) process.stderr.write(`check: ${error.message}\n`);
process.exitCode = status ?? 1;
try {
  if (env.GITHUB_STEP_SUMMARY !== undefined) appendFileSync(env.GITHUB_STEP_SUMMARY, readFileSync(summary));
} catch (reason) {
  // Without a report the check has failed, and has said why.
  if (reason.code !== 'ENOENT') {
    process.stderr.write(
      `check: the summary of the step cannot be written: ${reason.message}. Free disk space.\n`,
    );
    process.exitCode ||= 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
