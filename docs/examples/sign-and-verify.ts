// Signs an FMU, verifies it, and runs its smoke test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, openFmu, runSmokeTests, signFmu, verifyFmu } from 'fmukit';

// Keys for this example only. Create yours once with "fmu key new".
const folder = mkdtempSync(join(tmpdir(), 'keys-'));
const keyRing = join(folder, 'ring');
const { privateFile } = createKey('alice', { keyRing, output: join(folder, 'alice.private.pem') });

const file = join(folder, 'my-filter.fmu');
await signFmu('dist/my-filter.fmu', { key: privateFile, output: file });

const { trusted, signatures } = await verifyFmu(file, { keyRing });
for (const { name, valid } of signatures) console.log(`signed by ${name}: ${valid ? 'valid' : 'not valid'}`);
console.log(`trusted: ${trusted}`);

const fmu = await openFmu(file, { requireSignature: ['alice'], keyRing });
console.log(`opened ${fmu.description.modelName}`);
await openFmu('dist/my-filter.fmu', { requireSignature: ['alice'], keyRing }).catch(() =>
  console.log('the unit without a signature is refused'),
);

for (const { name, passed } of await runSmokeTests(file, { requireSignature: true, keyRing }))
  console.log(`smoke test ${name}: ${passed ? 'passed' : 'failed'}`);
rmSync(folder, { recursive: true });

// Prints:
// signed by alice: valid
// trusted: true
// opened my-filter
// the unit without a signature is refused
// smoke test start: passed
