import type { ModelDescription, Terminal, Variable } from '../description.ts';

/**
 * Kind of the terminals with the handles of a part of a multibody system:
 * docs/guide/subassembly.md.
 */
export const subassemblyKind = 'org.fmukit.subassembly';

/** Description of a member of such a terminal. */
export interface HandleMember {
  readonly name: string;
  readonly dimensions: readonly number[];
  readonly causality: readonly Variable['causality'][];
  /** Handle of the member, or `both`. */
  readonly handle: 1 | 2 | 'both';
  /** True if a terminal may omit the member although it has the handle. */
  readonly optional?: boolean;
}

const output = ['output'] as const;
const fixed = ['output', 'parameter', 'calculatedParameter'] as const;

const ofHandle = (handle: 1 | 2): HandleMember[] => [
  { name: `q${handle}`, dimensions: [7], causality: output, handle },
  { name: `v${handle}`, dimensions: [7], causality: output, handle },
  { name: `b${handle}`, dimensions: [7], causality: output, handle },
  { name: `M${handle}${handle}`, dimensions: [7, 7], causality: output, handle },
  { name: `Q${handle}`, dimensions: [7], causality: output, handle },
  { name: `a${handle}`, dimensions: [7], causality: ['input'], handle },
  { name: `point${handle}`, dimensions: [3], causality: fixed, handle, optional: true },
  { name: `axis${handle}`, dimensions: [3], causality: fixed, handle, optional: true },
];

/** All members, in the order of docs/guide/subassembly.md. */
export const handleMembers: readonly HandleMember[] = [
  ...ofHandle(1),
  ...ofHandle(2),
  { name: 'M12', dimensions: [7, 7], causality: output, handle: 'both' },
];

/**
 * Returns the required members that a terminal lacks. Handle 1 is always required, and handle 2 if
 * one of its members exists.
 */
export function missingMembers(names: ReadonlySet<string>): HandleMember[] {
  const second = handleMembers.some(({ name, handle }) => handle !== 1 && names.has(name));
  return handleMembers.filter(
    ({ name, handle, optional }) => optional !== true && (handle === 1 || second) && !names.has(name),
  );
}

/** Returns the defect of a variable as this member, or undefined. */
export function memberFault(
  member: HandleMember,
  { type, causality, dimensions }: Pick<Variable, 'type' | 'causality' | 'dimensions'>,
): string | undefined {
  const shape = (sizes: readonly number[]): string => sizes.join(' × ') || 'a scalar';
  if (type !== 'Float64') return `is of type ${type}, not Float64`;
  if (!member.causality.includes(causality)) return `is ${causality}, not ${member.causality.join(' or ')}`;
  if (shape(dimensions) !== shape(member.dimensions))
    return `is ${shape(dimensions)}, not ${shape(member.dimensions)}`;
  return undefined;
}

/**
 * Returns the variables of a terminal of this kind by the names of its members, or a text with its
 * defect.
 */
export function subassemblyOf(
  { variables }: Pick<ModelDescription, 'variables'>,
  terminal: Terminal,
): ReadonlyMap<string, Variable> | string {
  if (terminal.terminalKind !== subassemblyKind)
    return `is of kind ${terminal.terminalKind ?? 'none'}, not ${subassemblyKind}`;
  const memberVariables = new Map<string, Variable>();
  for (const { memberName = '', variableName } of terminal.members) {
    const member = handleMembers.find(({ name }) => name === memberName);
    const variable = variables.find(({ name }) => name === variableName);
    if (member === undefined || variable === undefined) continue;
    const fault = memberFault(member, variable);
    if (fault !== undefined) return `has a member ${memberName} that ${fault}`;
    memberVariables.set(memberName, variable);
  }
  const missing = missingMembers(new Set(memberVariables.keys()));
  if (missing.length > 0) return `lacks ${missing.map(({ name }) => name).join(', ')}`;
  return memberVariables;
}

/** Handles that a subassembly has. */
export function handlesOf(members: ReadonlyMap<string, Variable>): readonly (1 | 2)[] {
  return members.has('M12') ? [1, 2] : [1];
}
