import type ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';
import { writtenField } from './classes/written-fields.ts';

/** Rejects writes to variables that `unit.json` declares constant. They keep their start value. */
export const constantWritten: Rule = {
  name: 'constant-written',
  visit(node: ts.Node, context: Context): void {
    const field = writtenField(node, context);
    if (field === undefined || !/^constant\b/.test(field.comment)) return;
    context.report(
      node,
      `${text(field.target)} is constant in unit.json, but the unit writes it`,
      'Remove the assignment, or remove "variability": "constant" from unit.json',
    );
  },
};
