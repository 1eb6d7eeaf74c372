const input = (type: string, name: string, more = ''): string =>
  `<${type} name="${name}" causality="input" ${more}/>`;

/** A description with an input of every type that takes numbers, and two outputs. */
export const everyInput: string = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="every-input" instantiationToken="{0}">
  <CoSimulation modelIdentifier="every_input"/>
  <UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit><Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit></UnitDefinitions>
  <TypeDefinitions><EnumerationType name="Gear"><Item name="low" value="1"/><Item name="high" value="2"/></EnumerationType></TypeDefinitions>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    ${[
      ...['Float32', 'Float64', 'Int8', 'UInt8', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64'].map(
        (type, i) => input(type, type.toLowerCase(), `valueReference="${i + 1}" start="0"`),
      ),
      input('Boolean', 'on', 'valueReference="11" start="false"'),
      input('Enumeration', 'gear', 'valueReference="12" declaredType="Gear" start="1"'),
      input('Float64', 's', 'valueReference="13" start="0" unit="m" min="-10" max="10"'),
      `<Float64 name="v" valueReference="14" causality="input" start="0 0"><Dimension start="2"/></Float64>`,
    ].join('\n    ')}
    <Float64 name="y" valueReference="15" causality="output" unit="m"/>
    <Float64 name="f" valueReference="16" causality="output" unit="N"/>
    <Int32 name="n" valueReference="17" causality="output"/>
    <Float64 name="k" valueReference="18" causality="parameter" variability="fixed" start="1" min="0"/>
    <UInt64 name="size" valueReference="19" causality="structuralParameter" variability="fixed" start="2" min="1" max="9"/>
    <Float64 name="w" valueReference="20" causality="parameter" variability="fixed" start="0"><Dimension valueReference="19"/></Float64>
    <String name="path" valueReference="21" causality="parameter" variability="fixed"><Start value="x"/></String>
    <Int64 name="seed" valueReference="22" causality="parameter" variability="fixed" start="0"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="15"/><Output valueReference="16"/><Output valueReference="17"/></ModelStructure>
</fmiModelDescription>
`;
