import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figures, Finding, Plan } from './campaign.ts';
import { headerBytes, type Told } from './fuzz-process.ts';

const program = fileURLToPath(new URL('../bin/fuzz-child.mjs', import.meta.url));

/**
 * A process is ended when a case takes so many times the CPU time that it may take: one that comes
 * to its end is called slow.
 */
const patience = 5;
/** Interval between two looks at a child [ms]. */
const glance = 250;
/** Bound on a child's JavaScript objects [MB]. */
const heap = 768;

/** Receives the events of a running campaign. */
export interface Watching {
  onFinding(finding: Finding): void;
  /** Number of the case that is run now. */
  at(n: number): void;
}

/**
 * Runs a plan in a separate process. If that process dies or hangs in the middle of a case, the
 * case is a finding. Another process continues with the next case.
 */
export async function watch(plan: Plan, watching: Watching): Promise<Figures> {
  const total: Figures = { cases: 0, accepted: 0, formed: 0, ways: 0, faulty: 0 };
  const begin = performance.now();
  let { first } = plan;
  for (;;) {
    const seconds = plan.seconds - (performance.now() - begin) / 1000;
    const rest = { ...plan, first, cases: plan.first + plan.cases - first, seconds };
    if (rest.cases <= 0 || seconds <= 0) return total;
    const { figures, died } = await one(rest, watching);
    total.cases += figures.cases;
    total.accepted += figures.accepted;
    total.formed += figures.formed;
    total.ways = Math.max(total.ways, figures.ways);
    total.faulty += figures.faulty;
    if (died === undefined) return total;
    first = died + 1;
  }
}

/** Runs one process. `died` is the number of the case in which it ended. */
async function one(plan: Plan, watching: Watching): Promise<{ figures: Figures; died?: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-fuzz-'));
  const file = join(folder, 'case');
  writeFileSync(file, new Uint8Array(headerBytes));
  const child = fork(program, [JSON.stringify(plan), file], {
    // Modules are compiled for one call, not for speed.
    execArgv: ['--expose-gc', `--max-old-space-size=${heap}`, '--liftoff-only'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (text) => (errors = (errors + text).slice(-2000)));
  const clock = look(child, file, patience * plan.caseSeconds, watching);
  try {
    return await new Promise((resolve, reject) => {
      let answer: Told | undefined;
      child.on('message', (message: Told) => {
        if (message.kind === 'found')
          watching.onFinding({
            fault: message.fault,
            bytes: new Uint8Array(Buffer.from(message.bytes, 'base64')),
          });
        else answer = message;
      });
      child.on('close', (code, signal) => {
        if (answer?.kind === 'done') return resolve({ figures: answer.figures });
        if (answer?.kind === 'failed') return reject(new Error(answer.message));
        const { n, bytes } = caseIn(file);
        if (bytes.length === 0) return reject(new Error(`fuzz ${plan.target}: its process ended: ${errors}`));
        const how = clock.hung()
          ? `hangs: more than ${patience * plan.caseSeconds} s of CPU time`
          : `ended its process: ${signal ?? code} ${errors}`;
        watching.onFinding({ fault: how, bytes });
        resolve({
          figures: { cases: n - plan.first + 1, accepted: 0, formed: 0, ways: 0, faulty: 1 },
          died: n,
        });
      });
    });
  } finally {
    clock.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function caseIn(file: string): { n: number; bytes: Uint8Array } {
  const whole = new Uint8Array(readFileSync(file));
  const [n, length] = new Uint32Array(whole.buffer, 0, 2);
  return { n, bytes: whole.slice(headerBytes, headerBytes + length) };
}

/** Ends a child that spends too much CPU time in one case. */
function look(
  child: ChildProcess,
  file: string,
  most: number,
  watching: Watching,
): { hung(): boolean; stop(): void } {
  const fd = openSync(file, 'r');
  const header = new Uint32Array(2);
  let [last, since, hung] = [-1, 0, false];
  const timer = setInterval(() => {
    readSync(fd, header, 0, headerBytes, 0);
    const [n, length] = header;
    // Before its first case it is loading.
    if (length > 0) watching.at(n);
    const cpu = cpuSeconds(child.pid ?? 0);
    if (n !== last || length === 0) [last, since] = [n, cpu];
    else if (cpu - since > most) hung = child.kill('SIGKILL');
  }, glance);
  return {
    hung: () => hung,
    stop: () => {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

/** CPU time of a process [s]: proc(5), fields 14 and 15. */
function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
