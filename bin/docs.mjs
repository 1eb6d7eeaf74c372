// `npm run docs`: generates the reference pages and builds the documentation site in docs/.vitepress/dist.
// `-- --dev` serves the site and follows changes; `-- --pages` only generates the reference pages;
// `-- --check` changes nothing, and fails when a committed reference page differs from a generated one.
import { ensureInstalled, node, root } from './ensure.mjs';
import { loaded } from './loaded.mjs';

const known = ['--dev', '--pages', '--check'];
const args = process.argv.slice(2);
const unknown = args.find((arg) => !known.includes(arg));
if (unknown !== undefined) {
  process.stderr.write(`docs: expected ${known.join(', ')} or nothing, got ${unknown}.\n`);
  process.exit(2);
}

ensureInstalled();
const { outdatedPages, writePages } = await loaded('./docs/reference-pages.ts');
if (args.includes('--check')) {
  const outdated = await outdatedPages(root);
  for (const page of outdated)
    process.stderr.write(
      `docs: ${page} differs from its sources. Run "npm run docs -- --pages" and commit it.\n`,
    );
  process.exit(outdated.length === 0 ? 0 : 1);
}
for (const page of await writePages(root)) process.stdout.write(`docs: ${page} written\n`);
if (!args.includes('--pages'))
  node(['node_modules/vitepress/bin/vitepress.js', args.includes('--dev') ? 'dev' : 'build', 'docs']);
