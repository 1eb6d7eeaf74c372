import type ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';
import { writtenField } from './written-fields.ts';

/** What `unit.json` says to be constant has its start value for ever. */
export const constantWritten: Rule = {
  name: 'constant-written',
  visit(node: ts.Node, context: Context): void {
    const field = writtenField(node, context);
    if (field === undefined || !/^constant\b/.test(field.comment)) return;
    context.report(
      node,
      `${text(field.target)} is constant in unit.json, and the unit writes it`,
      'Leave its start value as it is, or take "variability": "constant" away in unit.json',
    );
  },
};
