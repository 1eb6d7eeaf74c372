import { numberOf } from './moves.ts';

/** Choices of one pair of sequences: numbers of moves. */
export interface PairChoices {
  /** Moves of both sequences before the place at which they may differ. */
  before: number[];
  /** Moves that only the second sequence makes. */
  detour: number[];
  /** Moves of both sequences after it. */
  after: number[];
  /** Co-simulation without Event Mode, although the FMU supports it. */
  withoutEvents?: boolean;
}

export const goOn: number = numberOf('go on');
/** The initialization with a stop time after 3 or after 40 steps. */
export const stopEarly: number = numberOf('go on', 1);
const stopLate = numberOf('go on', 2);
/** A step of twenty communication steps, where the FMU allows any step. */
export const far: number = numberOf('go on', 3);
/** Sets all variables. Other `kind`s give them other values. */
export const setEach = (kind: number): number => numberOf('set', 1 + 2 * kind);
const setAll = numberOf('set', 1);
const setOthers = numberOf('set', 1 + 2 * 1);
export const stir: number = numberOf('stir', 3 + 4 * (1 + 2 * 3));
export const event: number = numberOf('enter Event Mode');
const iterate = numberOf('iterate');
/** Activates a triggered Clock, which stays active until the next iteration. */
export const trigger: number = numberOf('trigger');
export const resize: number = numberOf('configure', 1);
/** Sets each structural parameter to its largest value. */
const enlarge = numberOf('configure', 1 + 2 * 3);
const times = (count: number, number: number): number[] => Array<number>(count).fill(number);

/** Pairs that go through the modes of every interface and over several events. */
export const typicalPairs: readonly PairChoices[] = [
  {
    before: [...times(5, goOn), stir],
    detour: [goOn, ...times(2, far), stir],
    after: [],
    withoutEvents: true,
  },
  {
    before: [...times(3, goOn), ...times(4, far)],
    detour: [setOthers, event, setOthers, goOn, far, far],
    after: [far],
  },
  // The detour gives arrays other sizes in Reconfiguration Mode, which follows Event Mode in model exchange.
  {
    before: [enlarge, setAll, goOn, goOn, goOn],
    detour: [event, resize, goOn, far, resize, goOn, stir],
    after: [],
  },
  {
    before: [stopLate, goOn, goOn, far, iterate, setOthers],
    detour: [goOn, goOn, ...times(2, far), event],
    after: [goOn, far],
  },
];
