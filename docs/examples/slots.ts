// Drives an FMU in a loop by slots, the places of its values in memory.
import { openFmu } from 'fmukit';

const fmu = await openFmu('dist/my-filter.fmu');
const unit = await fmu.instantiate();
unit.set('T', 0.1);
unit.initialize();

const H = 0.001;
const u = unit.slot('u');
const y = unit.slot('y');
let largest = 0;
for (let k = 0; k < 2000; k++) {
  u.view[u.at] = Math.sin(2 * Math.PI * k * H);
  unit.step(k * H, H);
  if (k >= 1000) largest = Math.max(largest, Number(y.view[y.at]));
}
unit.close();
console.log('amplitude at 1 Hz:', largest.toFixed(3));
console.log('of a first-order lag:', (1 / Math.hypot(1, 2 * Math.PI * 0.1)).toFixed(3));

// Prints:
// amplitude at 1 Hz: 0.847
// of a first-order lag: 0.847
