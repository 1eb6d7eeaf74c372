import type { Variable } from '../../../../description/description.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import { refusesSetting } from '../../../behaviour/calls/refused-setting.ts';
import type { BehaviourRule, Rule } from '../../../rule.ts';

interface Row extends Omit<BehaviourRule, 'needs' | 'severity' | 'check' | 'faults'> {
  /** Value reference of such a variable of the specimen. */
  specimen: number;
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
      'A calculatedParameter follows from other parameters. A value from the importer would be overwritten, or contradict them.',
    specimen: 16,
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
      'The value of a constant never changes. Setting it is a mistake of the importer that the FMU should report.',
    specimen: 8,
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
      'A fixed parameter keeps its value after the initialization. An FMU that accepts a new value silently computes with a mixture of both.',
    specimen: 6,
    what: 'fixed parameter',
    isOne: (v) => v.causality === 'parameter' && v.variability === 'fixed',
    when: 'running',
  },
  {
    id: 'value/independent-refused',
    title: 'The independent variable cannot be set as a variable',
    fmi2: '2.2.7, causality',
    fmi3: '2.4.7.4, causality',
    explanation: 'Only doStep and setTime set the time.',
    specimen: 0,
    what: 'independent variable',
    isOne: (v) => v.causality === 'independent',
    when: 'running',
  },
  {
    id: 'value/output-refused',
    title: 'A calculated output cannot be set during the simulation',
    fmi2: '2.2.7, causality',
    fmi3: '2.4.7.4, causality',
    explanation:
      'The FMU computes its outputs. Setting one is a mistake, for example by a reversed connection, that the FMU should report.',
    specimen: 2,
    what: 'output',
    isOne: (v) => v.causality === 'output' && v.initial !== 'exact' && v.initial !== 'approx',
    when: 'running',
  },
  {
    id: 'value/structural-refused',
    title: 'Structural parameters can be set only in Configuration Mode',
    fmi3: '2.3.5',
    explanation:
      'A structural parameter changes the sizes of arrays, which the FMU allows only in Configuration Mode.',
    specimen: 13,
    what: 'structural parameter',
    isOne: (v) => v.causality === 'structuralParameter',
    when: 'instantiated',
  },
];

/** Variables that cannot be set, or not always. */
export const valueRefused: readonly Rule[] = rows.map(({ specimen, what, isOne, when, ...about }) => ({
  ...about,
  faults: [
    injectFault('setting is answered with ok', (base) => ({
      set: (v) => (v.valueReferences[0] === specimen ? 0 : base.set(v)),
    })),
  ],
  severity: 'robustness',
  needs: 'behaviour',
  ...refusesSetting(what, isOne, when),
}));
