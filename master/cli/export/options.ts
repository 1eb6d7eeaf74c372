export interface ExportArguments {
  file: string;
  output?: string;
}
