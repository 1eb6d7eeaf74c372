import type ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';
import { writtenField } from './classes/written-fields.ts';

/**
 * Rejects writes to parameters. The importer sets them. A written value hides the importer's value,
 * and a reset loses it.
 */
export const parameterWritten: Rule = {
  name: 'parameter-written',
  visit(node: ts.Node, context: Context): void {
    const field = writtenField(node, context);
    if (field === undefined || !/^(?:structuralParameter|parameter)\b/.test(field.comment)) return;
    context.report(
      node,
      `${text(field.target)} is a parameter, which the importer sets, but the unit writes it`,
      'Compute into another field, or make it an output or a local variable in unit.json',
    );
  },
};
