export { renderReport } from './render-report.ts';
export type {
  Report,
  ReportGroup,
  ReportPlot,
  ReportRun,
  ReportTable,
  Scene,
  SceneBody,
} from './report-model.ts';
