import ts from 'typescript';
import { limits } from '../limits.mjs';
import { beginning, sentences, wordsOf } from '../markdown-text.mjs';

/** Programs with a command line of yargs. */
const programs = /^(master\/cli|papers|bench|start|fuzz)\/.*\.ts$/;

/** Reports help texts of options and commands that are too long, open with a restriction, or end with a full stop. */
export const optionHelp = {
  id: 'option-help',
  check({ path, text }) {
    if (!programs.test(path) || !text.includes('describe:')) return [];
    return helpTexts(path, text).flatMap(({ line, help }) =>
      [...faultsOf(help)].map((message) => ({ line, message })),
    );
  },
};

/** Returns the texts of all properties called `describe` in a source. */
function helpTexts(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found = [];
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'describe') {
      const help = textOf(node.initializer);
      const { line } = source.getLineAndCharacterOfPosition(node.initializer.getStart(source));
      if (help !== undefined) found.push({ line: line + 1, help });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the text of a literal, of a template with a word for each expression, or of their sum. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `value${literal.text}`).join('');
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

const restriction = /^(of|where|when|what|whether|that) /i;

function* faultsOf(help) {
  const quoted = `"${beginning(help)}"`;
  const longest = Math.max(0, ...sentences({ line: 1, text: help }).map(({ words }) => words));
  if (help.trim() === '') yield 'an option without a help text. Write what it does.';
  if (longest > limits.sentenceWords)
    yield `a help text with a sentence of ${longest} words, at most ${limits.sentenceWords}: ${quoted}. Split it.`;
  else if (wordsOf(help) > limits.optionHelpWords)
    yield `a help text of ${wordsOf(help)} words, at most ${limits.optionHelpWords}: ${quoted}. Move details to the guide.`;
  if (restriction.test(help))
    yield `a help text opens with a restriction: ${quoted}. Start with a verb or a noun; put the restriction in the group's heading.`;
  if (/[^.]\.$/.test(help.trim())) yield `a help text ends with a full stop: ${quoted}. Leave it out.`;
}
