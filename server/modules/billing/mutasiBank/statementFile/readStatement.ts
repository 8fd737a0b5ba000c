/**
 * Reads a statement file in a separate process with limits on time and memory, because the file may
 * become very large when it is uncompressed.
 */
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
 * Reads the lines of a CSV or XLSX file. Throws 422 at the field `file` for an unreadable file, and
 * 503 if too many files are being read.
 */
export const readStatement = async (bytes: Buffer, mappings: Mappings): Promise<Statement> => {
  if (bytes.length < 4) throw invalidField('file', 'Berkas kosong')
  const { rows, columns } = statementLimits
  const limits = { rows, columns, lateHead: true } as const
  const text = await runIsolated<string>(
    partPath('modules/billing/mutasiBank/statementFile/statementProcess.ts'),
    { bytes, limits, mappings } satisfies StatementInput,
    // Allows more processor time, because a statement file may have four times as many rows as the
    // files of other imports.
    { tooMuch: tooHeavy, cpuMs: 45_000 },
  )
  return fromJson<Statement>(text)
}
