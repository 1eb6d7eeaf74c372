/** Model descriptions that conform and have every element of their standard. */

export const full3 = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="full" instantiationToken="one" description="d" author="a" version="1"
    copyright="c" license="l" generationTool="t" generationDateAndTime="2026-07-31T12:00:00Z" variableNamingConvention="structured">
  <ModelExchange modelIdentifier="full" needsCompletedIntegratorStep="true" canGetAndSetFMUState="true"/>
  <CoSimulation modelIdentifier="full" canHandleVariableCommunicationStepSize="true" fixedInternalStepSize="0.1"
      maxOutputDerivativeOrder="1" recommendedIntermediateInputSmoothness="1" hasEventMode="true"/>
  <ScheduledExecution modelIdentifier="full"/>
  <UnitDefinitions>
    <Unit name="m">
      <BaseUnit m="1" factor="1" offset="0"/>
      <DisplayUnit name="mm" factor="1000" offset="0" inverse="false"/>
    </Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <Float64Type name="Length" unit="m" displayUnit="mm" min="0" max="100" nominal="1" relativeQuantity="false"/>
    <Int8Type name="Small" min="-1" max="1"/>
    <EnumerationType name="Gear"><Item name="one" value="1"/><Item name="two" value="2"/></EnumerationType>
    <BinaryType name="Data" maxSize="4"/>
    <ClockType name="Tick" intervalVariability="constant" intervalDecimal="0.1"/>
  </TypeDefinitions>
  <LogCategories><Category name="logEvents" description="events"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="1" tolerance="1e-6" stepSize="0.1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" min="0" start="2"/>
    <Float64 name="p" valueReference="2" causality="parameter" variability="tunable" declaredType="Length" start="1 2">
      <Dimension valueReference="1"/>
      <Alias name="q" displayUnit="mm"/>
    </Float64>
    <Float32 name="u" valueReference="3" causality="input" start="0" intermediateUpdate="true" canHandleMultipleSetPerTimeInstant="true"/>
    <Float64 name="x" valueReference="4" initial="exact" start="0" reinit="true"/>
    <Float64 name="der(x)" valueReference="5" derivative="4"/>
    <Float64 name="y" valueReference="6" causality="output"/>
    <Int8 name="i" valueReference="7" causality="parameter" declaredType="Small" start="1"/>
    <Boolean name="b" valueReference="8" causality="parameter" start="true"/>
    <String name="s" valueReference="9" causality="parameter"><Start value="text"/></String>
    <Binary name="d" valueReference="10" causality="parameter" declaredType="Data"><Start value="00ff"/></Binary>
    <Enumeration name="g" valueReference="11" causality="parameter" declaredType="Gear" start="2"/>
    <Clock name="c" valueReference="12" causality="input" declaredType="Tick" intervalVariability="constant"
        intervalDecimal="0.1" shiftDecimal="0" priority="1" supportsFraction="true" resolution="10" intervalCounter="1"/>
    <Float64 name="previous_z" valueReference="13" variability="discrete" clocks="12"/>
    <Float64 name="z" valueReference="14" variability="discrete" clocks="12" previous="13"/>
    <Float64 name="event" valueReference="15"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="6" dependencies="3 4" dependenciesKind="constant dependent"/>
    <ContinuousStateDerivative valueReference="5" dependencies="3"/>
    <ClockedState valueReference="14"/>
    <InitialUnknown valueReference="5"/>
    <InitialUnknown valueReference="6"/>
    <EventIndicator valueReference="15"/>
  </ModelStructure>
  <Annotations><Annotation type="com.example.tool">text</Annotation></Annotations>
</fmiModelDescription>`;

export const full2 = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="full" guid="{one}" description="d" author="a" version="1"
    generationTool="t" generationDateAndTime="2026-07-31T12:00:00Z" variableNamingConvention="structured" numberOfEventIndicators="0">
  <ModelExchange modelIdentifier="full" completedIntegratorStepNotNeeded="true"><SourceFiles><File name="full.c"/></SourceFiles></ModelExchange>
  <CoSimulation modelIdentifier="full" canHandleVariableCommunicationStepSize="true" maxOutputDerivativeOrder="1"/>
  <UnitDefinitions>
    <Unit name="m"><BaseUnit m="1"/><DisplayUnit name="mm" factor="1000"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Length"><Real unit="m" displayUnit="mm" min="0" max="100" nominal="1"/></SimpleType>
    <SimpleType name="Small"><Integer min="0" max="1"/></SimpleType>
    <SimpleType name="Gear"><Enumeration><Item name="one" value="1"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <LogCategories><Category name="logEvents" description="events"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="1" tolerance="1e-6" stepSize="0.1"/>
  <VendorAnnotations><Tool name="example"/></VendorAnnotations>
  <ModelVariables>
    <ScalarVariable name="u" valueReference="0" causality="input"><Real start="0" declaredType="Length"/></ScalarVariable>
    <ScalarVariable name="x" valueReference="1" initial="exact"><Real start="0" reinit="true"/></ScalarVariable>
    <ScalarVariable name="der(x)" valueReference="2"><Real derivative="2"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="3" causality="output"><Real/></ScalarVariable>
    <ScalarVariable name="i" valueReference="0" causality="parameter" variability="fixed"><Integer start="1" declaredType="Small"/></ScalarVariable>
    <ScalarVariable name="g" valueReference="1" causality="parameter" variability="fixed"><Enumeration start="1" declaredType="Gear"/></ScalarVariable>
    <ScalarVariable name="b" valueReference="0" causality="parameter" variability="tunable"><Boolean start="true"/></ScalarVariable>
    <ScalarVariable name="s" valueReference="0" causality="parameter" variability="fixed"><String start="text"/><Annotations><Tool name="example"/></Annotations></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="4" dependencies="1 2" dependenciesKind="constant dependent"/></Outputs>
    <Derivatives><Unknown index="3" dependencies="1"/></Derivatives>
    <InitialUnknowns><Unknown index="3"/><Unknown index="4"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>`;
