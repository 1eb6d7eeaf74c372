import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { isFloatType } from '../../../fmu-sdk/description/values/float-types.ts';
import { settableByName } from '../../../fmu-sdk/description/variables/alias-sets.ts';
import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { splitQuantity, splitUnit } from '../connections/unit-conversion.ts';
import { splitUnitName } from '../find-variable.ts';
import type { ConnectorFeedFile, SystemFile } from '../system.ts';
import { feedConverter } from './connector-feeds.ts';

/** Value of a variable behind a connector of the system, as text. */
interface ConnectorValue {
  unit: string;
  name: string;
  value: string;
}

/**
 * Returns the values of the variables behind a connector of the system that a setting names.
 * Undefined if it does not name a connector.
 */
export function connectorValues(
  { connectors = {} }: SystemFile,
  descriptions: ReadonlyMap<string, ModelDescription>,
  name: string,
  text: string,
): ConnectorValue[] | undefined {
  if (!Object.hasOwn(connectors, name) || connectors[name].to === undefined) return undefined;
  const { to, unitOfMeasure } = connectors[name];
  return to.map((feed) => {
    const [unit, variable] = splitUnitName(feed.to, descriptions);
    const value = valueBehind(feed, descriptions.get(unit), variable, { unitOfMeasure, name, text });
    return { unit, name: variable + (feed.toIndex === undefined ? '' : `[${feed.toIndex}]`), value };
  });
}

/** Returns the names of connectors that can be set, as a sentence for errors. */
export function connectorHint({ connectors = {} }: SystemFile): string {
  const names = Object.keys(connectors).filter((name) => connectors[name].to !== undefined);
  return names.length === 0 ? '' : ` Connectors of the system: ${someNames(names, 8)}.`;
}

function valueBehind(
  { factor = 1, offset = 0, map }: ConnectorFeedFile,
  description: ModelDescription | undefined,
  name: string,
  at: { unitOfMeasure: string | undefined; name: string; text: string },
): string {
  const variable = description && settableByName(description).get(name);
  const isSame = factor === 1 && offset === 0 && map === undefined;
  // An unknown variable is refused later.
  if (description === undefined || variable === undefined || isSame) return at.text;
  const split = isFloatType(variable.type) ? splitQuantity : splitUnit;
  const feed = { port: { unit: 0, variable }, unitOfMeasure: at.unitOfMeasure, factor, offset };
  const convert = (text: string): string => {
    const { before, unitOfMeasure } = split(text.trim());
    const behind = { ...feed, ...(map !== undefined && { map }) };
    return String(feedConverter(behind, description, unitOfMeasure)(before.trim()));
  };
  try {
    return at.text
      .replace(/^\[(.*)\]$/s, '$1')
      .split(',')
      .map(convert)
      .join(',');
  } catch (error) {
    throw new UserError(`set ${at.name}: ${messageOf(error)}`);
  }
}
