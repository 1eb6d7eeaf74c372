import { createInterface } from 'node:readline';
import { matchesGlob } from '../../../fmu-sdk/check/selection/glob-pattern.ts';
import { printable, printableName } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { keptRowsText } from '../../run/loop/run-loop.ts';
import { Stepper, type StepperOptions } from '../../run/stepping/step-by-step-run.ts';
import {
  nameIn,
  portNamed,
  setVariable,
  unitBehind,
  valueText,
} from '../../run/stepping/stepped-variables.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { print, printError } from '../command.ts';

const help = `next [n]          n communication steps (1), also an empty line
run               to the end
run to T          to the first communication point at or after T [s]
run to event      to the end of the next step with an event in it
print [NAME ...]  present values, "*" as wildcard (default: recorded variables)
set NAME VALUE    a free input or a tunable parameter: set pump.p 3[bar]
back [n]          n steps back (1)
list [NAME ...]   variables: causality, type, unit of measure
help              this list
quit              end the run here and save its rows as partial results`;

/** Runs a system by commands, one on each line, from a terminal or a pipe. */
export async function stepByStep(system: CheckedSystem, options: StepperOptions): Promise<RunResult> {
  const stepper = await Stepper.open(system, options);
  try {
    await prompt(stepper);
  } catch (error) {
    const { output } = closed(stepper);
    if (error instanceof UserError && output !== undefined) error.message += keptRowsText(output);
    throw error;
  }
  return stepper.close();
}

function closed(stepper: Stepper): Partial<RunResult> {
  try {
    return stepper.close(true);
  } catch {
    // Report the first error.
    return {};
  }
}

async function prompt(stepper: Stepper): Promise<void> {
  const { history, session } = stepper;
  const terminal = process.stdin.isTTY === true;
  const far = history.refused ?? `up to ${history.reach} steps back`;
  printError(
    `fmu: note: ${printable(session.system.name)} step by step, ${session.steps} of H = ${session.system.step} s. ` +
      `${history.refused === undefined ? `"back" can go ${far}` : `"back" is not possible: ${far}`}${terminal ? ' ("help" lists the commands)' : ''}`,
  );
  if (terminal) where(stepper);
  const lines = terminal
    ? createInterface({ input: process.stdin, output: process.stderr, terminal, prompt: '> ' })
    : undefined;
  lines?.prompt();
  for await (const line of lines ?? shortLines(process.stdin)) {
    // Ctrl-C must end an FMU that does not return. In raw mode the terminal sends it as a character.
    if (terminal) process.stdin.setRawMode(false);
    try {
      if (!execute(stepper, line.trim())) break;
    } catch (error) {
      // On a terminal the user can try again.
      if (
        !terminal ||
        !(error instanceof CommandError || error instanceof UserError) ||
        !isCommandError(error)
      )
        throw error;
      printError(`fmu: ${messageOf(error)}`);
    }
    if (terminal) process.stdin.setRawMode(true);
    lines?.prompt();
  }
  lines?.close();
}

/** Largest number of characters in a line of commands. */
const mostCharacters = 65_536;

