import { edited } from '../c-fmu.ts';
import type { Innocent } from './innocent.ts';

/** Removes what FMI 3.0 has for steps beyond plain ones: early return, updates and Event Mode. */
const plainSteps = (xml: string): string =>
  xml
    .replaceAll(' intermediateUpdate="true"', '')
    .replace(/ providesIntermediateUpdate=.* hasEventMode="true"/, '');

const withoutEventMode = (xml: string): string => edited(xml, [[' hasEventMode="true"', '']]);

const states: readonly Innocent[] = [
  {
    name: 'states/shared',
    fmi: 3,
    liberty: 'shares the memory of its FMU states by counting references',
    clause: 'FMI 3.0.2, 2.2.10.4: fmi3GetFMUState returns a pointer to a copy, which only the FMU reads',
  },
  {
    name: 'states/shared',
    fmi: 2,
    liberty: 'shares the memory of its FMU states by counting references',
    clause: 'FMI 2.0.5, 2.1.8: fmi2FMUstate is a pointer to a data structure of the FMU',
  },
  {
    name: 'states/slots',
    fmi: 3,
    liberty: 'numbers its FMU states, and uses the number of a freed one again',
    clause: 'FMI 3.0.2, 2.2.10.4 and 2.2.2: fmi3FMUState is a pointer whose content is the FMU’s',
  },
  {
    name: 'states/moved',
    fmi: 3,
    liberty: 'moves an FMU state when it is overwritten',
    clause: 'FMI 3.0.2, 2.2.10.4: memory of a state is “typically” used again, and may be another',
  },
  {
    name: 'states/late',
    fmi: 3,
    liberty: 'restores a state at the next call',
    clause: 'FMI 3.0.2, 2.2.10.4: only what later calls return shows the state',
  },
  {
    name: 'states/difference',
    fmi: 2,
    liberty: 'keeps the differences from its start values as its state',
    clause: 'FMI 2.0.5, 2.1.8: the FMU chooses how it stores its state',
  },
  {
    name: 'states/cold',
    fmi: 3,
    liberty: 'starts its variable-step solver anew after a state was restored',
    clause: 'FMI 3.0.2, 2.3.3: the tolerance is that of the numerical solution, here 10⁻⁶ or as given',
  },
];

const values: readonly Innocent[] = [
  {
    name: 'values/cached',
    fmi: 3,
    liberty: 'computes an output when it is read, and keeps it until something is set',
    clause: 'FMI 3.0.2, 2.2.6.1: when values are computed is left to the FMU',
  },
  {
    name: 'values/cached',
    fmi: 2,
    liberty: 'computes an output when it is read, and keeps it until something is set',
    clause: 'FMI 2.0.5, 2.1.7: “the FMU can use caching”',
  },
  {
    name: 'values/calculated',
    fmi: 3,
    liberty: 'computes a calculated parameter by iteration when it is read',
    clause:
      'FMI 3.0.2, 2.4.7.4: a calculated parameter is computed during initialization or when tunable parameters change',
  },
  {
    name: 'values/sum',
    fmi: 3,
    liberty: 'updates a sum by differences, so that its last bits depend on what was set before',
    clause: 'FMI 3.0.2, 2.1: equality of computed numbers is not required beyond their rounding',
  },
  {
    name: 'values/loop',
    fmi: 2,
    liberty: 'solves an algebraic loop from its last solution',
    clause: 'FMI 2.0.5, 2.1.8: iteration variables are part of the state',
  },
  {
    name: 'values/single',
    fmi: 3,
    liberty: 'computes derivatives and outputs with single precision, and gives exact partial derivatives',
    clause: 'FMI 3.0.2, 2.2.11: a partial derivative is that of the model',
  },
  {
    name: 'values/kink',
    fmi: 3,
    liberty: 'gives the derivative of one side where the model has a kink',
    clause: 'FMI 3.0.2, 2.2.11: at a kink the partial derivative is not defined',
  },
  {
    name: 'values/undefined',
    fmi: 3,
    liberty: 'has an output that is not a number before the first event, and infinite later',
    clause: 'FMI 3.0.2, 2.2.2: fmi3Float64 is a double of IEEE 754',
  },
  {
    name: 'values/noise',
    fmi: 3,
    liberty: 'has random numbers, whose generator is in its state',
    clause: 'FMI 3.0.2, 2.2.10.4: the state contains all information to continue',
  },
  {
    name: 'values/clock',
    fmi: 3,
    liberty: 'measures the time of day at events',
    clause: 'FMI 3.0.2, 4.1: an FMU may be connected with hardware',
  },
  {
    name: 'values/buffers',
    fmi: 3,
    liberty: 'overwrites its texts at the next call',
    clause: 'FMI 3.0.2, 2.2.6.2: memory of texts may be overwritten by the next call of a function',
  },
  {
    name: 'values/buffers',
    fmi: 2,
    liberty: 'overwrites its texts at the next call',
    clause: 'FMI 2.0.5, 2.1.7: memory of texts may be reused by the next call of a function',
  },
  {
    name: 'values/delayed',
    fmi: 3,
    liberty: 'has an output that follows the input two events later',
    clause: 'FMI 3.0.2, 2.1: discrete states keep former values',
  },
];

