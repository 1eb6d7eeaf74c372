import { printableName } from '../../util/printable.ts';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import type { Causality, Initial, Unknown, Variability, Variable } from '../description.ts';
import type { Document } from '../tables/document-lists.ts';
import * as tables from '../tables/element-tables.ts';
import { type Fmi2Type, fmi2Types } from '../variables/fmi2-types.ts';
import { readScalarStart } from '../variables/scalar-start.ts';
import { checkBounds } from '../variables/type-definitions.ts';

const variabilities = ['continuous', 'discrete', 'parameter', 'constant'] as const;
const causalities = ['internal', 'input', 'output', 'none'] as const;
const aliases = ['noAlias', 'alias', 'negatedAlias'] as const;

/** Reads the variables of a description of FMI 1.0 one after another, and then its outputs. */
export class VariableReader1 {
  private readonly names = new Set<string>();
  /** `<DirectDependency>` by the output that has it. */
  private readonly dependencies = new Map<Variable, XmlElement>();

  constructor(readonly variables: Variable[]) {}

  /** Adds a variable. Ignores a second one with the same name, which some exporters write. */
  add(e: XmlElement, document: Document): void {
    const variable = readVariable1(document, e);
    if (this.names.size === this.names.add(variable.name).size) {
      const what = `a second variable named "${printableName(variable.name)}"`;
      document.reportHarmless(e, what, 'has', 'so the second one is ignored');
      return;
    }
    this.variables.push(variable);
    const list = childNamed(e, 'DirectDependency');
    if (list !== undefined && variable.causality === 'output') this.dependencies.set(variable, list);
  }

  /** Returns the outputs with the inputs that they depend on directly, where they are listed. */
  outputs(document: Document): Unknown[] {
    const indexes = new Map(this.variables.map(({ name }, i) => [name, i]));
    return this.variables.flatMap((v, variable): Unknown[] => {
      if (v.causality !== 'output') return [];
      const list = this.dependencies.get(v);
      if (list === undefined) return [{ variable }];
      const found = childrenNamed(list, 'Name').map(({ text }) => indexes.get(text.trim()));
      if (!found.includes(undefined)) return [{ variable, dependencies: found as number[] }];
      const why = 'which names a missing variable, so it is ignored';
      document.reportHarmless(list, 'a <DirectDependency>', 'has', why);
      return [{ variable }];
    });
  }
}

/**
 * Reads a variable of FMI 1.0. Its causality, variability and `initial` get the values that FMI 2.0
 * has for it. A negated alias keeps its value reference until `resolveNegated`.
 */
function readVariable1(document: Document, e: XmlElement): Variable {
  if (e.name !== 'ScalarVariable') document.refuse(e, `<${e.name}> is not a variable of FMI 1.0`);
  const inner =
    e.children.find((child) => Object.hasOwn(fmi2Types, child.name)) ??
    document.refuse(e, `variable ${attribute(e, 'name') ?? ''} lacks a type of FMI 1.0`);
  const type = fmi2Types[inner.name as Fmi2Type];
  const variable: Variable = {
    name: '',
    valueReference: 0,
    type,
    causality: 'local',
    variability: 'continuous',
    dimensions: [],
  };
  document.fill(variable, e, tables.variable1, ['name', 'valueReference']);
  document.fill(variable, inner, tables.value1);
  checkBounds(document, variable, inner);
  readScalarStart(document, variable, inner);
  Object.assign(variable, roleOf(document, e, inner, variable));
  if (wordOf(document, e, 'alias', aliases) === 'negatedAlias') {
    if (type === 'String') document.refuseAttribute(e, 'alias', 'noAlias or alias for a String');
    variable.negates = variable.valueReference;
  }
  return variable;
}

/** Returns the value of an attribute with a fixed set of values, whose first is the default. */
function wordOf<T extends string>(document: Document, e: XmlElement, name: string, words: readonly T[]): T {
  const value = attribute(e, name)?.trim();
  if (value === undefined) return words[0];
  return words.find((word) => word === value) ?? document.refuseAttribute(e, name, words.join(', '));
}

interface Role {
  causality: Causality;
  variability: Variability;
  initial?: Initial;
}

/**
 * Converts variability and causality of FMI 1.0. Its parameters keep their value after the
 * initialization, and only those with a fixed start value may be set.
 */
function roleOf(document: Document, e: XmlElement, inner: XmlElement, { type, start }: Variable): Role {
  const variability = wordOf(document, e, 'variability', variabilities);
  const causality = wordOf(document, e, 'causality', causalities);
  const isFixed = wordOf(document, inner, 'fixed', ['true', 'false', '1', '0']);
  const isGuess = isFixed === 'false' || isFixed === '0';
  const initial = start === undefined ? 'calculated' : isGuess ? 'approx' : 'exact';
  const outer = causality === 'output' ? causality : 'local';
  if (variability === 'constant')
    return start === undefined
      ? { causality: outer, variability: 'fixed', initial: 'calculated' }
      : { causality: outer, variability, initial: 'exact' };
  if (variability === 'parameter') {
    const isOwn = initial === 'exact' && outer === 'local';
    return { causality: isOwn ? 'parameter' : 'calculatedParameter', variability: 'fixed', initial };
  }
  const changes = type === 'Float64' ? variability : 'discrete';
  if (causality === 'input') return { causality, variability: changes };
  return { causality: outer, variability: changes, initial };
}

/**
 * Gives negated aliases value references of their own, which the FMU does not use. So every value
 * reference has one value for the rest of the program.
 */
export function resolveNegated(variables: readonly Variable[]): void {
  const used = new Set(variables.map(({ valueReference }) => valueReference));
  const own = new Map<string, number>();
  // The largest number denotes an undefined reference in FMI 1.0.
  let free = 2 ** 32 - 2;
  for (const v of variables) {
    if (v.negates === undefined) continue;
    const key = `${v.type} ${v.negates}`;
    let reference = own.get(key);
    if (reference === undefined) {
      while (used.has(free)) free--;
      reference = free--;
      own.set(key, reference);
    }
    v.valueReference = reference;
  }
}
