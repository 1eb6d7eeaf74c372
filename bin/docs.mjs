// `npm run docs`: generates the reference pages and builds the documentation site in docs/.vitepress/dist.
import { ensureInstalled, node, root } from './setup/ensure.mjs';
import { loadWithProgress } from './setup/load-with-progress.mjs';

const options = `npm run docs -- [--dev | --pages | --check]

Generates the reference pages and builds the site in docs/.vitepress/dist.

  --dev    serves the site and follows changes of the pages
  --pages  generates the reference pages only
  --check  changes nothing; fails if a reference page differs from its sources
`;
const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(options);
  process.exit(0);
}
const unknown = args.find((arg) => !['--dev', '--pages', '--check'].includes(arg));
if (unknown !== undefined) {
  process.stderr.write(`${options}\ndocs: Unknown argument: ${unknown.replace(/^--?/, '')}\n`);
  process.exit(2);
}

ensureInstalled();
const { outdatedPages, writePages } = await loadWithProgress('./docs/reference-pages.ts');
if (args.includes('--check')) {
  const outdated = outdatedPages(root);
  for (const page of outdated)
    process.stderr.write(
      `docs: ${page} differs from its sources. Run "npm run docs -- --pages" and commit it.\n`,
    );
  process.exit(outdated.length === 0 ? 0 : 1);
}
for (const page of writePages(root)) process.stdout.write(`docs: ${page} written\n`);
if (!args.includes('--pages'))
  node(['node_modules/vitepress/bin/vitepress.js', args.includes('--dev') ? 'dev' : 'build', 'docs']);
