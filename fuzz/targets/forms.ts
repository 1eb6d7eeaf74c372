import { parseXml } from '../../fmu-sdk/xml/parse.ts';
import { reads, textOf } from '../target.ts';

export const isXml = (bytes: Uint8Array): boolean => reads(() => parseXml(textOf(bytes)));
export const isJson = (bytes: Uint8Array): boolean => reads(() => JSON.parse(textOf(bytes)));
