/** New lines that may be old ones in other words, so that no transfer is booked twice. */
import type { Db } from '#server/db/tables.ts'
import type { FileLine } from '#server/modules/billing/mutasiBank/statement.ts'

/** Lines of the account that are looked through. */
const most = 25_000
const shown = 3
const keyOf = (line: { tanggal: string; masuk: number; keluar: number }) =>
  `${line.tanggal} ${line.masuk} ${line.keluar}`

/**
 * A warning where lines of the days of a file are there, are not in it, and have the day and amount
 * of new ones: the description was then read from other columns, or changed by the bank.
 */
export const retoldWarning = async (
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
  const own = new Set(lines.map((line) => line.dasar))
  const others = new Set(stored.filter((row) => !own.has(row.dasar)).map(keyOf))
  const retold = lines.filter((line) => fresh.has(line.baris) && others.has(keyOf(line)))
  if (retold.length === 0) return []
  const examples = retold.slice(0, shown).map((line) => line.baris)
  return [
    `${retold.length} baris baru sama hari dan jumlahnya dengan baris yang sudah ada, tetapi lain keterangannya (baris ${examples.join(', ')}). Periksa dahulu agar tidak masuk dua kali: mungkin kolom keterangannya dibaca berbeda.`,
  ]
}
