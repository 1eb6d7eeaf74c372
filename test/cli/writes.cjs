// Preload module (`node --require`). At each write to standard output or standard error it appends
// a line to the file FMUKIT_WRITES: the time [s] and the CPU time [s] of each thread of the program
// and its children, including ended children.
const fs = require('node:fs');

const { readdirSync, readFileSync, appendFileSync, writeSync } = fs;
const { FMUKIT_WRITES: file, FMUKIT_WRITES_ROOT: first = String(process.pid) } = process.env;
process.env.FMUKIT_WRITES_ROOT = first;

/** Returns the fields of a `stat` of /proc after the name. */
const fields = (path) => readFileSync(path, 'latin1').split(') ').at(-1).split(' ').map(Number);

/** Linux counts hundredths of a second. */
const seconds = (stat, at) => (stat[at] + stat[at + 1]) / 100;

function threadsOf(process, clocks) {
  for (const thread of readdirSync(`/proc/${process}/task`))
    try {
      const path = `/proc/${process}/task/${thread}`;
      clocks[`${process === first ? 'own' : process}/${thread}`] = seconds(fields(`${path}/stat`), 11);
      for (const child of readFileSync(`${path}/children`, 'latin1').split(' '))
        if (child !== '') threadsOf(child, clocks);
    } catch {
      // The process has ended meanwhile.
    }
}

function note(words) {
  const clocks = {};
  threadsOf(first, clocks);
  const ended = seconds(fields(`/proc/${first}/stat`), 13);
  const time = Number(process.hrtime.bigint()) / 1e9;
  appendFileSync(file, `${JSON.stringify({ time, clocks, ended, words: String(words).slice(0, 60) })}\n`);
}

for (const stream of [process.stdout, process.stderr]) {
  const { write } = stream;
  stream.write = function (words, ...more) {
    note(words);
    return write.call(this, words, ...more);
  };
}
fs.writeSync = (target, words, ...more) => {
  if (target === 1 || target === 2) note(words);
  return writeSync(target, words, ...more);
};
require('node:module').syncBuiltinESMExports();
if (require('node:worker_threads').isMainThread) {
  note('begin');
  process.on('exit', () => note('end'));
}
