import type { ObserverKind } from '../../observe/observer.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { RunSettings } from '../options/run-options.ts';
import { CallLog } from './call-log.ts';
import { recordingOf, type SystemRecording } from './call-recording.ts';

/** Files that follow the FMI calls of a run: its log, and its recording. */
export class CallFiles {
  readonly log: CallLog | undefined;
  readonly recording: SystemRecording | undefined;
  private ending = 'failed';

  constructor(settings: RunSettings, system: CheckedSystem) {
    this.recording = recordingOf(settings, system);
    try {
      this.log = settings.log && new CallLog(settings.log);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Observers that tell the files the time and the end of the run. */
  get observers(): ObserverKind[] {
    const { log, recording } = this;
    const end = (ending: string): void => {
      this.ending = ending;
    };
    return [
      ...(log === undefined ? [] : [{ name: 'call log', observe: log.observe.bind(log) }]),
      ...(recording === undefined
        ? []
        : [{ name: 'call recording', observe: () => ({ end, visitState() {} }) }]),
    ];
  }

  close(): void {
    try {
      this.log?.close();
    } finally {
      this.recording?.close(this.ending);
    }
  }
}
