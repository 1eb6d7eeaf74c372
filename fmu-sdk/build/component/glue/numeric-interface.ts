import { quietStep } from './do-step';
import { lacks } from './exports/absent-functions';
import { Absent, Call, Mode, Status } from './fmi-constants';
import { stateBytes } from './fmu-state';
import { session } from './instance-session';
import { allowed, allowedIn, fail, Life, life, refused } from './lifecycle';
import { log, wants, withNumbers } from './log-message';

/**
 * Functions for the native library's C code beyond the component's interface. C only passes
 * arguments on, and all decisions are made here. The component contains these functions without
 * calling them.
 */
export * from './access/scalar-access';

/** Switches to FMI 2.0's names of states and to its value references, with the largest of them. */
export function faceSpeaks2(lastReference: i32): void {
  session().speaks2 = true;
  session().lastReference2 = lastReference;
}

/**
 * Returns the address of the mode. C reads it to find out if values may be copied directly, and
 * writes `failed` after a trap.
 */
export function faceMode(): usize {
  return changetype<usize>(life()) + offsetof<Life>('mode');
}

/** Returns the size of a stored state [bytes]. */
export function faceStateSize(): usize {
  return stateBytes();
}

/** Begins a call about stored states. */
export function faceState(): i32 {
  return allowed(Call.getFmuState) ? Status.ok : refused();
}

/** Begins a call in which FMI 2.0 sets up the experiment. */
export function faceSetup(): i32 {
  return allowed(Call.enterInitializationMode) ? Status.ok : refused();
}

/**
 * Discards FMI 2.0's status queries after the last step, because this unit cannot answer them (FMI
 * 2.0.5, 4.2.3).
 */
export function faceUnknown(kind: i32): i32 {
  session().call = Call.doStep;
  if (!allowedIn(Mode.step + Mode.terminated + Mode.initialization)) return refused();
  withNumbers(f64(kind));
  log(Status.discard, 'nothing is known of status kind %a.');
  return Status.discard;
}

/** Makes a step that reports nothing. Returns false if `do-step` must be called. */
export function faceStep(t: f64, H: f64): bool {
  return quietStep(t, H);
}

/** Logs an error of the C code, with its reason in UTF-8. */
export function faceRefuse(text: usize, length: i32): i32 {
  return fail('%r', f64(text), f64(length));
}

/** Reports that this kind of unit lacks the feature of a call. */
export function faceLacks(what: Absent): i32 {
  return lacks(what);
}

/** Returns true if the importer logs messages of a status. */
export function faceWants(status: Status): bool {
  return wants(status);
}
