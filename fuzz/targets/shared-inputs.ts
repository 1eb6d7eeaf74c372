import { parseXml } from '../../fmu-sdk/util/xml/parse-xml.ts';
import { reads, textOf } from '../fuzz-target.ts';

export const isXml = (bytes: Uint8Array): boolean => reads(() => parseXml(textOf(bytes)));
export const isJson = (bytes: Uint8Array): boolean => reads(() => JSON.parse(textOf(bytes)));
