import type ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';
import { writtenField } from './written-fields.ts';

/** A parameter is set by who runs the unit; what the unit writes over it is lost to him, and to a reset. */
export const parameterWritten: Rule = {
  name: 'parameter-written',
  visit(node: ts.Node, context: Context): void {
    const field = writtenField(node, context);
    if (field === undefined || !/^(?:structuralParameter|parameter)\b/.test(field.comment)) return;
    context.report(
      node,
      `${text(field.target)} is a parameter, which who runs the unit sets, and the unit writes it`,
      'Compute into a field of your own, or make it an output or a local variable in unit.json',
    );
  },
};
