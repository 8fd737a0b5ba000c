/** Sheets of the workbook with which a school moves in, and their imports (decision 0251). */
import { workbookLimits, workbookSheets, type WorkbookSheet } from '#contract/import/pindahan.ts'
import type { PindahanMap } from '#contract/import/pindahanCalls.ts'
import { shapeOf, type ImportKind } from '#server/import/columns.ts'
import { jenisOf } from '#server/import/kinds.ts'
import type { WorkbookPlan } from '#server/import/sheets/workbook.ts'

/** Sheet of the template with the existing values that its drop-downs offer. */
export const choicesSheet = 'Pilihan'

export interface KnownSheet {
  sheet: WorkbookSheet
  jenis: ImportKind
}
/** All sheets in the order in which they are stored. */
export const knownSheets: readonly KnownSheet[] = workbookSheets.map((sheet) => ({
  sheet,
  jenis: jenisOf(sheet.kunci),
}))

/** Returns the description of the sheets for the process that reads the workbook. */
export const planWith = (map: PindahanMap): WorkbookPlan => ({
  sheets: knownSheets.map(({ sheet: { kunci, label, alias }, jenis }) => ({
    kunci,
    names: [label, ...alias],
    shape: shapeOf(jenis),
  })),
  map,
  headLines: workbookLimits.headLines,
  skipped: [choicesSheet],
})
