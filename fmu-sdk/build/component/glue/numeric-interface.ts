import { lacks } from './absent-functions';
import { Absent, Call, Mode, Status } from './fmi-constants';
import { stateBytes } from './fmu-state';
import { session } from './instance-session';
import { allowed, allowedIn, fail, Life, life, refused } from './lifecycle';
import { log, wants } from './log-message';

/**
 * What the native library's C functions ask of the machine beyond the component's interface: they pass arguments on,
 * and all that is decided is decided here. The component carries these functions and does not call them.
 */
export * from './scalar-access';

/** From now on the states have the names of FMI 2.0. */
export function faceSpeaks2(): void {
  session().speaks2 = true;
}

/** Address of the mode, which C reads to know when values may be passed straight; after a trap it writes `failed`. */
export function faceMode(): usize {
  return changetype<usize>(life()) + offsetof<Life>('mode');
}

/** Bytes of a stored state. */
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

/** FMI 2.0's questions after the last step, of which this unit knows nothing: discarded (FMI 2.0.5, 4.2.3). */
export function faceUnknown(kind: i32): i32 {
  session().call = Call.doStep;
  if (!allowedIn(Mode.step + Mode.terminated + Mode.initialization)) return refused();
  log(Status.discard, 'nothing is known of status kind %a.', f64(kind));
  return Status.discard;
}

/** An error that C has found; its reason in UTF-8. */
export function faceRefuse(text: usize, length: i32): i32 {
  return fail('%r', f64(text), f64(length));
}

/** A call for which this kind of unit has nothing. */
export function faceLacks(what: Absent): i32 {
  return lacks(what);
}

/** Whether the importer wants to hear of messages of a status. */
export function faceWants(status: Status): bool {
  return wants(status);
}
