import type { Variable } from '../../../description/description.ts';
import { plant } from '../../behaviour/fault-injection.ts';
import { refusesSetting } from '../../behaviour/refused-setting.ts';
import type { BehaviourRule, Rule } from '../../rule.ts';

interface Row extends Omit<BehaviourRule, 'needs' | 'class' | 'check' | 'without'> {
  what: string;
  isOne(variable: Variable): boolean;
  when: 'instantiated' | 'running';
}

const rows: readonly Row[] = [
  {
    id: 'value/calculated-refused',
    title: 'A calculated parameter cannot be set',
    fmi2: '2.2.7, causality',
    fmi3: '2.4.7.4, causality',
    explanation:
      'A calculatedParameter follows from other parameters; what an importer sets would be overwritten, or contradict them.',
    plants: [
      plant('setting is answered with ok', (base) => ({
        set: (v) => (v.valueReferences[0] === 16 ? 0 : base.set(v)),
      })),
    ],
    what: 'calculated parameter',
    isOne: (v) => v.causality === 'calculatedParameter',
    when: 'instantiated',
  },
  {
    id: 'value/constant-refused',
    title: 'A constant cannot be set',
    fmi2: '2.2.7, variability',
    fmi3: '2.4.7.4, variability',
    explanation:
      'The value of a constant never changes; setting it is a mistake of the importer that the unit should tell.',
    plants: [
      plant('setting is answered with ok', (base) => ({
        set: (v) => (v.valueReferences[0] === 8 ? 0 : base.set(v)),
      })),
    ],
    what: 'constant',
    isOne: (v) => v.variability === 'constant',
    when: 'instantiated',
  },
  {
    id: 'value/fixed-refused',
    title: 'A fixed parameter cannot be set after the initialization',
    fmi2: '2.2.7, variability',
    fmi3: '2.4.7.4, variability',
    explanation:
      'A fixed parameter keeps its value once the initialization is over. A unit that takes a new value silently computes with a mixture of both.',
    plants: [
      plant('setting is answered with ok', (base) => ({
        set: (v) => (v.valueReferences[0] === 6 ? 0 : base.set(v)),
      })),
    ],
    what: 'fixed parameter',
    isOne: (v) => v.causality === 'parameter' && v.variability === 'fixed',
    when: 'running',
  },
  {
    id: 'value/independent-refused',
    title: 'The independent variable cannot be set as a variable',
    fmi2: '2.2.7, causality',
    fmi3: '2.4.7.4, causality',
    explanation: 'Time is set by doStep and setTime alone.',
    plants: [
      plant('setting is answered with ok', (base) => ({
        set: (v) => (v.valueReferences[0] === 0 ? 0 : base.set(v)),
      })),
    ],
    what: 'independent variable',
    isOne: (v) => v.causality === 'independent',
    when: 'running',
  },
  {
    id: 'value/output-refused',
    title: 'An output that is calculated cannot be set while the simulation runs',
    fmi2: '2.2.7, causality',
    fmi3: '2.4.7.4, causality',
    explanation:
      'The unit computes its outputs. Setting one is a mistake, of a reversed connection for instance, that the unit should tell.',
    plants: [
      plant('setting is answered with ok', (base) => ({
        set: (v) => (v.valueReferences[0] === 2 ? 0 : base.set(v)),
      })),
    ],
    what: 'output',
    isOne: (v) => v.causality === 'output' && v.initial !== 'exact' && v.initial !== 'approx',
    when: 'running',
  },
  {
    id: 'value/structural-refused',
    title: 'Structural parameters are set in Configuration Mode alone',
    fmi3: '2.3.5',
    explanation:
      'A structural parameter changes the sizes of arrays, for which the unit needs the brackets of Configuration Mode.',
    plants: [
      plant('setting is answered with ok', (base) => ({
        set: (v) => (v.valueReferences[0] === 13 ? 0 : base.set(v)),
      })),
    ],
    what: 'structural parameter',
    isOne: (v) => v.causality === 'structuralParameter',
    when: 'instantiated',
  },
];

/** Variables that cannot be set, or not always. */
export const valueRefused: readonly Rule[] = rows.map(({ what, isOne, when, ...about }) => ({
  ...about,
  class: 'robustness',
  needs: 'behaviour',
  ...refusesSetting(what, isOne, when),
}));
