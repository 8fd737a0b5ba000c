/** Makes the workbook that a school fills in to move in (decision 0251). */
import { resources, type ResourceName } from '#contract/registry.ts'
import { transaction } from '#server/db/transaction.ts'
import { listIn, listOf, workbookOf, type TemplateSheet } from '#server/export/workbook.ts'
import type { Ctx } from '#server/http/context.ts'
import { readNames } from '#server/import/masterFields.ts'
import { choicesSheet, knownSheets } from '#server/import/pindahan/sheets.ts'
import { workbookResponse } from '#server/import/sheets/sheetResponse.ts'
import { templateContent } from '#server/import/templateContent.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { required } from '#server/runtime/required.ts'

/** Maximum number of values that a drop-down offers. */
const maxChoices = 500
interface Choices {
  label: string
  values: string[]
}
/** Reads the codes or names of the existing rows to which columns refer, by resource. */
const readChoices = (ctx: Ctx): Promise<Map<string, Choices>> => {
  const names = knownSheets.flatMap(({ jenis }) =>
    Object.values(jenis.columns).flatMap(({ refers }) => (refers === undefined ? [] : [refers])),
  )
  return transaction(ctx.db, async (trx) => {
    const choices = new Map<string, Choices>()
    for (const name of new Set(names)) {
      const rows = await readNames(trx, ctx, required(moduleOf(name), name))
      const values = [...new Set([...rows.values()].flat())]
        .toSorted((a, b) => a.id - b.id)
        .slice(0, maxChoices)
        .map((row) => String(row.kode ?? row.nama ?? row.name))
      if (values.length > 0)
        choices.set(name, { label: resources[name as ResourceName].label[0], values })
    }
    return choices
  })
}

/** Returns the template: every known sheet with headings and examples, and the existing values. */
export const templateBook = async (ctx: Ctx): Promise<Response> => {
  const choices = await readChoices(ctx)
  const order = [...choices.keys()]
  const sheets = knownSheets.map(({ sheet, jenis }): TemplateSheet => {
    const { columns, examples } = templateContent(jenis)
    const kinds = Object.values(jenis.columns)
    return {
      name: sheet.label,
      columns: columns.map((column, i) => {
        const { choices: fixed, refers = '' } = kinds[i] ?? {}
        const existing = choices.get(refers)
        return {
          ...column,
          list: existing
            ? listIn(choicesSheet, order.indexOf(refers), existing.values.length)
            : listOf(fixed ?? []),
        }
      }),
      rows: examples,
    }
  })
  const longest = Math.max(0, ...[...choices.values()].map(({ values }) => values.length))
  const lists = [...choices.values()]
  const choiceSheet: TemplateSheet = {
    name: choicesSheet,
    columns: lists.map(({ label }) => ({ label, kind: 'teks', width: 24 })),
    rows: Array.from({ length: longest }, (_, i) => lists.map(({ values }) => values[i])),
  }
  const bytes = workbookOf(lists.length > 0 ? [...sheets, choiceSheet] : sheets)
  return workbookResponse('pindahan-nada', bytes)
}
