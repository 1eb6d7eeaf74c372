// Opens an FMU, sets variables, takes steps and reads outputs.
import { openFmu } from 'fmukit';

const fmu = await openFmu('dist/my-filter.fmu');
console.log(fmu.description.modelName, 'runs as', fmu.host);

const unit = await fmu.instantiate();
unit.set('u', 1).set('T', 0.5);
unit.initialize();
for (let k = 0; k < 100; k++) unit.step(k * 0.01, 0.01);
console.log(Number(unit.get('y')).toFixed(6));
unit.close();

// Prints:
// my-filter runs as core
// 0.864665
