import { packageFolder } from '../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { script } from '../../master/cli/script.ts';
import { duration } from '../../master/cli/terminal/eta.ts';
import { couplings } from '../../master/coupling/scheme-registry.ts';
import { ratios, type StabilityMap, stabilityMaps } from './stability-maps.ts';
import { writeMaps } from './write-stability.ts';

/**
 * Least wall time between two lines of progress [ms]. A line appears at least every two seconds,
 * even on a slow machine.
 */
const between = 1500;

/**
 * `npm run stability`: stability of every coupling scheme over step, stiffness and mass ratio, as
 * data and figures.
 */
export function main(argv: readonly string[]): void {
  const { _: words } = script(
    'stability',
    argv,
    '$0 [folder]\n\nWrite stability.csv and stability.html: the spectral radius of two masses under every coupling scheme, by step, stiffness and mass ratio, to results/stability or to the given folder.',
    1,
  )
    .example('npm run stability', 'to results/stability')
    .parseSync();
  const folder = words[0] === undefined ? `${packageFolder}/results/stability` : `${words[0]}`;
  const count = 6 * couplings.all.filter(({ traits }) => traits.adaptive !== true).length;
  const maps: StabilityMap[] = [];
  const begin = performance.now();
  let lastReport = begin;
  let rows = 0;
  // A map takes longer on a slow machine than what may lie between two lines. A row of it does not.
  const report = (): void => {
    rows++;
    if (performance.now() - lastReport < between) return;
    lastReport = performance.now();
    const remaining = ((lastReport - begin) / 1000) * ((count * ratios.length) / rows - 1);
    process.stderr.write(`${maps.length} of ${count} maps, ${duration(remaining)} left\n`);
  };
  try {
    for (const map of stabilityMaps(couplings.all, report)) maps.push(map);
    for (const file of writeMaps(folder, maps)) process.stdout.write(`written ${file}\n`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
