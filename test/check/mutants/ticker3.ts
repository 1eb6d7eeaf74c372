import { type Mutant, mutantsOf, type Row } from './mutant.ts';

const leak = ['load/allocations', 'load/leak'];
const ticking = ['ticking/*'];

const rows: Row[] = [
  ['partition-refused', 'the partitions of some clocks cannot be activated', ticking],
  ['set-refused', 'some clocks cannot be activated in Event Mode', ticking],
  ['unreadable', 'a clocked variable cannot be read while its clock is active', ticking],
  ['stays-active', 'clocks stay active after updateDiscreteStates', ticking],
  ['told-twice', 'an output clock is active for every fmi3GetClock', ticking],
  ['previous-same', 'the previous value is the present one', ticking],
  ['previous-elsewhere', 'another clock changes a clocked state', ticking],
  [
    'together-once',
    'of two clocks that tick together, one is ignored',
    [...ticking, 'relation/simultaneous'],
  ],
  ['beat-touches-sum', 'a tick of beat resets a variable of trigger', ticking],
  ['slow-touches-beats', 'a tick of slow counts in a variable of beat', ticking],
  ['alarm-touches-count', 'a tick of alarm resets a variable of tick', ticking],
  ['alarm-touches-before', 'a tick of alarm changes the previous value of a variable of tick', ticking],
  ['counts-steps', 'a clocked state changes between ticks', ticking],
  ['reset-keeps-count', 'reset keeps the count of ticks', ticking],
  ['reset-keeps-countdown', 'reset keeps how often the alarm rang', ticking],
  ['state-without-count', 'the count of ticks is not restored', ticking],
  [
    'state-without-countdown',
    'the countdown is not restored',
    [...ticking, 'memory/*', 'relation/restore', 'relation/serialize'],
  ],
  ['static-count', 'ticks of all instances are counted together', ticking],
  ['interval-negative', 'the interval of a periodic clock is negative', ticking],
  ['interval-zero', 'the interval of a periodic clock is 0', ticking],
  ['interval-refused', 'a clock does not tell its interval', ticking],
  ['not-yet-known', 'the interval of a periodic clock is not yet known', ticking],
  ['qualifier', 'a qualifier is none', ticking],
  ['shift-negative', 'a shift is negative', ticking],
  ['set-interval-refused', 'a clock does not take an interval', ticking],
  ['fraction-other', 'the interval as a fraction is another number', ticking],
  ['countdown-again', 'a countdown tells again and again that it has changed', ticking],
  ['countdown-negative', 'a countdown is negative', ticking],
  ['update-outside', 'clockUpdate outside of a partition', ['importer/clock-update']],
  ['update-environment', 'clockUpdate gets another environment', ['importer/environment']],
  ['update-null', 'clockUpdate is called where it is NULL', ['importer/absent-callbacks']],
  ['update-missing', 'an output clock ticks and clockUpdate is not called', ticking],
  ['locked', 'preemption stays locked', ['importer/preemption']],
  ['unlocked', 'preemption is unlocked that was not locked', ['importer/preemption']],
  ['lock-null', 'lockPreemption is called where it is NULL', ['importer/absent-callbacks']],
  ['partition-of-output', 'any number is taken for a partition', ticking],
  ['leak-tick', '24 bytes a tick', leak],
  ['crash-sixth', 'a crash at the sixth tick', [...ticking, 'run/*']],
  [
    'reset-keeps-beat',
    'reset keeps the interval of a clock',
    [...ticking, 'relation/reset', 'relation/intervals'],
  ],
  ['reset-keeps-qualifier', 'reset keeps that the interval has changed', [...ticking, 'relation/*']],
  ['fraction-lags', 'the fraction is the interval before the last setting', [...ticking, 'relation/*']],
  ['input-when-activated', 'a tick uses the input from before its activation', [...ticking, 'relation/*']],
  ['slow-twice-with-beat', 'a tick of slow counts twice if beat ticks too', [...ticking, 'relation/*']],
  [
    'one-clock-a-call',
    'of several clocks in one call only the first is activated',
    [...ticking, 'relation/*'],
  ],
  ['interval-forgotten', 'an event resets the interval of a clock', [...ticking, 'relation/*']],
  ['state-without-interval', 'the interval of a clock is not restored', [...ticking, 'relation/*']],
  ['alarm-in-order', 'a clock counts otherwise if another one ticks too', [...ticking, 'relation/*']],
  ['random', 'what is computed depends on the processor’s time', ticking],
];

/** The unit `ticker3`, which has clocks, with one fault each. */
export const mutantsOfClocks: Mutant[] = mutantsOf('ticker3', rows);
