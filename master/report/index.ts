export { renderReport } from './render.ts';
export type {
  Report,
  ReportGroup,
  ReportPlot,
  ReportRun,
  ReportTable,
  Scene,
  SceneBody,
} from './report.ts';
