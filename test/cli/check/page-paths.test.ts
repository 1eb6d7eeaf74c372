import { describe, expect, it } from 'vitest';
import { indexPath, pagePaths } from '../../../master/cli/check/many-fmus.ts';

describe('pages of many FMUs', () => {
  it('each FMU has its own page, also beside a folder of its name, a case or a form of its letters', () => {
    const files = ['a', 'a.fmu', 'A.fmu', 'e\u0301.fmu', '\u00e9.fmu', 'a.fmu-2', 'index.fmu', 'p/a.fmu'];
    const pages = pagePaths(files);
    expect(pages.slice(0, 2)).toEqual(['a.html', 'a.fmu-2.html']);
    expect(pages.at(-1)).toBe('p/a.html');
    const asOnDisk = [...pages, indexPath(pages)].map((page) => page.normalize('NFC').toLowerCase());
    expect(new Set(asOnDisk).size).toBe(files.length + 1);
  });
});
