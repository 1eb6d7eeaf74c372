import type { Server } from 'node:http';
import { extname } from 'node:path';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { renderRunPage } from '../../report/system/render-run-page.ts';
import { sceneOf } from '../../report/system/scene-data.ts';
import { type OpenedSystem, openSystem } from '../../run/open/read-system.ts';
import { LiveRun } from '../../run/page/live-run.ts';
import { singleSystem } from '../../system/single/single-fmu.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { withFile } from '../../verdict/verdict.ts';
import { print, printError } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { describeHangingRun, exit, forceEnd } from '../exit/shutdown.ts';
import { onSignals } from '../exit/signals.ts';
import { summary } from '../run/run-summary.ts';
import type { ViewArguments } from './options.ts';
import { serveView } from './view-server.ts';

/** Runs a system and serves its page until Ctrl-C. */
export async function viewFile({ file, port }: ViewArguments): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UserError(`view ${file}: --port must be from 0 to 65535, got ${port}.`);
  const { system, notes, dispose } = await systemOf(file);
  for (const note of notes) printError(`fmu: note: ${note}.`);
  try {
    await serve(system, port, file);
  } finally {
    dispose();
  }
}

async function systemOf(file: string): Promise<OpenedSystem> {
  if (extname(file).toLowerCase() !== '.fmu') return await openSystem(file);
  return { system: await singleSystem(file), notes: [], dispose: () => {} };
}

async function serve(system: CheckedSystem, port: number, file: string): Promise<void> {
  const run = new LiveRun(system, undefined, printError);
  let resolveSignal: (code: number) => void = () => {};
  const signal = new Promise<number>((resolve) => {
    resolveSignal = resolve;
  });
  let forced: Promise<void> | undefined;
  const force = (code: number): Promise<void> => {
    forced ??= forceEnd(run.runner, run.ended).then(({ stuck }) => exit(code, '', stuck));
    return forced;
  };
  const quiet = onSignals(resolveSignal, force);
  let server: Server | undefined;
  try {
    const begun = await Promise.race([run.begin().then(() => true), signal.then(() => false)]);
    if (begun) server = await show({ system, run, port, file }, () => forced === undefined);
    const code = await signal;
    const { result, state } = run;
    if (result !== undefined) return print(summary(withFile(result, file)));
    process.exitCode = state === 'failed' ? exitCode.failed : code;
    run.stop();
    const late = await Promise.race([run.ended.then(() => ''), describeHangingRun(run.runner)]);
    if (late === '') return await forced;
    printError(`fmu: ${late}`);
    await force(code);
  } finally {
    server?.close();
    server?.closeAllConnections();
    await run.dispose();
    quiet();
  }
}

/** Run whose page is served at a port, and the file of its system. */
interface Shown {
  system: CheckedSystem;
  run: LiveRun;
  port: number;
  file: string;
}

/** Serves the page and prints its address. Prints an error if the run fails `byItself`. */
async function show({ system, run, port, file }: Shown, byItself: () => boolean): Promise<Server> {
  const { server, address } = await serveView(run, livePage(system, run), port, file);
  print(address);
  printError('fmu: open this address in a browser on this machine (Ctrl-C ends)');
  void run.ended.then(() => {
    if (run.state === 'failed' && byItself()) printError(`fmu: ${run.message}`);
  });
  return server;
}

/** Returns the page without rows. The page requests them. */
export function livePage(system: CheckedSystem, { columns }: Pick<LiveRun, 'columns'>): string {
  const empty = columns.map(({ name, unit }) => ({
    name,
    unit,
    data: new Float64Array(),
  }));
  const { scene, messages } = sceneOf(system, empty);
  const { name, startTime, stopTime, bonds } = system;
  return renderRunPage({
    result: {
      ...{ name, startTime, endTime: stopTime, joints: [] },
      bonds: bonds.map(({ name, unit }) => ({
        name,
        unit,
        energy: 0,
        magnitude: 0,
      })),
      columns: [{ name: 'time', unit: 's', data: new Float64Array() }, ...empty],
    },
    system,
    scene,
    live: true,
    subtitle: `${system.units.length} units, ${startTime} s to ${stopTime} s, ${system.scheme}, H = ${system.step} s.`,
    summary: [],
    messages,
  });
}
