import type { ChangeReport, CountedReport } from './change/change.ts'
import type { CountedLoad, LoadReport } from './rdf-source.ts'

/** The report of a change of a database that counts; a plain error where it did not. */
export function countedReport(report: ChangeReport): CountedReport {
  if (isCounted(report)) return report
  throw new Error('A change was not counted.')
}

/** The report of a load into a database that counts; a plain error where it did not. */
export function countedLoad({ added, ...report }: LoadReport): CountedLoad {
  if (added === undefined) throw new Error('A load was not counted.')
  return { ...report, added }
}

function isCounted(report: ChangeReport): report is CountedReport {
  return [report, ...report.steps].every(({ added, removed }) => added !== undefined && removed !== undefined)
}
