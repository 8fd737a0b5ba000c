/**
 * Finds new lines that may already be stored with another description. Such lines could lead to
 * duplicate payments.
 */
import type { Db } from '#server/db/schema/tables.ts'
import type { FileLine } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'

/** Maximum number of stored lines of the account with which the lines of a file are compared. */
const most = 25_000
const maxExamples = 3
const keyOf = (line: { tanggal: string; masuk: number; keluar: number }) =>
  `${line.tanggal} ${line.masuk} ${line.keluar}`

/**
 * Returns a warning if new lines have the same date and amount as stored lines that the file does
 * not contain; otherwise an empty list. Such lines are probably the same lines with another
 * description, because an earlier import has mapped another column as description, or because the
 * bank has changed the descriptions.
 */
export const duplicateWarning = async (
  db: Db,
  bank_id: number,
  lines: readonly FileLine[],
  fresh: ReadonlySet<number>,
): Promise<string[]> => {
  const days = lines.map((line) => line.tanggal).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (fresh.size === 0 || from === undefined || to === undefined) return []
  const stored = await db
    .selectFrom('mutasi_bank')
    .select(['tanggal', 'masuk', 'keluar', 'dasar'])
    .where('bank_id', '=', bank_id)
    .where('tanggal', '>=', from)
    .where('tanggal', '<=', to)
    .orderBy('tanggal')
    .orderBy('id')
    .limit(most)
    .execute()
  const fileBases = new Set(lines.map((line) => line.dasar))
  const otherKeys = new Set(stored.filter((row) => !fileBases.has(row.dasar)).map(keyOf))
  const retold = lines.filter((line) => fresh.has(line.baris) && otherKeys.has(keyOf(line)))
  if (retold.length === 0) return []
  const examples = retold.slice(0, maxExamples).map((line) => line.baris)
  return [
    `${retold.length} baris baru sama hari dan jumlahnya dengan baris yang sudah ada, tetapi lain keterangannya (baris ${examples.join(', ')}). Periksa dahulu agar tidak masuk dua kali: mungkin kolom keterangannya dibaca berbeda.`,
  ]
}
