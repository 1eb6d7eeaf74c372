import {
  handlesOf,
  subassemblyKind,
  subassemblyOf,
} from '../../../fmu-sdk/description/terminals/subassembly-terminal.ts';
import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { findTerminal } from '../find-variable.ts';
import type { ConnectionIndex } from '../structure/input-feeds.ts';
import type { JointFile, JointSide, SystemJoint, SystemSubassembly } from '../system.ts';
import { variableLabel } from '../variable-label.ts';
import type { Context } from './check-context.ts';
import { jointKinds } from './joint-kinds.ts';

/** Default parameters of joints, the same as in the multibody units of fmukit. */
const defaultJointParameters = { alpha: 1e6, mu: 1, Omega: 10 };

/**
 * Checks joints and subassemblies. If a system has `joints`, every terminal of kind
 * `org.fmukit.subassembly` is a subassembly, even without a joint.
 */
export function checkJoints(
  context: Context,
  feeds: ConnectionIndex,
): { joints?: SystemJoint[]; subassemblies?: SystemSubassembly[] } {
  const { joints } = context.system;
  if (joints === undefined) return {};
  const subassemblies = subassembliesOf(context, feeds);
  const usedNames = new Map<string, string>();
  const checked = joints.map((joint, i) => {
    const path = ['joints', i];
    if (usedNames.has(joint.name))
      context.refuse(path, `joint ${joint.name}: another joint already has this name. Use a different name.`);
    usedNames.set(joint.name, joint.name);
    return checkJoint(context, subassemblies, joint, path);
  });
  return { joints: checked, subassemblies };
}

function subassembliesOf(context: Context, feeds: ConnectionIndex): SystemSubassembly[] {
  const { units, refuse } = context;
  return units.flatMap(({ name, description }, unit) =>
    description.terminals
      .filter(({ terminalKind }) => terminalKind === subassemblyKind)
      .map((terminal) => {
        const subassembly = subassemblyOf(description, terminal);
        if (typeof subassembly === 'string')
          return refuse(
            ['units', name],
            `${name}: terminal ${terminal.name} ${subassembly}. See docs/guide/subassembly.md for the requirements, or contact the author of the FMU.`,
          );
        for (const handle of handlesOf(subassembly)) {
          const port = { unit, variable: subassembly.get(`a${handle}`)! };
          const rival = feeds.into(port);
          if (rival !== undefined)
            refuse(
              ['units', name],
              `${variableLabel(port, units)} has two sources, the joints and ${variableLabel(rival.from, units)}. Remove the connection.`,
            );
        }
        return { unit, terminal: terminal.name, members: Object.fromEntries(subassembly) };
      }),
  );
}

function checkJoint(
  context: Context,
  subassemblies: readonly SystemSubassembly[],
  file: JointFile,
  path: JsonPath,
): SystemJoint {
  const { refuse } = context;
  const from: SideFile = {
    terminal: file.from,
    handle: file.fromHandle,
    point: file.fromPoint,
    axis: file.fromAxis,
  };
  const to: SideFile = { terminal: file.to, handle: file.toHandle, point: file.toPoint, axis: file.toAxis };
  const A = checkSide(context, subassemblies, from, [...path, 'from']);
  const B = checkSide(context, subassemblies, to, [...path, 'to']);
  const { name, kind } = file;
  if (file.from === undefined && file.to === undefined)
    refuse(path, `joint ${name}: both sides are the ground. Give "from" or "to", a terminal of a unit.`);
  const [a, b] = [A.handle, B.handle];
  if (a !== undefined && a.subassembly === b?.subassembly && a.index === b.index)
    refuse(
      path,
      `joint ${name}: both sides are the same handle. Join two handles, or one handle and the ground.`,
    );
  for (const [what, needed] of [
    ['point', true],
    ['axis', jointKinds[kind].axis],
  ] as const) {
    const capital = what === 'point' ? 'Point' : 'Axis';
    if (needed && A[what] === undefined && B[what] === undefined)
      refuse(
        path,
        `joint ${name}: the ${what} is missing on both sides and in both FMUs (member ${what}1 or ${what}2 of the terminal). Give "from${capital}" or "to${capital}", in the axes of the handle's body.`,
      );
  }
  return { ...defaultJointParameters, ...pick(file), name, kind, A, B };
}

function pick({ alpha, mu, Omega }: JointFile): Partial<typeof defaultJointParameters> {
  return Object.fromEntries(Object.entries({ alpha, mu, Omega }).filter(([, value]) => value !== undefined));
}

/** Side of a joint as a system file gives it. A side without a terminal is the ground. */
interface SideFile {
  readonly terminal: string | undefined;
  readonly handle: 1 | 2 | undefined;
  readonly point: readonly number[] | undefined;
  readonly axis: readonly number[] | undefined;
}

/** Checks one side of a joint. */
function checkSide(
  context: Context,
  subassemblies: readonly SystemSubassembly[],
  { terminal: text, handle: number, point, axis }: SideFile,
  path: JsonPath,
): JointSide {
  const { refuse, units } = context;
  if (axis !== undefined && !(Math.hypot(...axis) > 0))
    refuse(path, `the axis ${axis.join(', ')} has zero length. Give a nonzero axis.`);
  if (text === undefined) return { point, axis };
  const { unit, terminal } = findTerminal(context, text, path);
  const index = subassemblies.findIndex(
    (subassembly) => subassembly.unit === unit && subassembly.terminal === terminal.name,
  );
  if (index < 0)
    refuse(
      path,
      `${text}: expected a terminal of kind ${subassemblyKind}, got ${terminal.terminalKind ?? 'none'}.`,
    );
  const { members } = subassemblies[index];
  const handles = handlesOf(new Map(Object.entries(members)));
  if (number === undefined && handles.length > 1)
    refuse(path, `${text} has 2 handles. Choose 1 or 2 with "fromHandle" or "toHandle".`);
  const handle = number ?? 1;
  if (!handles.includes(handle))
    refuse(path, `${text} of ${units[unit].name} has 1 handle, so handle ${handle} does not exist.`);
  return {
    handle: { subassembly: index, index: handle - 1 },
    point: point ?? (members[`point${handle}`] && 'unit'),
    axis: axis ?? (members[`axis${handle}`] && 'unit'),
  };
}
