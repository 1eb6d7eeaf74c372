const units = `<ssc:Unit name="mm"><ssc:BaseUnit m="1" factor="0.001"/></ssc:Unit>
  <ssc:Unit name="m"><ssc:BaseUnit m="1"/></ssc:Unit><ssc:Unit name="kg"><ssc:BaseUnit kg="1"/></ssc:Unit>`;

/** Returns an SSD with this content in its root system. */
export const ssd = (inside: string, version = '1.0'): string => `<?xml version="1.0" encoding="UTF-8"?>
<d:SystemStructureDescription xmlns:d="http://ssp-standard.org/SSP1/SystemStructureDescription"
  xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
  xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues"
  xmlns:ssm="http://ssp-standard.org/SSP1/SystemStructureParameterMapping" version="${version}" name="test">
<d:System name="root">${inside}</d:System><d:Units>${units}</d:Units>
<d:DefaultExperiment startTime="1" stopTime="1.4"/></d:SystemStructureDescription>`;
export const gauge = (name: string, inside = ''): string =>
  `<d:Component name="${name}" source="resources/gauge.fmu">${inside}</d:Component>`;
export const elements = (...list: string[]): string => `<d:Elements>${list.join('\n')}</d:Elements>`;
export const connections = (...list: string[]): string => `<d:Connections>${list.join('\n')}</d:Connections>`;
export const connection = (start: string, end: string, inside = '', attributes = ''): string => {
  const side = (name: string, text: string): string => {
    const [element, connector] = text.includes('.') ? text.split('.') : [undefined, text];
    return `${element === undefined ? '' : `${name}Element="${element}" `}${name}Connector="${connector}"`;
  };
  return `<d:Connection ${side('start', start)} ${side('end', end)} ${attributes}>${inside}</d:Connection>`;
};
export const parameters = (...list: string[]): string =>
  `<ssv:ParameterSet version="1.0" name="set"><ssv:Parameters>${list.join('')}</ssv:Parameters><ssv:Units>${units}</ssv:Units></ssv:ParameterSet>`;
export const parameter = (name: string, value: string): string =>
  `<ssv:Parameter name="${name}">${value}</ssv:Parameter>`;
export const real = (value: number, unit = 'm'): string => `<ssv:Real value="${value}" unit="${unit}"/>`;
export const bound = (inside: string, attributes = '', mapping = ''): string =>
  `<d:ParameterBindings><d:ParameterBinding ${attributes}>${inside === '' ? '' : `<d:ParameterValues>${inside}</d:ParameterValues>`}${mapping}</d:ParameterBinding></d:ParameterBindings>`;
