import type { RuleDeclaration } from '../rule.ts';
import { fmi2Sections } from '../standard/fmi2-sections.ts';
import { fmi3Sections } from '../standard/fmi3-sections.ts';
import type { Section } from '../standard/standard-section.ts';
import type { CheckResult, RuleResult } from './check-result.ts';

/** A section of a standard with what was checked of it. */
export interface CoveredSection extends Section {
  /** Verdicts of rules in this section. Each rule belongs to one section of one standard. */
  verdicts: RuleResult[];
  /** Rules that cite this section, too, and stand in another. */
  also: RuleResult[];
}

/** A standard with its sections. */
export interface Coverage {
  standard: string;
  /** True for the standard of the FMU: then all its sections are listed, even without rules. */
  whole: boolean;
  sections: CoveredSection[];
}

const texts: Record<string, readonly Section[]> = { 'FMI 3.0.2': fmi3Sections, 'FMI 2.0.5': fmi2Sections };
const ofVersion = { '3.0': 'FMI 3.0.2', '2.0': 'FMI 2.0.5', '1.0': 'FMI 1.0' } as const;

/** Assigns every verdict to its clause, to show which sections were checked. */
export function coverageOf({ fmiVersion, verdicts }: CheckResult): Coverage[] {
  const fmuStandard = fmiVersion === undefined ? undefined : ofVersion[fmiVersion];
  const all = new Map<string, Map<string, CoveredSection>>();
  if (fmuStandard !== undefined) all.set(fmuStandard, sectionsOf(fmuStandard));
  for (const verdict of verdicts) {
    const { standard, clause } = clauseFor(verdict.rule, fmuStandard);
    const sections = all.get(standard) ?? sectionsOf(standard);
    all.set(standard, sections);
    const [first, ...others] = numbersIn(clause);
    sectionOf(sections, first).verdicts.push(verdict);
    for (const number of others) sectionOf(sections, number).also.push(verdict);
  }
  return [...all].map(([standard, sections]) => {
    const whole = standard === fmuStandard;
    const list = [...sections.values()];
    const cited = list.filter((s) => s.verdicts.length + s.also.length > 0);
    const listedSections = list.filter(
      (s) => cited.includes(s) || cited.some((c) => c.number.startsWith(`${s.number}.`)),
    );
    return { standard, whole, sections: whole ? list : listedSections };
  });
}

/**
 * Returns the clause of a rule: in the standard of the FMU if the rule cites it, else in the other
 * standard.
 */
function clauseFor(
  rule: RuleDeclaration,
  fmuStandard: string | undefined,
): { standard: string; clause: string } {
  if (rule.other !== undefined) {
    const comma = rule.other.indexOf(', ');
    // A custom rule may cite a standard without a section.
    if (comma < 0) return { standard: rule.other, clause: rule.other };
    return { standard: rule.other.slice(0, comma), clause: rule.other.slice(comma + 2) };
  }
  const { fmi2 = '', fmi3 = '' } = rule;
  const third = { standard: 'FMI 3.0.2', clause: fmi3 };
  const second = { standard: 'FMI 2.0.5', clause: fmi2 };
  return rule.fmi3 === undefined || (fmuStandard === second.standard && rule.fmi2 !== undefined)
    ? second
    : third;
}

/**
 * Returns the section numbers of a clause: `2.3, 3.2 and 5.2, allowed calls` → 2.3, 3.2, 5.2.
 * Returns a clause without numbers as it is.
 */
export function numbersIn(clause: string): string[] {
  const numbers = clause.match(/(?<![\w.])\d+(\.\d+)+(?![\w.])/g);
  return numbers === null ? [clause] : [...new Set(numbers)];
}

function sectionsOf(standard: string): Map<string, CoveredSection> {
  const sections = texts[standard] ?? [];
  return new Map(sections.map((section) => [section.number, { ...section, verdicts: [], also: [] }]));
}

/** Sections of standards whose contents are not known here are named by the rules. */
function sectionOf(sections: Map<string, CoveredSection>, number: string): CoveredSection {
  const known = sections.get(number);
  if (known !== undefined) return known;
  const section: CoveredSection = { number: '', title: number, verdicts: [], also: [] };
  sections.set(number, section);
  return section;
}
