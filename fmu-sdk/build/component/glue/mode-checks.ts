import { column, variableCount } from './access/variable-access';
import { Call, Column, Mode, Status } from './fmi-constants';
import { pristine } from './instance-resource';
import { core, ended, session } from './instance-session';
import { allowed, fail, life, ok, refused, settle } from './lifecycle';

/** Implements the lifecycle calls of FMI 3.0, 2.3. Each switches from one mode to the next. */
export function enterInitializationMode(startTime: f64, stopDefined: i32, stopTime: f64): i32 {
  if (!allowed(Call.enterInitializationMode)) return refused();
  const stop: f64 = stopDefined !== 0 ? stopTime : Infinity;
  if (!(Math.abs(startTime) < Infinity) || !(stop >= startTime))
    return fail('cannot run from %a s to %b s.', startTime, stop);
  life().startTime = startTime;
  life().stopDefined = stopDefined !== 0;
  life().stopTime = stopTime;
  life().stale = true;
  return enter(Mode.initialization);
}

export function exitInitializationMode(): i32 {
  if (!allowed(Call.exitInitializationMode)) return refused();
  settle();
  // Initialized values remain valid unless an event is due.
  life().stale = session().reportsEvents && core().eventDue();
  return enter(session().reportsEvents ? Mode.event : Mode.step);
}

export function terminate(): i32 {
  if (!allowed(Call.terminate)) return refused();
  if (life().mode === Mode.continuousTime) settle();
  life().evaluated = false;
  return enter(Mode.terminated);
}

/** Resets the unit. Works after a trap too, if the host's component model permits calls. */
export function reset(): i32 {
  if (!allowed(Call.reset)) return refused();
  pristine();
  return ok();
}

export function enterConfigurationMode(): i32 {
  if (!allowed(Call.enterConfigurationMode)) return refused();
  const running: bool = life().mode === Mode.step;
  if (!hasStructuralParameter(running))
    return fail(running ? 'no tunable structural parameter.' : 'no structural parameter.');
  return enter(running ? Mode.reconfiguration : Mode.configuration);
}

export function exitConfigurationMode(): i32 {
  if (!allowed(Call.exitConfigurationMode)) return refused();
  return enter(life().mode === Mode.configuration ? Mode.instantiated : Mode.step);
}

function enter(mode: Mode): i32 {
  life().mode = mode;
  ended(0);
  return Status.ok;
}

function hasStructuralParameter(tunable: bool): bool {
  const mode: Mode = tunable ? Mode.reconfiguration : Mode.configuration;
  for (let vr: i32 = 0; vr < variableCount(); vr++)
    if ((column(vr, Column.settable3) & mode) !== 0) return true;
  return false;
}
