#!/usr/bin/env node
// The compiled command `fmu`. Node caches its bytecode from version 22. The file is CommonJS, because
// Node's module loader takes a sixth of Node's start.
const { existsSync, statSync } = require('node:fs');
const module_ = require('node:module');
const { join } = require('node:path');

const beside = (path) => existsSync(join(__dirname, path));
const changed = (path) => (beside(path) ? statSync(join(__dirname, path)).mtimeMs : 0);

async function start() {
  // A package is complete. A clone of the repository is compiled at first use, and again after its
  // sources change.
  if (beside('setup/first-build.mjs') && changed('../dist/.compiled') <= changed('../.git/logs/HEAD'))
    await import('./setup/first-build.mjs');
  const [, , command, ...more] = process.argv;
  if (command === '--version' && more.length === 0) {
    // The version needs little of the program. Any command removes the leftovers of killed runs.
    const { clearLeavings } = require('../dist/leavings.cjs');
    for (const left of clearLeavings()) process.stderr.write(`fmu: ${left}\n`);
    const { version } = require('../package.json');
    // Nobody reads the rest behind a closed pipe.
    process.stdout.on('error', (error) => (error.code === 'EPIPE' ? process.exit(0) : fail('print', error)));
    process.stdout.write(`${version}\n`);
  } else {
    module_.enableCompileCache?.();
    // Frequent commands are one file each, which Node loads faster than modules.
    const { main } = ['run', 'build', 'inspect'].includes(command)
      ? require(`../dist/${command}.cjs`)
      : await import('../dist/fmu.js');
    await main(process.argv.slice(2));
  }
}

/** Ends with one line for an error of the system, before the program can explain errors itself. */
function fail(operation, { message }) {
  process.stderr.write(
    `fmu: ${operation}: ${message}. Choose a writable output, raise the limits (ulimit -a), or install fmukit again.\n`,
  );
  process.exit(1);
}

// Exit code of Node for a module that waits forever.
let ended = false;
process.once('beforeExit', () => {
  if (!ended) process.exitCode = 13;
});
start().then(
  () => {
    ended = true;
  },
  (error) => fail('load the command', error),
);
