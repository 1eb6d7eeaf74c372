import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import type { Example } from '../../example/example-fmu.ts';
import { withLayeredStandard } from '../../example/example-layered.ts';
import type { FmuContent } from '../../fmu/fmu-content.ts';
import { type Member, membersOf, notFollowing } from '../../model/layered-standards.ts';
import { dimensionSize } from '../../model/variables/array-dimensions.ts';
import { named, type Variable } from '../../model/variables/model-variable.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const prefix = 'org.fmi-standard.fmi-ls-struct';
const parts = ['domain', 'domainInput', 'codomain', 'codomainOutput'] as const;
type Part = (typeof parts)[number];

/** Maps, and whether they are on a grid. */
function maps(root: XmlElement): { terminal: XmlElement; grid: boolean }[] {
  return [...descendants(root, 'Terminal')].flatMap((terminal) => {
    const kind = attribute(terminal, 'terminalKind');
    const grid = kind === `${prefix}.map.rectilinearGrid`;
    return grid || kind === `${prefix}.map.irregular` ? [{ terminal, grid }] : [];
  });
}

function partOf({ kind }: Member): Part | undefined {
  return parts.find((part) => kind === `${prefix}.map.${part}`);
}

function withPart(terminal: XmlElement, unit: FmuContent, part: Part): Member[] {
  return membersOf(terminal, unit).filter((member) => partOf(member) === part);
}

const sound: Readonly<Record<string, string>> = {
  x: '<Float64 name="x" valueReference="1" causality="parameter" variability="fixed" start="2 3"><Dimension start="2"/></Float64>',
  y: '<Float64 name="y" valueReference="2" causality="parameter" variability="fixed" start="1 2 3"><Dimension start="3"/></Float64>',
  v: '<Float64 name="v" valueReference="3" causality="parameter" variability="fixed" start="1 2 3 4 5 6"><Dimension start="2"/><Dimension start="3"/></Float64>',
  in_x: '<Float64 name="in_x" valueReference="4" causality="input" start="2"/>',
  spare: '<Float32 name="spare" valueReference="5" causality="input" start="2"/>',
};

const members: readonly (readonly [string, string])[] = [
  ['x', `${prefix}.map.domain`],
  ['in_x', `${prefix}.map.domainInput`],
  ['y', `${prefix}.map.domain`],
  ['v', `${prefix}.map.codomain`],
];

/** An FMU with a map of two dimensions. */
function mapped(
  all: readonly (readonly [string, string])[] = members,
  kind = 'rectilinearGrid',
  variables: Readonly<Record<string, string>> = {},
  rule = `${prefix}.map`,
): Example {
  const text = all.map(
    ([name, variableKind]) =>
      `<TerminalMemberVariable variableName="${name}" memberName="${name}" variableKind="${variableKind}"/>`,
  );
  return withLayeredStandard('struct', {
    variables: Object.values({ ...sound, ...variables }).join(''),
    terminals: `<Terminals><Terminal name="map" terminalKind="${prefix}.map.${kind}" matchingRule="${rule}">${text.join('')}</Terminal></Terminals>`,
  });
}

const flat = {
  y: '<Float64 name="y" valueReference="2" causality="parameter" variability="fixed" start="1 2"><Dimension start="2"/></Float64>',
  v: '<Float64 name="v" valueReference="3" causality="parameter" variability="fixed" start="1 2"><Dimension start="2"/></Float64>',
};

