import { type Example, filesOf } from '../../fmu-sdk/check/example/example-fmu.ts';
import { FmuContent } from '../../fmu-sdk/check/fmu/fmu-content.ts';

/** Returns the FMU of an example, as a check sees it. */
export function fmuOf(example: Example): FmuContent {
  const bytes = (content: string | Uint8Array): Uint8Array =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const contents = new Map(Object.entries(filesOf(example)).map(([path, content]) => [path, bytes(content)]));
  const isWhole = example.files !== undefined || example.without !== undefined || example.zip !== undefined;
  return new FmuContent({
    file: example.name ?? 'unit.fmu',
    paths: isWhole ? [...contents.keys()] : undefined,
    contents,
    ...(example.zip === undefined ? {} : { zip: example.zip }),
    refusals: example.refusals ?? [],
  });
}
