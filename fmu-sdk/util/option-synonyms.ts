/** Names of options in FMPy and other tools, in lower case, by the names of fmukit. */
const synonyms: Readonly<Record<string, string>> = {
  step: 'stepsize timestep communicationstepsize dt h',
  stopTime: 'endtime finaltime tend tstop tfinal duration until',
  startTime: 'begintime tstart t0',
  values: 'startvalues parameters params initialvalues inputs start set',
  record: 'output outputs variables columns',
  kind: 'fmitype interface interfacetype',
  tolerance: 'relativetolerance reltol rtol',
  outputInterval: 'interval sampletime',
  output: 'outputfile resultfile resultsfile result results file filename csv',
  onProgress: 'progress onstep callback stepfinished',
  trusted: 'trust',
};

/** Returns the option of a table that other tools name so, or undefined. */
export function synonymOf(name: string, known: readonly string[]): string | undefined {
  const word = name.replaceAll('_', '').toLowerCase();
  return known.find((option) => synonyms[option]?.split(' ').includes(word));
}
