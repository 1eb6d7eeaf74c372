/** One entry of a zip archive, as its central directory states it. */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly flags: number;
  /** Ten times the version of the zip format that is needed to extract it. */
  readonly versionNeeded: number;
  /** Type bits of a Unix mode (`S_IFMT`), 0 when it was not written on Unix. */
  readonly unixType: number;
  /** First byte of the local header. */
  readonly offset: number;
}

/** The central directory of a zip archive, as it stands there. */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Number of the disk that the directory is on: 0 for an archive in one piece. */
  readonly disk: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const unixHost = 3;

/**
 * Reads the central directory of a zip archive (PKWARE APPNOTE 6.3, 4.3.12 and 4.3.16). Returns
 * undefined without a directory. Does not read zip64 sizes: they exceed the limit for FMUs.
 */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const entries: ZipEntry[] = [];
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let k = 0; k < count; k++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) return undefined;
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    entries.push({
      name: new TextDecoder('utf-8').decode(bytes.subarray(at + 46, at + 46 + name)),
      versionNeeded: view.getUint16(at + 6, true) & 0xff,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      unixType: view.getUint8(at + 5) === unixHost ? (view.getUint32(at + 38, true) >>> 16) & 0xf000 : 0,
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + name + extra + comment;
  }
  return { entries, disk: view.getUint16(end + 4, true) };
}

/** The end record: the last one, behind which there is only a comment. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--)
    if (view.getUint32(at, true) === endSignature) return at;
  return undefined;
}
