// Runs command lines one after the other in this process, as `fmu` would, and reports the output
// and the used time of each.
import { readFileSync, writeFileSync } from 'node:fs';
import { main } from '../../../dist/fmu.js';

const [list, answers] = process.argv.slice(2);
const results = [];
const [out, err] = [process.stdout.write, process.stderr.write];
for (const argv of JSON.parse(readFileSync(list, 'utf8'))) {
  const said = { out: '', err: '' };
  const into = (stream) => (text) => {
    said[stream] += text;
    return true;
  };
  process.stdout.write = into('out');
  process.stderr.write = into('err');
  globalThis.gc?.();
  const before = { cpu: process.cpuUsage(), heap: process.memoryUsage().heapUsed };
  process.exitCode = 0;
  await main(argv);
  const { user, system } = process.cpuUsage(before.cpu);
  results.push({
    ...said,
    code: process.exitCode,
    cpuSeconds: (user + system) / 1e6,
    heapGrowth: process.memoryUsage().heapUsed - before.heap,
  });
}
[process.stdout.write, process.stderr.write] = [out, err];
process.exitCode = 0;
writeFileSync(answers, JSON.stringify(results));
process.exit(0);
