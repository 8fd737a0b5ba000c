/** Entry point of the process in which `readStatement.ts` reads a statement file. */
import { readSheet } from '#server/import/sheets/sheet.ts'
import type { StatementInput } from '#server/modules/billing/mutasiBank/statementFile/readStatement.ts'
import { readStatementSheet } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'
import { answerWith } from '#server/runtime/sandbox.ts'

answerWith(({ bytes, limits, mappings }: StatementInput): string => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sheet = readSheet(file, limits)
  return JSON.stringify(readStatementSheet(sheet, mappings))
})
