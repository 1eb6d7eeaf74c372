// Closes an instance automatically, and runs twice from one saved state.
import { openFmu } from 'fmukit';

const fmu = await openFmu('dist/my-filter.fmu');
{
  using unit = await fmu.instantiate({ name: 'lag' });
  unit.set('u', 1);
  unit.initialize();
  unit.step(0, 0.5);
  const state = unit.getState();
  unit.step(0.5, 0.5);
  const once = unit.get('y');
  unit.setState(state);
  unit.step(0.5, 0.5);
  console.log('again with equal bits:', Object.is(unit.get('y'), once));
}

// Prints:
// again with equal bits: true
