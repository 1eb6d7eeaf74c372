// The process that is measured: loads the description that it is given.
import { readFileSync } from 'node:fs';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';

/** Cost of loading. */
export interface Loaded {
  /** [s] */
  wall: number;
  /** CPU time of all threads of the process [s]. */
  cpu: number;
  /** [MB] */
  memory: number;
}

const text = readFileSync(process.argv[2], 'utf8');
const [begin, used] = [performance.now(), process.cpuUsage()];
readModelDescription(text, 'big.xml');
const { user, system } = process.cpuUsage(used);
const loaded: Loaded = {
  wall: (performance.now() - begin) / 1000,
  cpu: (user + system) / 1e6,
  memory: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(loaded));