/** Rules on terminals with maps, of an FMU with FMI-LS-STRUCT. */
export const structMap: readonly Rule[] = ruleFamily(
  { needs: 'terminals', severity: 'violation', inapplicableReason: notFollowing('struct') },
  [
    {
      id: 'struct/kinds',
      title: 'A map has domains and codomains, and no undefined members of the layered standard',
      other: 'FMI-LS-STRUCT 1.0.0-rc.1, 3.1',
      explanation:
        'A terminal of the kind map.rectilinearGrid or map.irregular has a domain for each dimension and at least one codomain. The standard defines all kinds of variables that start with org.fmi-standard.fmi-ls-struct. Members of other kinds are allowed.',
      pass: [mapped(), mapped([...members, ['spare', 'com.example.related']])],
      fail: [
        mapped(members.slice(0, 3)),
        mapped(members.slice(3)),
        mapped([...members, ['spare', `${prefix}.map.range`]]),
      ],
      *check(root, unit) {
        for (const { terminal } of maps(root)) {
          for (const part of ['domain', 'codomain'] as const)
            if (withPart(terminal, unit, part).length === 0)
              yield defect(
                terminal,
                undefined,
                `The map lacks a ${part}.`,
                `variableKind="${prefix}.map.${part}"`,
              );
          for (const member of membersOf(terminal, unit))
            if (member.kind?.startsWith(prefix) && partOf(member) === undefined)
              yield defect(
                member.element,
                'variableKind',
                'The standard does not define this kind of variable in a map.',
                parts.map((part) => `${prefix}.map.${part}`).join(', '),
              );
        }
      },
    },
    {
      id: 'struct/order',
      title: 'Inputs of a map are listed after their domains, outputs after their codomains',
      other: 'FMI-LS-STRUCT 1.0.0-rc.1, 3.1',
      explanation:
        'domainInput is listed directly after its domain, codomainOutput directly after its codomain: only the order assigns them. Both have one type.',
      pass: mapped(),
      fail: [
        mapped([members[1], members[0], ...members.slice(2)]),
        mapped([members[0], ['spare', `${prefix}.map.domainInput`], ...members.slice(2)]),
      ],
      *check(root, unit) {
        for (const { terminal } of maps(root)) yield* faultsOfOrder(membersOf(terminal, unit));
      },
    },
    {
      id: 'struct/causality',
      title: 'Outputs of a map are computed by the FMU, and its points are parameters or constants',
      other: 'FMI-LS-STRUCT 1.0.0-rc.1, 3.1',
      explanation:
        'A domain is a parameter, or constant. domainInput is an input, an output or local. codomainOutput is an output or local.',
      pass: mapped(),
      fail: [
        mapped(members, 'rectilinearGrid', {
          x: '<Float64 name="x" valueReference="1" causality="input" start="2 3"><Dimension start="2"/></Float64>',
        }),
        mapped([members[0], members[2], members[3], ['in_x', `${prefix}.map.codomainOutput`]]),
      ],
      *check(root, unit) {
        for (const { terminal } of maps(root))
          for (const member of membersOf(terminal, unit)) yield* faultsOfCausality(member);
      },
    },
    {
      id: 'struct/shape',
      title: 'The sizes of domains and codomains of a map match',
      other: 'FMI-LS-STRUCT 1.0.0-rc.1, 4.1 and 5.1',
      explanation:
        'A domain has one dimension. On a grid the i-th dimension of each codomain has the length of the i-th domain. All arrays of an irregular map are lists with one length. Sizes are those of the start values of structural parameters.',
      pass: [mapped(), mapped(members, 'irregular', flat)],
      fail: [
        mapped(members, 'rectilinearGrid', flat),
        mapped(members, 'irregular'),
        mapped(members, 'rectilinearGrid', {
          x: '<Float64 name="x" valueReference="1" causality="parameter" variability="fixed" start="2"/>',
        }),
      ],
      *check(root, unit) {
        for (const { terminal, grid } of maps(root)) yield* faultsOfShape(terminal, unit, grid);
      },
    },
    {
      id: 'struct/matching-rule',
      severity: 'advice',
      title: 'Terminals of maps use the matching rule of FMI-LS-STRUCT',
      other: 'FMI-LS-STRUCT 1.0.0-rc.1, 3.1',
      explanation:
        'The matching rule org.fmi-standard.fmi-ls-struct.map should be used for terminals that represent maps.',
      pass: mapped(),
      fail: mapped(members, 'rectilinearGrid', {}, 'bus'),
      *check(root) {
        for (const { terminal } of maps(root))
          if (attribute(terminal, 'matchingRule') !== `${prefix}.map`)
            yield defect(terminal, 'matchingRule', 'The matching rule is not that of maps.', `${prefix}.map`);
      },
    },
  ],
);

