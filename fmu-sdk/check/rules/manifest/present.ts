import { fmi3 } from '../../example/example-fmu.ts';
import { withManifest } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const manifestPresent: Rule = {
  id: 'manifest/present',
  title: 'A layered standard has its manifest',
  severity: 'advice',
  other: 'FMI 3.0.2, 2.6',
  explanation:
    'From fmi-ls-manifest.xml tools detect which layered standards an FMU follows, including unknown ones.',
  needs: 'files',
  pass: [withManifest({})],
  fail: [fmi3({ files: { 'extra/org.fmi-standard.fmi-ls-xcp/a2l.txt': '' } })],
  *check(_, fmu) {
    const below = fmu.below('extra/');
    const names = new Set(
      below.map((path) => path.split('/')[0]).filter((name) => name.includes('.fmi-ls-')),
    );
    for (const name of names)
      if (!below.some((path) => path === `${name}/fmi-ls-manifest.xml` || path === `${name}/manifest.xml`))
        yield {
          message: `extra/${name} lacks a manifest.`,
          expected: `extra/${name}/fmi-ls-manifest.xml`,
          file: `extra/${name}`,
        };
  },
};
