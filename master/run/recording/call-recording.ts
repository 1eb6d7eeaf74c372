import { deserialize, serialize } from 'node:v8';
import { type ModelDescription, majorVersion } from '../../../fmu-sdk/description/description.ts';
import type { Binary, CallRecording, Host, RunMode } from '../../../fmu-sdk/host/choice/host.ts';
import { createDrivenInstance } from '../../../fmu-sdk/host/fmi-driver/create-driver.ts';
import { CallsReader } from '../../../fmu-sdk/host/recorded/calls-reader.ts';
import { recordedCalls } from '../../../fmu-sdk/host/recorded/recorded-calls.ts';
import {
  type RecordedUnit,
  type RecordingHead,
  RecordingWriter,
} from '../../../fmu-sdk/host/recorded/recording-file.ts';
import { replayedCalls } from '../../../fmu-sdk/host/recorded/replayed-calls.ts';
import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { requirePath } from '../../../fmu-sdk/util/files/require-path.ts';
import { type Check, fits, isSize, isText } from '../../../fmu-sdk/util/json/field-checks.ts';
import { packageVersion } from '../../../fmu-sdk/util/package-files.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { platform } from '../checkpoint/checkpoint-file.ts';
import { fingerprintOf } from '../checkpoint/system-fingerprint.ts';
import type { RunSettings } from '../options/run-options.ts';

/** Binary of a unit whose calls were recorded. */
interface ReplayedBinary extends Binary, Omit<RunMode, 'trusted'> {
  readonly form: 'replay';
}

/** Recording that is opened for one run. */
export interface Recording {
  readonly head: RecordingHead;
  /** System as it ran. The recording replaces its units. */
  readonly system: CheckedSystem;
  /** Host that replays the units, once and in one thread. */
  readonly host: Host;
  close(): void;
}

/** Recording in progress. `close` writes how the run ended. */
export interface SystemRecording extends CallRecording {
  close(outcome: string): void;
}

/**
 * Creates a recording of the calls of a system's units, if the settings name a file for it. It
 * includes the system, so that it can be replayed without the system and its FMUs.
 */
export function recordingOf(
  { recordCalls: file, output, events = false }: RunSettings,
  system: CheckedSystem,
): SystemRecording | undefined {
  if (file === undefined) return undefined;
  requireDistinctPaths('record', file, [...(output === undefined ? [] : [output]), ...(system.reads ?? [])]);
  const { units } = fingerprintOf(system);
  const head = {
    fmukit: packageVersion(),
    platform: platform(),
    node: process.version,
    system: system.name,
    units: system.units.map(({ name, description, binary }, k): RecordedUnit => {
      const { kind = 'coSimulation' } = binary as Partial<RunMode>;
      return { name, kind, fmi: majorVersion(description), host: binary.form, sha256: units[k].sha256 };
    }),
    events,
  };
  const { reads: _, threads: __, ...rest } = system;
  const bare = {
    ...rest,
    units: system.units.map(({ binary, passedOver, notes, ...unit }) => {
      const { kind, solver, tolerance, asSealed, events } = binary as Partial<RunMode>;
      return { ...unit, binary: { form: 'replay', kind, solver, tolerance, asSealed, events } };
    }),
  };
  const writer = new RecordingWriter(file, head, serialize(bare));
  return {
    file,
    recorded: (calls, name) => recordedCalls(calls, name, writer),
    close: (outcome) => writer.close(outcome),
  };
}

/**
 * Opens a recording to run its system again. The recorded results of calls replace the units, so
 * the results are identical.
 *
 * @example
 * const { system, host, head, close } = openRecording('run.calls');
 * await simulate(system, { hosts: [host], output: 'again.csv', events: head.events });
 * close();
 */
export function openRecording(file: string): Recording {
  requirePath('replay', file);
  const reader = new CallsReader(file);
  try {
    const system = systemIn(reader);
    const host: Host<ReplayedBinary> = {
      name: 'replay',
      find: async () => undefined,
      open: async (binary, opening) => {
        const unit = reader.units.findIndex(({ name }) => name === opening.name);
        return createDrivenInstance(replayedCalls(reader, unit), { ...binary, trusted: false }, opening);
      },
    };
    return { head: reader.file.head, system, host, close: () => reader.close() };
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Returns the model descriptions of the units of a recording, in their order. */
export function recordedDescriptions(file: string): {
  head: RecordingHead;
  descriptions: ModelDescription[];
} {
  const reader = new CallsReader(file);
  try {
    return {
      head: reader.file.head,
      descriptions: systemIn(reader).units.map(({ description }) => description),
    };
  } finally {
    reader.close();
  }
}

const isOptionalText: Check = (value) => value === undefined || isText(value);

/** Reports whether data has what comparisons read of a variable. */
const isVariable: Check = (value) =>
  fits(value, {
    name: isText,
    type: isText,
    causality: isText,
    valueReference: isSize,
    derivative: (derivative) => derivative === undefined || isSize(derivative),
    dimensions: (sizes) => Array.isArray(sizes) && sizes.every(isSize),
    unit: isOptionalText,
  });

function systemIn({ file, units }: CallsReader): CheckedSystem {
  let system: CheckedSystem;
  try {
    system = deserialize(file.body) as CheckedSystem;
    const same = system.units.every(
      ({ name, description, binary }, k) =>
        name === units[k].name &&
        binary.form === 'replay' &&
        ((binary as Partial<RunMode>).kind ?? 'coSimulation') === units[k].kind &&
        Array.isArray(description.variables) &&
        description.variables.every(isVariable) &&
        typeof description.fmiVersion === 'string',
    );
    if (!same || system.units.length !== units.length) throw new RangeError('its units differ');
  } catch {
    // The reason is a text of the JavaScript engine.
    throw file.damaged('its system cannot be read');
  }
  return system;
}