/** Returns the lines of a stream, which may be endless. */
export async function* shortLines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest = '';
  input.setEncoding('utf8');
  for await (const chunk of input) {
    const lines = `${rest}${chunk}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > mostCharacters)
      throw new UserError(
        `run --step-by-step: expected lines of at most ${mostCharacters} characters, got a longer one. Write one command a line.`,
      );
  }
  if (rest !== '') yield rest;
}

/** Marks a line that is not a valid command. */
class CommandError extends UserError {}

/** Returns true for an error of a command, which leaves the run unharmed, not of a step. */
const isCommandError = (error: Error): boolean =>
  error instanceof CommandError || /^set /.test(error.message);

/** Executes a line. Returns false at the end of the run. */
function execute(stepper: Stepper, line: string): boolean {
  const [word = '', ...rest] = line.split(/\s+/);
  switch (word) {
    case '':
    case 'n':
    case 'next': {
      let n = countIn(line, rest);
      while (n-- > 0 && stepper.next()) printEvents(stepper);
      where(stepper);
      return true;
    }
    case 'r':
    case 'run':
      run(stepper, line, rest);
      where(stepper);
      return true;
    case 'p':
    case 'print':
      values(stepper, rest);
      return true;
    case 's':
    case 'set':
      set(stepper, line, rest);
      return true;
    case 'b':
    case 'back':
      back(stepper, countIn(line, rest));
      where(stepper);
      return true;
    case 'l':
    case 'list':
      list(stepper, rest);
      return true;
    case 'h':
    case 'help':
    case '?':
      print(help);
      return true;
    case 'q':
    case 'quit':
      return false;
    default:
      throw new CommandError(`${printableName(word)}: unknown command. "help" lists all.`);
  }
}

function countIn(line: string, rest: readonly string[]): number {
  const [text = '1', more] = rest;
  if (/^[0-9]{1,12}$/.test(text) && more === undefined) return Number(text);
  throw new CommandError(`${printableName(line)}: expected a whole number of steps.`);
}

function run(stepper: Stepper, line: string, rest: readonly string[]): void {
  const { session } = stepper;
  const { system } = session;
  const [to, goal] = rest;
  if (rest.length === 0) {
    while (stepper.next()) printEvents(stepper);
    return;
  }
  const t = Number(goal);
  if (to !== 'to' || rest.length !== 2 || (goal !== 'event' && !Number.isFinite(t)))
    throw new CommandError(`${printableName(line)}: expected run, run to a time [s], or run to event.`);
  const near = 1e-9 * system.step;
  while ((goal === 'event' || session.displayTime() < t - near) && stepper.next()) {
    printEvents(stepper);
    if (goal === 'event' && stepper.events.length > 0) return;
  }
}

/** Prints the events of the last step. */
function printEvents({ events }: Stepper): void {
  for (const t of new Set(events)) print(`event at t = ${t} s`);
}

function where({ session }: Stepper): void {
  const { n, steps, done, system, ended } = session;
  const by = ended === undefined ? '' : `, as ${printable(system.units[ended.unit].name)} asked for`;
  print(`t = ${session.displayTime()} s, step ${n} of ${steps}${done ? `: the end${by}` : ''}`);
}

function back(stepper: Stepper, steps: number): void {
  const { history } = stepper;
  if (history.refused !== undefined) throw new CommandError(`back: ${history.refused}`);
  const { length } = history;
  if (steps > length)
    throw new CommandError(
      `back ${steps}: only ${length} steps are saved (at most ${history.reach}). Use back ${length}, or start again.`,
    );
  stepper.back(steps);
}

function set({ session }: Stepper, line: string, rest: readonly string[]): void {
  const [, name, value] = /^([^\s=]+)(?:\s*=\s*|\s+)(\S.*)$/.exec(rest.join(' ')) ?? [];
  if (name === undefined) throw new CommandError(`${printableName(line)}: say set NAME VALUE.`);
  const port = withCommandError(() => setVariable(session, name, value));
  print(`${printable(nameIn(session.system, port))} = ${printable(valueText(session, port))}`);
}

/** Turns an unknown name into an error of the command. */
function withCommandError<T>(look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw error instanceof UserError ? new CommandError(error.message) : error;
  }
}

function portsOf({ session: { system } }: Stepper, names: readonly string[]): ReturnType<typeof portNamed>[] {
  return names.flatMap((name) => {
    if (!name.includes('*')) return [withCommandError(() => portNamed(system, name))];
    const ports = system.units.flatMap(({ description }, unit) =>
      description.variables
        .map((variable) => ({ unit, variable }))
        .filter((port) => matchesGlob(name, nameIn(system, port))),
    );
    if (ports.length === 0)
      throw new CommandError(`${printableName(name)}: unknown variable. "list" prints all.`);
    return ports;
  });
}

function values(stepper: Stepper, names: readonly string[]): void {
  const { session } = stepper;
  if (names.length === 0)
    for (const { name, unit: unitOfMeasure, read } of session.columns)
      print(`${printable(name)} = ${read()}${printable(unitBehind(unitOfMeasure))}`);
  for (const port of portsOf(stepper, names))
    print(`${printable(nameIn(session.system, port))} = ${printable(valueText(session, port))}`);
}

function list(stepper: Stepper, names: readonly string[]): void {
  const { system } = stepper.session;
  for (const port of portsOf(stepper, names.length === 0 ? ['*'] : names)) {
    const { causality, variability, type, unit: unitOfMeasure = '', dimensions } = port.variable;
    const size = dimensions.length > 0 ? `[${dimensions.join('][')}]` : '';
    print(
      printable(
        `${nameIn(system, port)}  ${variability} ${causality}  ${type}${size} ${unitOfMeasure}`.trimEnd(),
      ),
    );
  }
}
