import { type Mutant, mutantsOf, type Row } from './mutant.ts';

const state = ['memory/*', 'relation/*'];
const reset = ['run/*', 'relation/*'];
const value = ['value/*', 'relation/*'];
const derivative = ['derivative/*', 'relation/*'];
const depends = ['run/dependencies*', 'states/*'];
const step = ['step/*', 'relation/*'];
const event = ['event/*', 'relation/*'];
const two = ['load/two-instances', 'relation/*'];

/**
 * Faults that show only far from the start: in the other region, after several events, at other
 * sizes, or after a detour.
 */
const rows: Row[] = [
  // State.
  ['state-second-save', 'a second getFMUState with the state of the first keeps the first', state],
  ['state-without-n', 'a structural parameter is not restored', state],
  ['state-without-mode', 'the mode is not restored', state],
  ['state-without-pending', 'the progress of an event iteration is not restored', state],
  ['state-without-region', 'the region is not restored', state],
  ['state-without-scale', 'a tunable calculated parameter is not restored', state],
  ['state-without-stop', 'the stop time is not restored', state],
  ['state-without-third', 'a state beyond the initial size is not restored', state],
  ['serialize-without-gain', 'a tunable parameter is not serialized', state],
  ['serialize-without-region', 'the region is not serialized', state],
  // Reset and detours.
  ['reset-keeps-stop', 'reset keeps the stop time', reset],
  ['reset-keeps-next', 'reset keeps the time of the next event', reset],
  ['reset-keeps-region', 'reset keeps the region', reset],
  ['reset-keeps-input', 'reset keeps an input', reset],
  ['detour-forgets-input', 'Configuration Mode resets an input', [...value, ...reset]],
  ['detour-forgets-text', 'Configuration Mode resets a text', [...value, ...reset]],
  ['event-mode-counts', 'entering Event Mode changes an output', [...event, ...value, ...reset]],
  // Parameters and inputs.
  ['calculated-not-tuned', 'a calculated parameter ignores tuning', [...value, ...reset, ...derivative]],
  ['calculated-twice', 'setting a parameter to its value changes another one', value],
  ['first-setting-counts', 'of two settings in one call the first one counts', value],
  ['input-ignored-in-region', 'an input is ignored in one region', [...value, ...derivative]],
  ['limit-refused', 'the largest value of a parameter is refused', value],
  ['order-of-setting', 'setting a parameter resets another one', value],
  ['same-value-resets', 'setting a parameter to its value resets an input', value],
  ['tunable-late', 'a tuned parameter has its new value one step late', [...value, 'step/intermediate']],
  // Sizes.
  ['count-up-to-three', 'a model with four states has three', ['value/structural*', 'states/*']],
  ['largest-refused', 'the largest size is refused', ['value/structural*']],
  ['largest-size', 'the fourth element of an array is the third', ['value/*', 'states/*']],
  ['last-of-start', 'an output is the last state of the initial size', [...derivative, ...value]],
  ['resize-forgets-input', 'a new size resets an input', value],
  // Derivatives.
  ['adjoint-in-region', 'adjoint derivatives have the wrong sign in one region', derivative],
  ['directional-first-point', 'partial derivatives are those of the start', derivative],
  ['directional-in-region', 'a partial derivative lacks a term in one region', derivative],
  ['directional-largest', 'a partial derivative is wrong for the fourth state', derivative],
  ['directional-tuned', 'a partial derivative ignores tuning', derivative],
  ['second-order-half', 'the second derivative of an output is half', derivative],
  ['second-order-in-region', 'the second derivative of an output lacks a term in one region', derivative],
  ['second-order-sign', 'a term of the second derivative of an output has the wrong sign', derivative],
  // Dependencies.
  ['depends-after-events', 'a derivative depends on an undeclared input after two events', depends],
  ['depends-output-in-region', 'an output depends on an undeclared input in one region', depends],
  ['depends-state-in-region', 'a derivative depends on an undeclared input in one region', depends],
  // Steps and events.
  ['early-ignored', 'the request for an early return is ignored', [...step, 'importer/*']],
  ['early-not-told', 'earlyReturn is false though the step is not complete', step],
  ['early-time', 'lastSuccessfulTime is the end of the step after an early return', step],
  [
    'event-not-told-later',
    'eventHandlingNeeded is false after the second event',
    [...step, ...event, 'oracle/*'],
  ],
  ['next-not-after-events', 'the next event is announced 0.1 s late', [...event, 'oracle/*']],
  ['second-iteration-not-told', 'an event needs an iteration that it does not ask for', event],
  ['third-event-jumps', 'states change at the third event and the flag does not say so', event],
  ['third-next-past', 'the third announced event is at the present time', event],
  // Texts and binaries.
  ['binary-only-grows', 'a binary never becomes shorter', value],
  ['label-late', 'a text is that of the reading before', value],
  ['text-joined', 'a shorter text keeps the end of the longer one', value],
  ['text-of-call', 'all texts of a call share a buffer', value],
  // Reset and nominal values.
  ['reset-in-initialization', 'reset out of Initialization Mode keeps a parameter', reset],
  ['nominals-later', 'nominal values change without an event', ['relation/variability']],
  // Instances.
  ['reset-touches-others', 'resetting an instance changes another one', two],
  ['free-touches-others', 'freeing an instance changes another one', two],
  ['label-shared', 'a text is that of the first instance', [...two, ...value]],
  ['output-slope-static', 'instances add up the steps of all', [...two, ...reset]],
  ['static-region', 'all instances stay in the region that one has reached', [...two, ...reset]],
];

/** The unit `region3` with one fault each. */
export const mutantsOfRegions: Mutant[] = mutantsOf('region3', rows, {
  'first-setting-counts':
    'the standard does not say which of two settings of a variable in one call counts, and importers make one',
  'next-not-after-events':
    'model exchange shows the delay only if the importer enters Event Mode in the 0.1 s before the announced time',
});
