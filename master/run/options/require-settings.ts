import type { CheckedSystem } from '../../system/system.ts';
import { requireLimits } from '../../verdict/thresholds.ts';
import { requireCheckpoint } from '../checkpoint/run-checkpoints.ts';
import { requireError } from '../error/error-option.ts';
import { requireRealtime } from '../realtime/run-in-real-time.ts';
import { requireLog } from '../recording/call-log.ts';
import type { RunSettings } from './run-options.ts';

/** Validates the parts of settings that are objects, for callers without types. */
export function requireSettings(system: CheckedSystem, settings: RunSettings): void {
  requireLog(system, settings.log);
  requireCheckpoint(system.name, settings);
  requireRealtime(system.name, settings);
  requireLimits(`run ${system.name}`, settings);
  if (settings.error !== undefined) requireError(`run ${system.name}`, settings.error);
}
