// Installs for the GitHub action what `fmu check` needs: the packages that compile fmukit, without
// tests, linters and the documentation.
import { readFileSync, writeFileSync } from 'node:fs';
import { root, run } from './ensure.mjs';

/** Development packages that compile fmukit. */
const compilers = ['esbuild', 'tsx', 'xmlbuilder2'];
/** Optional packages for studies on several machines. */
const queues = ['bullmq', 'ioredis'];

const file = `${root}package.json`;
const text = readFileSync(file, 'utf8');
const content = JSON.parse(text);
const only = (packages, wanted) =>
  Object.fromEntries(Object.entries(packages).filter(([name]) => wanted(name)));
content.devDependencies = only(content.devDependencies, (name) => compilers.includes(name));
content.optionalDependencies = only(content.optionalDependencies, (name) => !queues.includes(name));
writeFileSync(file, JSON.stringify(content));
try {
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
} finally {
  writeFileSync(file, text);
}
