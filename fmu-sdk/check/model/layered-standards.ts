import { attribute, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { type FmuContent, isManifest } from '../fmu/fmu-content.ts';
import type { Document } from '../fmu/xml-document.ts';
import { manifestAttribute } from './layered-manifest.ts';
import type { Variable } from './variables/model-variable.ts';
import { variableNamed } from './variables/named-variables.ts';

/** Names of the layered standards that have rules. */
export const layeredNames = {
  bus: 'org.fmi-standard.fmi-ls-bus',
  xcp: 'org.fmi-standard.fmi-ls-xcp',
  struct: 'org.fmi-standard.fmi-ls-struct',
  dae: 'org.fmi-standard.fmi-ls-dae',
} as const;
export type Layered = keyof typeof layeredNames;

/**
 * Returns the manifest by which an FMU declares a layered standard. Returns undefined without a
 * manifest.
 */
export function manifestOf(
  unit: FmuContent,
  layered: Layered,
): (Document & { root: XmlElement }) | undefined {
  for (const { root, ...rest } of unit.documents.values())
    if (root !== undefined && isManifest(rest.path) && speaksOf(root, layered)) return { root, ...rest };
  return undefined;
}

/** Why rules on a layered standard do not apply to an FMU. */
export function notFollowing(layered: Layered): (subject: unknown, unit: FmuContent) => string | undefined {
  return (_, unit) =>
    manifestOf(unit, layered) === undefined
      ? `the FMU does not contain a manifest of ${layeredNames[layered]}`
      : unit.model === undefined
        ? 'the model description is missing, so that a comparison is not possible'
        : undefined;
}

/** Why rules on the manifest of a layered standard do not apply to this one. */
export function notOf(layered: Layered): (subject: { root: XmlElement }) => string | undefined {
  return ({ root }) =>
    speaksOf(root, layered) ? undefined : `it is not the manifest of ${layeredNames[layered]}`;
}

/** Reports whether a manifest is of a layered standard, also by the last part of its name. */
export function speaksOf(root: XmlElement, layered: Layered): boolean {
  const name = manifestAttribute(root, 'fmi-ls-name');
  return name === layeredNames[layered] || name === layeredNames[layered].split('.').at(-1);
}

/** A member of a terminal with the variable that it names, which may not be there. */
export interface Member {
  readonly element: XmlElement;
  readonly name: string | undefined;
  readonly kind: string | undefined;
  readonly variable: Variable | undefined;
}

/** Returns the members of a terminal, without those of nested terminals. */
export function membersOf(terminal: XmlElement, unit: FmuContent): Member[] {
  return childrenNamed(terminal, 'TerminalMemberVariable').map((element) => ({
    element,
    name: attribute(element, 'memberName'),
    kind: attribute(element, 'variableKind'),
    variable: variableNamed(unit, attribute(element, 'variableName') ?? ''),
  }));
}
