/** Makes the workbook that a school fills in to move in (decision 0251). */
import { JenisUser } from '#contract/enums.ts'
import { resources, type ResourceName } from '#contract/registry.ts'
import { transaction } from '#server/db/transaction.ts'
import { listIn, listOf, workbookOf, type TemplateSheet } from '#server/export/workbook.ts'
import type { Ctx } from '#server/http/context.ts'
import type { ImportColumn } from '#server/import/columns.ts'
import { readNamed } from '#server/import/masterFields.ts'
import { choicesSheet, knownSheets } from '#server/import/pindahan/sheets.ts'
import { workbookResponse } from '#server/import/sheets/sheetResponse.ts'
import { templateContent } from '#server/import/templateContent.ts'

/** Maximum number of values that a drop-down offers. */
const maxChoices = 500
interface Choices {
  label: string
  values: string[]
}
const choiceKey = ({ refers = '', jenis }: ImportColumn): string => jenis ?? refers
const labelOf = ({ refers, jenis }: ImportColumn): string =>
  jenis === undefined ? resources[refers as ResourceName].label[0] : JenisUser.label(jenis)
/** Reads the codes or names of the existing rows to which columns refer, by resource. */
const readChoices = (ctx: Ctx): Promise<Map<string, Choices>> => {
  const columns = new Map(
    knownSheets.flatMap(({ jenis }) =>
      Object.values(jenis.columns).flatMap((column) =>
        column.refers === undefined ? [] : [[choiceKey(column), column] as const],
      ),
    ),
  )
  return transaction(ctx.db, async (trx) => {
    const choices = new Map<string, Choices>()
    for (const [key, column] of columns) {
      const rows = await readNamed(trx, ctx, column)
      const values = [...new Set([...rows.values()].flat())]
        .toSorted((a, b) => a.id - b.id)
        .slice(0, maxChoices)
        .map((row) => String(row.kode ?? row.nama ?? row.name))
      if (values.length > 0) choices.set(key, { label: labelOf(column), values })
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
        const kind = kinds[i]
        const key = kind ? choiceKey(kind) : ''
        const existing = choices.get(key)
        return {
          ...column,
          list: existing
            ? listIn(choicesSheet, order.indexOf(key), existing.values.length)
            : listOf(kind?.choices ?? []),
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
