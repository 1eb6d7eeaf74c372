import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { SystemRunner } from '../../../master/run/worker/system-runner.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { type Finished, root } from '../../run-fmu.ts';

const folder = temporaryFolder('bad');

beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/faulty'), folder);
});

/** Two faulty units in a ring, for ten steps of 1 ms. */
function system(edit: (s: SystemFile) => void = () => {}): SystemFile {
  const s: SystemFile = {
    name: 'ring',
    units: { a: { fmu: 'faulty.fmu', parameters: {} }, b: { fmu: 'faulty.fmu', parameters: {} } },
    connections: [],
    algorithm: { scheme: 'jacobi', step: 0.001, order: 1 },
    stopTime: 0.01,
    record: { variables: ['a.y', 'b.y'] },
    // Wall time that suffices for this much computation on the busiest machine.
    limits: { stepSeconds: 0.5, wallSeconds: 1200 },
  };
  edit(s);
  return s;
}

async function run(text: string | SystemFile): Promise<Finished> {
  const file = join(folder, 'system.json');
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text, null, 2));
  return await fmuHere(['run', file, '-o', join(folder, 'out.csv')]);
}

/** The run is refused with this one message and leaves no file that looks like a result. */
function refuses(finished: Finished, message: RegExp): void {
  expect(finished.err).toMatch(message);
  expect(finished.err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(finished.code).toBe(1);
  expect(readdirSync(folder).filter((name) => /^out.*(csv|part)$/.test(name))).toEqual([]);
}

describe('errors in systems, which leave no result', () => {
  it('runs a valid system', async () => {
    const { code, out } = await run(system());
    expect(code).toBe(0);
    expect(out).toMatch(/ring\s+finished/);
    rmSync(join(folder, 'out.csv'));
  });

  it('reports broken JSON with file and line', async () => {
    refuses(await run('{\n  "name": "ring",\n  "units": {,}\n}'), /system\.json:3: not valid JSON/);
  });

  it('reports an unknown property with path and next step', async () => {
    const text = JSON.stringify({ ...system(), colour: 'red' }, null, 2);
    refuses(await run(text), /system\.json:\d+: the document: unknown property "colour"/);
  });

  it('reports an unknown variable with the known names', async () => {
    const bad = system((s) => s.connections?.push({ from: 'a.speed', to: 'b.u' }));
    refuses(await run(bad), /system\.json:\d+: a: unknown variable "speed"\. Known: .*y/);
  });

  it('reports an unknown unit', async () => {
    const bad = system((s) => s.connections?.push({ from: 'c.y', to: 'b.u' }));
    refuses(await run(bad), /unknown unit "c"\. Did you mean a, b\?/);
  });

  it('reports incompatible units of measure with both ends', async () => {
    const bad = system((s) => s.connections?.push({ from: 'a.y', to: 'b.u' }));
    refuses(
      await run(bad),
      /connect: a\.y \[m\] cannot feed b\.u \[N\]\. Connect variables of the same quantity\./,
    );
  });

  it('reports two sources for one input', async () => {
    const bad = system((s) => s.connections?.push({ from: 'a.time', to: 'b.h' }));
    refuses(await run(bad), /b\.h is a parameter and cannot be a target/);
    await changeFaulty('same-units.fmu', (xml) => xml.replaceAll('unit="N"', 'unit="m"'));
    const two = system((s) => {
      for (const unit of Object.values(s.units)) unit.fmu = 'same-units.fmu';
      s.connections = [
        { from: 'a.y', to: 'b.u' },
        { from: 'b.y', to: 'b.u' },
      ];
    });
    refuses(
      await run(two),
      /connect: b\.u \[m\] has two sources, a\.y \[m\] and b\.y \[m\]\. Remove one connection\./,
    );
  });

  it('reports a parameter that is not an item of its enumeration', async () => {
    const bad = system((s) => {
      s.units.a.parameters = { fault: 'explode' };
    });
    refuses(await run(bad), /set a\.fault: "explode" was given, expected one of "none", "fail"/);
  });

  it('reports a missing file', async () => {
    const bad = system((s) => {
      s.units.a.fmu = 'nowhere.fmu';
    });
    refuses(await run(bad), /open .*nowhere\.fmu: ENOENT.*Name an existing, readable FMU file/);
  });

  it('reports H that is not a multiple of h, with both values and the next step', async () => {
    const bad = system((s) => {
      s.units.a.parameters = { h: 0.0003 };
    });
    refuses(
      await run(bad),
      /communication step H = 0\.001 s is not a whole multiple of the internal step h = 0\.0003 s of a\. Use H = 0\.0009 s, or another h\./,
    );
  });

  it('reports a stop time that is not a whole number of steps', async () => {
    const bad = system((s) => {
      s.stopTime = 0.0105;
    });
    refuses(await run(bad), /from 0 s to 0\.0105 s is not a whole number of steps H = 0\.001 s/);
  });
});

/** A copy of the faulty unit with another model description. */
async function changeFaulty(
  name: string,
  edit: (xml: string) => string,
  more: Record<string, string> = {},
): Promise<void> {
  const zip = await JSZip.loadAsync(readFileSync(join(folder, 'faulty.fmu')));
  const xml = await zip.file('modelDescription.xml')?.async('string');
  zip.file('modelDescription.xml', edit(xml ?? ''));
  for (const [path, text] of Object.entries(more)) zip.file(path, text, { createFolders: false });
  writeFileSync(join(folder, name), await zip.generateAsync({ type: 'uint8array' }));
}

describe('invalid archives, which are refused before they run', () => {
  const using = (name: string): SystemFile =>
    system((s) => {
      s.units.a.fmu = name;
    });

  it('refuses a truncated zip', async () => {
    const whole = readFileSync(join(folder, 'faulty.fmu'));
    writeFileSync(join(folder, 'cut.fmu'), whole.subarray(0, Math.floor(whole.length / 2)));
    refuses(await run(using('cut.fmu')), /open .*cut\.fmu: as a zip archive, it is damaged or cut short/);
  });

  it('refuses a path that leaves the archive', async () => {
    await changeFaulty('escape.fmu', (xml) => xml, { '../../x': 'gotcha' });
    refuses(
      await run(using('escape.fmu')),
      /escape\.fmu: as a zip archive, the entry "\.\.\/\.\.\/x" points outside the archive/,
    );
    expect(existsSync(join(folder, '../../x'))).toBe(false);
  });

  it('refuses an unsupported FMI version', async () => {
    await changeFaulty('fmi1.fmu', (xml) => xml.replace('fmiVersion="3.0"', 'fmiVersion="4.0"'));
    refuses(
      await run(using('fmi1.fmu')),
      /fmi1\.fmu:modelDescription\.xml:2:\d+: fmiVersion of <fmiModelDescription> is "4\.0", expected 1\.0, 2\.0 or 3\.0\. Export/,
    );
  });

  it('refuses XML with a DTD', async () => {
    await changeFaulty('dtd.fmu', (xml) => xml.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'));
    refuses(
      await run(using('dtd.fmu')),
      /dtd\.fmu:modelDescription\.xml:1:\d+: a document type \(DTD\) is not supported/,
    );
  });

  it('refuses a file that is not an FMU', async () => {
    writeFileSync(
      join(folder, 'other.fmu'),
      await new JSZip().file('a.txt', 'a').generateAsync({ type: 'uint8array' }),
    );
    refuses(await run(using('other.fmu')), /it does not contain modelDescription\.xml/);
  });
});

describe('failing units, which end the run and leave the valid rows', () => {
  const faults = (fault: string): Promise<Finished> =>
    run(
      system((s) => {
        s.units.b.parameters = { fault };
      }),
    );

  /** Expects one error, the rows before the fault in out.partial.csv, and no out.csv. */
  function stops(finished: Finished, message: RegExp, rows: number): void {
    expect(finished.err).toMatch(message);
    expect(finished.code).toBe(1);
    expect(existsSync(join(folder, 'out.csv'))).toBe(false);
    const csv = readFileSync(join(folder, 'out.partial.csv'), 'utf8').trimEnd().split('\r\n');
    expect(csv.length - 1).toBe(rows);
    for (const row of csv.slice(1))
      for (const field of row.split(',')) expect(Number.isFinite(Number(field))).toBe(true);
    rmSync(join(folder, 'out.partial.csv'));
  }

  it('reports a trap with unit, time and reason', async () => {
    stops(await faults('fail'), /step b: the FMU stopped at t = 0\.005 s: the valve is stuck\./, 6);
  });

  it('reports an index out of bounds with the unit', async () => {
    stops(await faults('index'), /step b: the FMU stopped at t = 0\.005 s: an index out of bounds/, 6);
  });

  it('reports an integer division by zero with the unit', async () => {
    stops(await faults('division'), /step b: the FMU stopped at t = 0\.005 s: integer division by zero/, 6);
  });

  it('reports NaN with unit, variable, unit of measure and time', async () => {
    stops(await faults('nan'), /step b: b\.y \[m\] is NaN at t = 0\.006 s/, 6);
  });

  it('reports infinity in an output with unit, variable and time', async () => {
    stops(await faults('infinity'), /step b: b\.y \[m\] is Infinity at t = 0\.006 s/, 6);
  });

  it('stops an endless loop in the initialization and names the unit', async () => {
    const finished = await run(
      system((s) => {
        s.units.a.parameters = { fault: 'loopAtStart' };
      }),
    );
    expect(finished.err).toMatch(
      /step a: at t = 0 s the unit computed for 0\.5 s of CPU time without returning, and was stopped/,
    );
    expect(finished.code).toBe(1);
  });

  it('advises a system file with a limit to the user of a single endless FMU', async () => {
    const alone = await singleSystem(join(folder, 'faulty.fmu'), {
      set: ['fault=loop'],
      step: 0.001,
      stopTime: 0.01,
    });
    const runner = new SystemRunner();
    try {
      await expect(runner.run({ ...alone, stepSeconds: 0.3, wallSeconds: 100 }, {})).rejects.toThrow(
        'and was stopped. Run it in a system file with a larger "limits.stepSeconds" if the unit is only slow.',
      );
    } finally {
      await runner.dispose();
    }
  });

  it('stops an endless loop in a step instead of waiting for it', async () => {
    const finished = await faults('loop');
    expect(finished.err).toMatch(
      /step b: at t = 0\.005 s the unit computed for 0\.5 s of CPU time without returning, and was stopped/,
    );
    expect(finished.code).toBe(1);
    expect(existsSync(join(folder, 'out.csv'))).toBe(false);
  });
});