const pairs: Readonly<Partial<Record<Part, Part>>> = { domainInput: 'domain', codomainOutput: 'codomain' };

function* faultsOfOrder(all: readonly Member[]): Iterable<Defect> {
  for (const [i, member] of all.entries()) {
    const part = partOf(member);
    const wanted = part && pairs[part];
    if (wanted === undefined) continue;
    const before = all[i - 1];
    if (before === undefined || partOf(before) !== wanted)
      yield defect(
        member.element,
        undefined,
        `A ${part} is not directly after a ${wanted}.`,
        `the position after its ${wanted}`,
      );
    else if (before.variable && member.variable && before.variable.type !== member.variable.type)
      yield defect(
        member.element,
        'variableName',
        `${named(member.variable)} is ${member.variable.type}, and ${named(before.variable)} ${before.variable.type}.`,
        'one type for both',
      );
  }
}

function* faultsOfCausality(member: Member): Iterable<Defect> {
  const [part, variable] = [partOf(member), member.variable];
  if (part === undefined || variable === undefined) return;
  const { causality, variability } = variable;
  const right: Readonly<Partial<Record<Part, boolean>>> = {
    domain: /parameter$/i.test(causality) || variability === 'constant',
    domainInput: ['input', 'output', 'local'].includes(causality),
    codomainOutput: ['output', 'local'].includes(causality),
  };
  const words: Readonly<Partial<Record<Part, string>>> = {
    domain: 'a parameter, or a constant',
    domainInput: 'an input, an output or local',
    codomainOutput: 'an output or local',
  };
  if (right[part] === false)
    yield defect(
      member.element,
      'variableName',
      `${named(variable)}, a ${part}, has the causality ${causality}.`,
      words[part] as string,
    );
}

function* faultsOfShape(terminal: XmlElement, unit: FmuContent, grid: boolean): Iterable<Defect> {
  const domains = withPart(terminal, unit, 'domain');
  const lengths: (number | undefined)[] = [];
  for (const { element, variable } of domains) {
    const sizes = variable && sizesOf(variable, unit);
    lengths.push(sizes?.[0]);
    if (variable !== undefined && sizes?.length !== 1)
      yield defect(element, 'variableName', `${named(variable)}, a domain, is not a list.`, 'one dimension');
  }
  for (const { element, variable } of withPart(terminal, unit, 'codomain')) {
    if (variable === undefined || domains.length === 0) continue;
    const sizes = sizesOf(variable, unit);
    const wanted = grid ? lengths : [lengths[0]];
    if (sizes.length === wanted.length && sizes.every((size, i) => equal(size, wanted[i]))) continue;
    yield defect(
      element,
      'variableName',
      `${named(variable)}, a codomain, has the size ${sizes.map(sizeText).join(' × ') || '1'}.`,
      wanted.map(sizeText).join(' × '),
    );
  }
  const uneven = grid ? undefined : domains.find((_, i) => !equal(lengths[i], lengths[0]));
  if (uneven !== undefined)
    yield defect(
      uneven.element,
      'variableName',
      'The domains of an irregular map have different lengths.',
      sizeText(lengths[0]),
    );
}

/**
 * Returns the sizes of the dimensions, undefined for those that the description does not define.
 */
function sizesOf(variable: Variable, { model }: FmuContent): (number | undefined)[] {
  return childrenNamed(variable.element, 'Dimension').map(
    (element) => model && dimensionSize(model, element),
  );
}

function equal(a: number | undefined, b: number | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function sizeText(size: number | undefined): string {
  return size === undefined ? '?' : String(size);
}
