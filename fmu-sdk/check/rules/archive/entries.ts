import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const archiveEntries: readonly Rule[] = ruleFamily(
  { needs: 'archive', severity: 'violation', fmi2: '2.3' },
  [
    {
      id: 'archive/backslash',
      title: 'Paths use forward slashes',
      fmi3: '2.5',
      explanation:
        'The zip format forbids backslashes as separators. On Linux and macOS they become part of a file\u2019s name.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 0, entries: [{ ...entry, name: 'resources\\a.csv' }] } }),
      *check({ entries }) {
        for (const { name } of entries)
          if (name.includes('\\'))
            yield {
              message: 'The path contains a backslash.',
              value: name,
              expected: 'forward slashes',
              file: name,
            };
      },
    },
    {
      id: 'archive/compression',
      title: 'Files are stored or deflated',
      fmi3: '2.5',
      explanation:
        'The compression method of every file is 0 (store) or 8 (deflate). Some libraries cannot read other methods.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 0, entries: [{ ...entry, method: 12 }] } }),
      *check({ entries }) {
        for (const { name, method } of entries)
          if (method !== 0 && method !== 8)
            yield {
              message: 'The file uses another compression method.',
              value: `${method}`,
              expected: '0 (store) or 8 (deflate)',
              file: name,
            };
      },
    },
    {
      id: 'archive/data-descriptor',
      title: 'Only deflated files have a data descriptor',
      fmi3: '2.5',
      explanation:
        'General purpose bit 3 moves size and checksum behind the data. The end of a stored file cannot be found then, so only deflated files may set it.',
      pass: fmi3({ zip: { disk: 0, entries: [{ ...entry, method: 8, flags: 8 }] } }),
      fail: fmi3({ zip: { disk: 0, entries: [{ ...entry, method: 0, flags: 8 }] } }),
      *check({ entries }) {
        for (const { name, method, flags } of entries)
          if ((flags & 8) !== 0 && method !== 8 && !name.endsWith('/'))
            yield {
              message: 'A file that is not deflated sets general purpose bit 3.',
              expected: 'method 8, or no bit 3',
              file: name,
            };
      },
    },
    {
      id: 'archive/duplicate',
      title: 'Every path occurs once in the archive',
      fmi3: '2.5.1',
      explanation:
        'Tools choose different entries if two have one path: a tool may check one entry while another tool runs the other.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 0, entries: [entry, { ...entry, offset: 100 }] } }),
      *check({ entries }) {
        for (const { item } of repeated(entries, (zipEntry) => zipEntry.name))
          yield {
            message: 'The archive has another entry with this path.',
            value: item.name,
            expected: 'each path once',
            file: item.name,
          };
      },
    },
    {
      id: 'archive/encryption',
      title: 'Files are not encrypted',
      fmi3: '2.5',
      explanation: 'FMUs must not use encryption.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 0, entries: [{ ...entry, flags: 1 }] } }),
      *check({ entries }) {
        for (const { name, flags } of entries)
          if ((flags & 0x41) !== 0)
            yield { message: 'The file is encrypted.', expected: 'no encryption', file: name };
      },
    },
    {
      id: 'archive/escape',
      title: 'Paths stay inside the archive',
      fmi3: '2.5.1',
      explanation:
        'An FMU\u2019s files are below its folder. An absolute path, or one that goes up, overwrites files of the user who unpacks the FMU.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 0, entries: [{ ...entry, name: '../a' }] } }),
      *check({ entries }) {
        for (const { name } of entries)
          if (/^\/|^[A-Za-z]:|(^|\/)\.\.(\/|$)/.test(name))
            yield {
              message: 'The path leads out of the archive.',
              value: name,
              expected: 'a path below the archive',
              file: name,
            };
      },
    },
    {
      id: 'archive/links',
      title: 'The archive contains no links',
      fmi3: '2.5',
      explanation:
        'Links must not be used. They can lead out of the folder into which an FMU is unpacked, and some systems do not support them.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 0, entries: [{ ...entry, unixType: 0xa000 }] } }),
      *check({ entries }) {
        for (const { name, unixType } of entries)
          if (unixType === 0xa000)
            yield { message: 'The entry is a symbolic link.', expected: 'a file', file: name };
      },
    },
    {
      id: 'archive/one-piece',
      title: 'The archive is a single file',
      fmi3: '2.5',
      explanation: 'The archive must not be a split or spanned zip archive.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 1, entries: [entry] } }),
      *check({ disk }) {
        if (disk !== 0)
          yield {
            message: 'The directory of the archive is on another disk.',
            value: `${disk}`,
            expected: 'disk 0',
          };
      },
    },
    {
      id: 'archive/version-needed',
      title: 'Every file needs at most version 2.0 of the zip format',
      fmi3: '2.5',
      explanation:
        'The field version needed to extract must not exceed 2.0. This excludes zip64 and newer methods.',
      pass: fmi3({ zip }),
      fail: fmi3({ zip: { disk: 0, entries: [{ ...entry, versionNeeded: 45 }] } }),
      *check({ entries }) {
        for (const { name, versionNeeded } of entries)
          if (versionNeeded > 20)
            yield {
              message: 'The file needs a newer version of the zip format.',
              value: `${versionNeeded / 10}`,
              expected: 'at most 2.0',
              file: name,
            };
      },
    },
  ],
);
