/// <reference lib="dom" />
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import type { Host } from '../../../fmu-sdk/host/choice/host.ts';
import { openedComponent } from '../../../fmu-sdk/host/component/open-component.ts';
import type { LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import { coreHost } from '../../../fmu-sdk/host/wasm/core-host.ts';
import { Registry } from '../../../fmu-sdk/util/registry.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { simulateBy } from '../../run/page/browser-run.ts';
import { assemble } from '../../system/assemble-system.ts';
import type { InputSource } from '../../system/inputs/input-source.ts';
import type { SystemFile } from '../../system/system.ts';
import { systemAt } from '../../system/system-file.ts';
import { unpackBinary } from './page-binaries.ts';
import { fingerprint } from './result-fingerprint.ts';
import { type AgainSettings, pageBonds, type WorkerAnswer, type WorkerRequest } from './run-page-data.ts';
import { substepColumns } from './substep-columns.ts';

/** Input source with the rows that the command line has read, as JSON. */
const readAlready: InputSource = {
  name: 'rows',
  extensions: ['.rows'],
  read: (content) => JSON.parse(new TextDecoder().decode(content)) as string[][],
};

/** Link functions that the page defines before this script (`workerScript`). */
declare const fmukitLinkers: Parameters<typeof unpackBinary>[2] | undefined;

const hosts: Registry<Host> = new Registry('host', [coreHost, openedComponent] as readonly Host[]);

let units = new Map<string, LoadedFmu>();
let inputs: Uint8Array = new Uint8Array();
let system: SystemFile | undefined;
let prefix = true;
let stop = new AbortController();

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'units') keep(data);
  else if (data.kind === 'stop') stop.abort();
  else void run(data.id, data.settings);
});

function keep(message: WorkerRequest & { kind: 'units' }): void {
  system = message.system as SystemFile;
  prefix = message.prefix;
  inputs = message.inputs ?? inputs;
  units = new Map(
    message.units.map(({ path, description, binary, bytes }) => [
      path,
      {
        file: path,
        description: JSON.parse(description) as ModelDescription,
        binary: unpackBinary(binary, bytes, typeof fmukitLinkers === 'undefined' ? {} : fmukitLinkers),
      },
    ]),
  );
}

async function run(id: number, settings: AgainSettings): Promise<void> {
  stop = new AbortController();
  try {
    const json = systemAt(system as SystemFile, 'the system');
    const checked = await assemble(
      json,
      {
        unit: async (path) => unitOf(path),
        content: (path) => ({ file: path, bytes: inputs }),
        sources: new Registry('input format', [readAlready]),
      },
      { trusted: false, settings },
      prefix,
    );
    const result = await simulateBy(hosts, checked, {
      collect: true,
      signal: stop.signal,
      onProgress: (share) => answer({ kind: 'progress', id, share }),
    });
    const { columns, ownSteps, notes, outcome, verdict, wallSeconds, endTime, startTime } = result;
    answer(
      {
        ...{ kind: 'done', id, outcome, verdict, columns, notes, bonds: pageBonds(result) },
        ownColumns: substepColumns(ownSteps),
        simulated: endTime - startTime,
        seconds: wallSeconds,
        fingerprint: fingerprint(columns),
      },
      columns.map(({ data }) => data.buffer as ArrayBuffer),
    );
  } catch (error) {
    answer({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

function unitOf(path: string): LoadedFmu {
  const unit = units.get(path);
  if (unit === undefined) throw new UserError(`load ${path}: the page does not contain it.`);
  return unit;
}

function answer(answered: WorkerAnswer, moved: Transferable[] = []): void {
  (postMessage as (message: WorkerAnswer, moved: Transferable[]) => void)(answered, moved);
}
