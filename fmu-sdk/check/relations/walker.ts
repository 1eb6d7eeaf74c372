import { type InstantiateOptions, type io, status, statusNames } from '../../host/instance/fmi-api.ts';
import { functionName } from '../behaviour/calls/call-names.ts';
import { type Probe, RuleSkipped } from '../behaviour/fmu-probe.ts';
import { type Action, type Answer, perform } from './action.ts';
import { type Difference, differenceBetween } from './difference.ts';
import { isLongText, longTextOf, refusedSettings } from './refused-settings.ts';
import { keyOf, Situation } from './situation.ts';

/** An action, the answer to it, and the situation before it. */
export interface Step {
  readonly action: Action;
  readonly answer: Answer;
  readonly before: Situation;
  /** Number of calls of the walk after it. */
  readonly end: number;
}

/** The walk cannot go on in a way that says something: a value was refused, or the FMU has ended. */
export class Abandoned extends RuleSkipped {}

/** No call is left that would go on: the stop time is reached, or the instance is terminated. */
export class AtEnd extends Abandoned {}

/** The repeated action shows something else than the first time. */
export class Parted extends Error {
  constructor(
    readonly difference: Difference,
    readonly step: Step,
  ) {
    super(difference.what);
  }
}

/** A saved FMU state, with what the importer knew then. */
interface Saved {
  handle: number;
  situation: Situation;
}

/** Walks one instance through legal calls and writes them down. */
export class Walker {
  situation: Situation;
  readonly steps: Step[] = [];
  private readonly saved = new Map<number, Saved>();

  /** @param isTame sets inputs only: other values may be inconsistent with each other. */
  constructor(
    readonly probe: Probe,
    readonly isTame: boolean,
  ) {
    this.situation = new Situation(probe.target);
  }

  /** Makes an instance, with Event Mode if the FMU has it and its Clocks need it, or if `events`. */
  instantiate(options: Partial<InstantiateOptions> = {}, events = true): void {
    const { kind, description } = this.probe.target;
    const hasEvents = kind === 'coSimulation' && description.coSimulation?.hasEventMode === true;
    const eventModeUsed = hasEvents && (events || description.variables.some((v) => v.type === 'Clock'));
    this.make({ do: 'instantiate', options: { ...(eventModeUsed ? { eventModeUsed } : {}), ...options } });
  }

  /** Makes a call that the FMU has to grant. */
  make(action: Action): Answer {
    const before = this.situation.copy();
    const answer = perform(this.probe, action);
    this.steps.push({ action, answer, before, end: this.probe.script.length });
    this.situation.follow(action, answer);
    this.probe.time = this.situation.time;
    if (answer.status > status.warning) this.noteRefused(action);
    if (answer.status > status.warning) throw new Abandoned(refusalText(this.probe, action, answer));
    if (this.situation.ended) throw new Abandoned('the FMU requests the end of the simulation');
    return answer;
  }

  private noteRefused(action: Action): void {
    const refused = refusedSettings(this.probe.target);
    if (action.do === 'set' && isLongText(action.values[0])) refused.add(longTextOf(action.variable));
    else if (action.do === 'set' && action.variable.causality !== 'input')
      refused.add(keyOf(action.variable));
    if (action.do === 'derivatives') refused.add(action.do);
    if (action.do === 'setInterval') refused.add(keyOf(action.clock));
  }

  call(
    op: Extract<Action, { do: 'call' }>['op'],
    operands?: Partial<Record<keyof typeof io, number>>,
  ): Answer {
    return this.make({ do: 'call', op, ...(operands && { operands }) });
  }

  /** Repeats actions of another walk. Throws `Parted` at the first answer that is another. */
  repeat(steps: readonly Step[]): void {
    for (const step of steps) {
      let answer: Answer;
      try {
        answer = this.make(step.action);
      } catch (error) {
        if (!(error instanceof Abandoned)) throw error;
        answer = this.steps.at(-1)!.answer;
        const difference = differenceBetween(this.probe.target, step.answer, answer);
        if (difference === undefined) throw error;
        throw new Parted(difference, step);
      }
      this.requireSame(answer, step);
    }
  }

  /** Compares an answer of this instance with the answer to a step of another walk. */
  requireSame(answer: Answer, step: Step): void {
    const difference = differenceBetween(this.probe.target, step.answer, answer);
    if (difference !== undefined) throw new Parted(difference, step);
  }

  /** Serializes a saved state. */
  serialized(slot: number): { bytes: Uint8Array; situation: Situation } {
    const { handle, situation } = this.saved.get(slot)!;
    const { bytes, status: answered } = this.probe.query('serializeState', String(handle), (c) =>
      c.serializeState(handle),
    );
    if (answered > status.warning) throw new Abandoned(`serializing answers ${statusNames[answered]}`);
    return { bytes: bytes.slice(), situation };
  }

  /** Frees the instance and makes a new one, which knows nothing of saved states. */
  renew(options: Partial<InstantiateOptions>): void {
    this.probe.free();
    this.saved.clear();
    this.make({ do: 'instantiate', options });
  }

  /** Saves the state. A second state in the slot overwrites the first one in the FMU's memory. */
  save(slot: number): void {
    const into = this.saved.get(slot)?.handle;
    const { handle, status: answered } = this.probe.query(
      'getState',
      into === undefined ? '' : `${into}`,
      (c) => c.getState(into),
    );
    if (answered > status.warning) throw new Abandoned(`getFMUState answers ${statusNames[answered]}`);
    if (into !== undefined && into !== handle) this.free(slot);
    this.saved.set(slot, { handle, situation: this.situation.copy() });
  }

  /** Sets a saved state. In FMI 2.0 the importer restores the time (2.0.5, 2.1.8). */
  restore(slot: number): void {
    const { handle, situation } = this.saved.get(slot)!;
    const { time } = this.situation;
    const answered = this.probe.query('setState', String(handle), (c) => c.setState(handle));
    if (answered > status.warning) throw new Abandoned(`setFMUState answers ${statusNames[answered]}`);
    this.situation = situation.copy();
    const { target } = this.probe;
    if (target.fmi === 2 && target.kind === 'modelExchange' && situation.time !== time) {
      if (situation.mode === 'continuousTime') this.call('setTime', { time: situation.time });
      else if (situation.mode !== 'instantiated')
        throw new Abandoned('in FMI 2.0 the time cannot be restored in this mode');
    }
    this.probe.time = this.situation.time;
  }

  free(slot: number): void {
    const { handle } = this.saved.get(slot)!;
    this.probe.query('freeState', String(handle), (c) => c.freeState(handle));
    this.saved.delete(slot);
  }

  /** Makes a saved state of bytes. In a new instance the importer knows the situation still. */
  deserialize(slot: number, bytes: Uint8Array, situation: Situation): void {
    const { handle, status: read } = this.probe.query('deserializeState', `${bytes.length} bytes`, (c) =>
      c.deserializeState(bytes),
    );
    if (read > status.warning) throw new Abandoned(`deserializing answers ${statusNames[read]}`);
    this.saved.set(slot, { handle, situation });
  }
}

function refusalText({ target }: Probe, action: Action, { status: answered }: Answer): string {
  const what =
    action.do === 'call' || action.do === 'vector' ? functionName(target.fmi, action.op) : action.do;
  return `${what} answers ${statusNames[answered]}`;
}