const solving: readonly Innocent[] = [
  {
    name: 'solving/variable',
    fmi: 3,
    liberty: 'chooses its internal steps by the tolerance and by its former steps',
    clause: 'FMI 3.0.2, 2.3.3: the FMU controls its error by the tolerance',
  },
  {
    name: 'solving/variable',
    fmi: 2,
    liberty: 'chooses its internal steps by the tolerance and by its former steps',
    clause: 'FMI 2.0.5, 2.1.6: the FMU controls its error by the tolerance',
  },
  {
    name: 'solving/whole',
    fmi: 3,
    liberty: 'makes one step of Euler’s method for each communication step',
    clause: 'FMI 3.0.2, 4.1: the solver of a co-simulation FMU is its own matter',
    describe: plainSteps,
  },
  {
    name: 'solving/threads',
    fmi: 3,
    liberty: 'computes its steps with two threads',
    clause: 'FMI 3.0.2, 2.2.1: an FMU may use threads inside a call',
  },
  {
    name: 'solving/late',
    fmi: 3,
    liberty: 'computes a step when something is read',
    clause: 'FMI 3.0.2, 4.2.1: what a step computed shows when it is read',
    describe: plainSteps,
  },
  {
    name: 'solving/late',
    fmi: 2,
    liberty: 'computes a step when something is read',
    clause: 'FMI 2.0.5, 4.2.2: what a step computed shows when it is read',
  },
  {
    name: 'solving/fixed',
    fmi: 3,
    liberty: 'ends its steps at multiples of its internal step, and tells where',
    clause: 'FMI 3.0.2, 4.2.1: lastSuccessfulTime may deviate, for example with a fixed internal step',
    describe: (xml) =>
      edited(plainSteps(xml), [
        [
          'canHandleVariableCommunicationStepSize="true"',
          'canHandleVariableCommunicationStepSize="true" fixedInternalStepSize="0.01"',
        ],
      ]),
  },
  {
    name: 'solving/counting',
    fmi: 3,
    liberty: 'counts its communication steps',
    clause: 'FMI 3.0.2, 2.4.7.4: a discrete variable of a co-simulation changes at communication points',
    describe: plainSteps,
  },
  {
    name: 'solving/counting',
    fmi: 2,
    liberty: 'counts its communication steps',
    clause: 'FMI 2.0.5, 2.2.7: a discrete variable of a co-simulation changes at communication points',
  },
  {
    name: 'solving/held',
    fmi: 2,
    liberty: 'uses the input of the communication point before',
    clause: 'FMI 2.0.5, 4.1: how inputs act between communication points is left to the FMU',
  },
  {
    name: 'solving/pool',
    fmi: 3,
    liberty: 'has memory that grows at first and is then used again',
    clause: 'FMI 3.0.2, 2.3.1: memory is to be freed with the instance',
  },
];

