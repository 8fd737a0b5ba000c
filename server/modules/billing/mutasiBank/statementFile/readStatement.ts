/** Reads a bank's file in a separate process, as its uncompressed size is unknown. */
import { statementLimits } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { fromJson } from '#server/db/json.ts'
import { invalidField } from '#server/errors.ts'
import type { Limits } from '#server/import/sheets/sheetTypes.ts'
import type { Mappings } from '#server/modules/billing/mutasiBank/statementFile/chooseMapping.ts'
import type { Statement } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'
import { partPath } from '#server/runtime/bundle.ts'
import { runIsolated } from '#server/runtime/sandbox.ts'

export interface StatementInput {
  bytes: Uint8Array
  limits: Limits
  mappings: Mappings
}
const tooHeavy = () =>
  invalidField(
    'file',
    'Berkas terlalu besar atau terlalu rumit untuk dibaca. Simpan sebagai CSV, atau bagi menurut bulan.',
  )

/**
 * Reads the lines of a CSV or XLSX file. Throws 422 on `file` with a message, and 503 if too many
 * files are being read.
 */
export const readStatement = async (bytes: Buffer, mappings: Mappings): Promise<Statement> => {
  if (bytes.length < 4) throw invalidField('file', 'Berkas kosong')
  const { rows, columns } = statementLimits
  const limits = { rows, columns, lateHead: true } as const
  const text = await runIsolated<string>(
    partPath('modules/billing/mutasiBank/statementFile/statementProcess.ts'),
    { bytes, limits, mappings } satisfies StatementInput,
    // Four times the rows of other imports: on a busy machine a long time does not mean an attack.
    { tooMuch: tooHeavy, timeMs: 45_000 },
  )
  return fromJson<Statement>(text)
}
