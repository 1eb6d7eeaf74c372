import { annotationRows } from './fmi3-grammar.ts';
import { type Grammar, grammar } from './grammar.ts';

/** The grammar of sources/buildDescription.xml (FMI 3.0.2, 2.4.10), which FMI 2.0.4 adopted. */
export const buildDescription: Grammar = grammar('fmiBuildDescription', {
  ...annotationRows,
  fmiBuildDescription: { attributes: 'fmiVersion:fmiVersion3!', content: 'BuildConfiguration+ Annotations?' },
  BuildConfiguration: {
    attributes: 'modelIdentifier:normalizedString! platform:normalizedString description:string',
    content: 'SourceFileSet* Library* Annotations?',
  },
  SourceFileSet: {
    attributes:
      'name:normalizedString language:normalizedString compiler:normalizedString compilerOptions:string',
    content: 'SourceFile+ PreprocessorDefinition* IncludeDirectory* Annotations?',
  },
  SourceFile: { attributes: 'name:normalizedString!', content: 'Annotations?' },
  PreprocessorDefinition: {
    attributes: 'name:normalizedString! optional:boolean value:normalizedString description:string',
    content: 'Option* Annotations?',
  },
  Option: { attributes: 'value:normalizedString description:string' },
  IncludeDirectory: { attributes: 'name:normalizedString!', content: 'Annotations?' },
  Library: {
    attributes: 'name:normalizedString! version:normalizedString external:boolean description:string',
    content: 'Annotations?',
  },
});