const events: readonly Innocent[] = [
  {
    name: 'events/early',
    fmi: 3,
    liberty: 'returns early whenever that is allowed',
    clause: 'FMI 3.0.2, 4.2.1: the FMU may request a communication point “for any other reason”',
  },
  {
    name: 'events/never',
    fmi: 3,
    liberty: 'does not return early',
    clause: 'FMI 3.0.2, 4.2.1: earlyReturnAllowed allows, and does not demand, an early return',
    describe: (xml) => edited(xml, [[' canReturnEarlyAfterIntermediateUpdate="true"', '']]),
  },
  {
    name: 'events/inside',
    fmi: 3,
    liberty: 'handles its events inside of its steps',
    clause: 'FMI 3.0.2, 4.2.1: without hasEventMode the FMU handles its events itself',
    describe: withoutEventMode,
  },
  {
    name: 'events/nominals',
    fmi: 3,
    liberty: 'changes its nominal values at events',
    clause: 'FMI 3.0.2, 2.3.5: nominalsOfContinuousStatesChanged',
  },
  {
    name: 'events/nominals',
    fmi: 2,
    liberty: 'changes its nominal values at events',
    clause: 'FMI 2.0.5, 3.2.2: nominalsOfContinuousStatesChanged',
  },
  {
    name: 'events/sooner',
    fmi: 3,
    liberty: 'tells time events at which nothing changes',
    clause: 'FMI 3.0.2, 2.3.5: at nextEventTime the importer enters Event Mode, whatever happens there',
  },
  {
    name: 'events/chosen',
    fmi: 3,
    liberty: 'chooses its states anew at events',
    clause: 'FMI 3.0.2, 2.3.5 and 2.4.8: dynamic state selection with dummy variables',
    describe: (xml) =>
      edited(xml, [
        [
          'name="own" valueReference="12" causality="output" variability="discrete"',
          'name="own" valueReference="12" causality="output" variability="continuous"',
        ],
        ['<Output valueReference="12" dependencies=""/>', '<Output valueReference="12" dependencies="1 2"/>'],
        [
          '<InitialUnknown valueReference="12" dependencies=""/>',
          '<InitialUnknown valueReference="12" dependencies="1 2"/>',
        ],
        [
          '<ContinuousStateDerivative valueReference="4" dependencies="1 2"/>',
          '<ContinuousStateDerivative valueReference="4" dependencies="1 2 7"/>',
        ],
      ]),
  },
  {
    name: 'events/rounds',
    fmi: 3,
    liberty: 'needs three rounds for each event',
    clause: 'FMI 3.0.2, 2.3.5: discreteStatesNeedUpdate',
  },
  {
    name: 'events/rounds',
    fmi: 2,
    liberty: 'needs three rounds for each event',
    clause: 'FMI 2.0.5, 3.2.2: newDiscreteStatesNeeded',
  },
  {
    name: 'events/relay',
    fmi: 3,
    liberty: 'has an event indicator whose meaning changes with its mode',
    clause: 'FMI 3.0.2, 2.4.8: event indicators may be selected dynamically',
  },
  {
    name: 'events/steps',
    fmi: 2,
    liberty: 'asks for Event Mode after each third step, and changes nothing there',
    clause: 'FMI 2.0.5, 3.2.2: fmi2CompletedIntegratorStep may request Event Mode',
  },
  {
    name: 'events/ends',
    fmi: 3,
    liberty: 'asks for the end of the simulation',
    clause: 'FMI 3.0.2, 4.2.1: terminateSimulation',
  },
  {
    name: 'events/turned',
    fmi: 3,
    liberty: 'changes sign and scale of its event indicator at events',
    clause: 'FMI 3.0.2, 3.1: only the crossing of zero has a meaning',
  },
];

