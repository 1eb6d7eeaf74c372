import ts from 'typescript';
import { type Context, type Rule, text } from '../lint-rule.ts';

type Row = readonly [what: string, mend: string];

const closure = 'Write a method, or a function of the module';
const loop = 'Write for (let i: i32 = 0; i < a.length; i++)';
const named = 'Name the parts one by one';

/** Constructs that AssemblyScript lacks, or executes differently from TypeScript. */
const rows: ReadonlyMap<ts.SyntaxKind, Row> = new Map<ts.SyntaxKind, Row>([
  [ts.SyntaxKind.ArrowFunction, ['an arrow function', closure]],
  [ts.SyntaxKind.FunctionExpression, ['a function expression', closure]],
  [ts.SyntaxKind.ClassExpression, ['a class expression', 'Declare the class in the module']],
  [ts.SyntaxKind.ObjectBindingPattern, ['destructuring', named]],
  [ts.SyntaxKind.ArrayBindingPattern, ['destructuring', named]],
  [ts.SyntaxKind.SpreadElement, ['spread', named]],
  [ts.SyntaxKind.ForOfStatement, ['for-of', loop]],
  [ts.SyntaxKind.ForInStatement, ['for-in', loop]],
  [ts.SyntaxKind.TryStatement, ['try', 'Test before the operation, and call fail(message)']],
  [ts.SyntaxKind.ThrowStatement, ['throw', 'Call fail(message)']],
  [ts.SyntaxKind.YieldExpression, ['yield', 'Keep the state in fields']],
  [ts.SyntaxKind.AwaitExpression, ['await', 'Write synchronous code, because a step ends before it returns']],
  [
    ts.SyntaxKind.ObjectLiteralExpression,
    ['an object literal', 'Write a class and allocate it in a constructor'],
  ],
  [
    ts.SyntaxKind.ArrayLiteralExpression,
    ['an array literal', 'Allocate a StaticArray in a constructor and fill it element by element'],
  ],
  [ts.SyntaxKind.RegularExpressionLiteral, ['a regular expression', 'Compare the bytes']],
  [ts.SyntaxKind.BigIntLiteral, ['a bigint literal', 'Write the number without n']],
  [ts.SyntaxKind.TemplateExpression, ['a template string', 'Write a string constant']],
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral, ['a template string', 'Write a string constant']],
  [ts.SyntaxKind.TaggedTemplateExpression, ['a tagged template', 'Write a string constant']],
  [ts.SyntaxKind.TypeOfExpression, ['typeof', 'Declare the type']],
  [ts.SyntaxKind.DeleteExpression, ['delete', 'Set it to null']],
  [ts.SyntaxKind.SatisfiesExpression, ['satisfies', 'Declare the type']],
  [ts.SyntaxKind.WithStatement, ['with', named]],
  [ts.SyntaxKind.DebuggerStatement, ['debugger', 'Remove it']],
  [ts.SyntaxKind.LabeledStatement, ['a label', 'Return from a method, or use a bool']],
  [ts.SyntaxKind.Decorator, ['a decorator', 'Remove it: the optimiser inlines by itself']],
  [ts.SyntaxKind.PrivateIdentifier, ['a #private name', 'Write private']],
  [ts.SyntaxKind.IndexSignature, ['an index signature', 'Use StaticArray']],
  [ts.SyntaxKind.ClassStaticBlockDeclaration, ['a static block', 'Write static readonly fields']],
  [ts.SyntaxKind.ExportAssignment, ['a default export', 'Export it by name']],
  [ts.SyntaxKind.MetaProperty, ['new.target or import.meta', 'Do without']],
  [ts.SyntaxKind.QuestionDotToken, ['?.', 'Test for null first']],
  [ts.SyntaxKind.QuestionQuestionToken, ['??', 'Write a != null ? a : b']],
  [ts.SyntaxKind.QuestionQuestionEqualsToken, ['??=', 'Test for null with if']],
  [ts.SyntaxKind.BarBarEqualsToken, ['||=', 'Write a = a || b']],
  [ts.SyntaxKind.AmpersandAmpersandEqualsToken, ['&&=', 'Write a = a && b']],
  [ts.SyntaxKind.AsteriskAsteriskEqualsToken, ['**=', 'Write x = Math.pow(x, y)']],
  [ts.SyntaxKind.AsyncKeyword, ['async', 'Write synchronous code, because a step ends before it returns']],
  [ts.SyntaxKind.DeclareKeyword, ['declare', 'A unit can import only its own files and fmukit/author']],
]);

/** Rejects constructs that AssemblyScript lacks. */
export const construct: Rule = {
  name: 'construct',
  visit(node: ts.Node, { report }: Context): void {
    const reportConstruct = (what: string, mend: string): void =>
      report(node, `${what} is not in the dialect`, mend);
    const row = rows.get(node.kind);
    if (row !== undefined) reportConstruct(...row);
    if (ts.isFunctionDeclaration(node) && node.parent.kind !== ts.SyntaxKind.SourceFile)
      reportConstruct('a function in a function', closure);
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.asteriskToken !== undefined)
      reportConstruct('a generator', 'Keep the state in fields');
    if (ts.isFunctionDeclaration(node) && node.body === undefined)
      reportConstruct('an overload', 'Write two functions of different names');
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0)
      reportConstruct('var', 'Write let or const');
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      reportConstruct('a dynamic import', 'Import at the top');
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
      reportConstruct('in', 'Declare the field, or use an index');
    if (ts.isParameter(node) && node.dotDotDotToken !== undefined) reportConstruct('a rest parameter', named);
    if ((ts.isParameter(node) || ts.isPropertyDeclaration(node)) && node.questionToken !== undefined)
      reportConstruct(`the optional ${text(node.name)}`, 'Give it a default value, or write T | null');
  },
};
