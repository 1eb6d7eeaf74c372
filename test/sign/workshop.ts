import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveFrom } from '../../fmu-sdk/archive/archive.ts';
import { openArchive, zlib } from '../../fmu-sdk/archive/open-archive.ts';
import { type KeyRing, readKeyRing } from '../../fmu-sdk/sign/key-ring.ts';
import { createKey } from '../../fmu-sdk/sign/new-key.ts';
import { signFmu } from '../../fmu-sdk/sign/sign-fmu.ts';
import { type Verification, verifyArchive } from '../../fmu-sdk/sign/verify-archive.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Temporary folder with a key ring that contains alice and bob, but not mallory. */
export class Workshop {
  readonly folder: string = temporaryFolder('signature');
  readonly ring: string = this.path('ring');
  readonly alice: ReturnType<typeof createKey> = this.key('alice');
  readonly bob: ReturnType<typeof createKey> = this.key('bob');
  readonly mallory: ReturnType<typeof createKey> = this.key('mallory', this.path('other-ring'));
  private readonly known: KeyRing = readKeyRing(this.ring);
  private written = 0;

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file under a unique name. */
  file(bytes: Uint8Array | string, ending = '.fmu'): string {
    const file = this.path(`${this.written++}${ending}`);
    writeFileSync(file, bytes);
    return file;
  }

  /** Signs an FMU into a new file. */
  async signed(bytes: Uint8Array, by: { privateFile: string } = this.alice): Promise<string> {
    const file = this.file(bytes);
    await signFmu(file, { key: by.privateFile });
    return file;
  }

  async verify(bytes: Uint8Array | string): Promise<Verification> {
    const archive = typeof bytes === 'string' ? await openArchive(bytes) : archiveFrom('a.fmu', bytes, zlib);
    return verifyArchive(archive, this.known);
  }

  private key(name: string, keyRing = this.ring): ReturnType<typeof createKey> {
    return createKey(name, { keyRing, output: this.path(`${name}.private.pem`) });
  }
}