const refusals: readonly Innocent[] = [
  {
    name: 'calls/long',
    fmi: 3,
    liberty: 'discards steps above 0.2 s and stays where it is',
    clause: 'FMI 3.0.2, 2.2.3: fmi3Discard, “forcing smaller step sizes”',
  },
  {
    name: 'calls/range',
    fmi: 3,
    liberty: 'discards values of parameters outside of their range',
    clause: 'FMI 3.0.2, 2.2.3: fmi3Discard, “handling of min/max violation”',
  },
  {
    name: 'calls/pair',
    fmi: 3,
    liberty: 'refuses parameters that do not fit each other when the initialization ends',
    clause: 'FMI 3.0.2, 2.2.6.2: bounds are of one variable',
  },
  {
    name: 'calls/stateless',
    fmi: 3,
    liberty: 'cannot save its state, and says so',
    clause: 'FMI 3.0.2, 2.4.3: canGetAndSetFMUState = false',
    describe: (xml) => xml.replaceAll(' canGetAndSetFMUState="true" canSerializeFMUState="true"', ''),
  },
  {
    name: 'calls/silent',
    fmi: 2,
    liberty: 'declares neither dependencies nor derivatives',
    clause: 'FMI 2.0.5, 2.2.8: without dependencies, an unknown depends on all knowns',
    describe: (xml) =>
      xml.replaceAll(/ dependencies="[^"]*"/g, '').replaceAll(' providesDirectionalDerivative="true"', ''),
  },
  {
    name: 'calls/rare',
    fmi: 3,
    liberty: 'logs each third event',
    clause: 'FMI 3.0.2, 2.2.4: what the FMU logs with fmi3OK is left to it',
  },
  {
    name: 'calls/large',
    fmi: 3,
    liberty: 'discards sizes above its memory, inside of a wide range',
    clause: 'FMI 3.0.2, 2.2.3: fmi3Discard',
    describe: (xml) => edited(xml, [['min="1" max="4"', 'min="1" max="1000000000"']]),
  },
  {
    name: 'calls/table',
    fmi: 3,
    liberty: 'shares a table between its instances',
    clause: 'FMI 3.0.2, 2.3.1: instances do not affect each other, and a table does not change',
  },
  {
    name: 'calls/once',
    fmi: 3,
    liberty: 'refuses a second instance in one process',
    clause: 'FMI 3.0.2, 2.4.3: canBeInstantiatedOnlyOncePerProcess',
    describe: (xml) =>
      xml.replaceAll('"plant" can', '"plant" canBeInstantiatedOnlyOncePerProcess="true" can'),
  },
];

const clocks: readonly Innocent[] = [
  {
    name: 'clocks/fraction',
    fmi: 3,
    liberty: 'gives the interval of a Clock with a fine resolution',
    clause: 'FMI 3.0.2, 2.2.9: intervalCounter / resolution',
    edits: [
      ['* MUTANT(fraction_other, 1000, 100)', '* 1000000'],
      ['    b[i] = 1000;', '    b[i] = 1000000;'],
    ],
    describe: (xml) =>
      edited(xml, [
        ['resolution="1000" intervalCounter="200"', 'resolution="1000000" intervalCounter="200000"'],
      ]),
  },
  {
    name: 'clocks/unguarded',
    fmi: 3,
    liberty: 'does not need the locks of scheduled execution',
    clause: 'FMI 3.0.2, 5.2.2: the FMU calls fmi3LockPreemption where it has to',
    edits: [
      ['  OMIT(unlocked, OMIT(lock_null, if (c->lock != NULL)) c->lock();)\n', ''],
      ['  OMIT(locked, if (c->unlock != NULL) c->unlock();)\n', ''],
    ],
  },
  {
    name: 'clocks/readable',
    fmi: 3,
    liberty: 'gives the last value of a clocked variable while its Clock is not active',
    clause: 'FMI 3.0.2, 2.2.8: such a variable keeps its last value',
    edits: [['  return c->kind == scheduled || (', '  return true || (']],
  },
  {
    name: 'clocks/rounded',
    fmi: 3,
    liberty: 'computes an interval with rounding',
    clause: 'FMI 3.0.2, 2.2.9: intervals are numbers of type double',
    edits: [
      [
        '*value = MUTANT(interval_zero, ADD(interval_negative, -) m->period, 0);',
        '*value = 3 * (m->period / 3);',
      ],
    ],
  },
];

/** Innocent FMUs by family. */
export const families: ReadonlyMap<string, readonly Innocent[]> = new Map([
  ['states', states],
  ['values', values],
  ['solving', solving],
  ['events', events],
  ['calls', refusals],
  ['clocks', clocks],
]);
