/**
 * Checks that the numbers of each series are 1, 2, 3 … up to the counter of the series (domain.md
 * 3.1). A series consists of all document numbers that differ only in their sequence number.
 */
import { sql } from 'kysely'
import { seriesPlace } from '#contract/billing/rules/numberFormat.ts'
import type { ResourceName } from '#contract/registry.ts'
import type { NumberedPaper } from '#contract/settings/settingCalls.ts'
import { mostTold, type Finding, type Pause } from '#server/db/brokenRules.ts'
import { tableOf, type Db } from '#server/db/schema/tables.ts'

const resourceOfDocument = {
  tagihan: 'billing',
  kuitansi: 'billing-payment',
  pengeluaran: 'pengeluaran-sales',
  konfirmasi: 'konfirmasi-pembayaran',
} as const satisfies Record<NumberedPaper, ResourceName>
/** Name of the rule that checks the numbers of each kind of document. */
export const numberRules: Readonly<Record<NumberedPaper, string>> = {
  tagihan: 'nomor tagihan tanpa celah',
  kuitansi: 'nomor kuitansi tanpa celah',
  pengeluaran: 'nomor pengeluaran tanpa celah',
  konfirmasi: 'nomor konfirmasi tanpa celah',
}

/**
 * Finds the series in which the count of documents differs from the counter of the series. Returns
 * the highest document id of each of these series; 0 for a series without documents.
 */
const readGaps = async (db: Db, paper: NumberedPaper, pause: Pause): Promise<number[]> => {
  const series = await db
    .selectFrom('penghitung')
    .select('seri')
    .where('jenis', '=', paper)
    .orderBy('seri')
    .execute()
  const gaps: number[] = []
  for (const { seri } of series) {
    await pause()
    const [before = '', after = ''] = seri.split(seriesPlace)
    // Counts the documents and reads the counter in a single query, so that both come from the same
    // snapshot. The colon is the character after `9`. So the range contains the numbers that have a
    // digit at the position of the sequence number.
    const { rows } = await sql<{ id: number | null }>`select b.id from
      (select max(t.id) as id, count(*) as n from ${sql.table(tableOf(resourceOfDocument[paper]))} t
        where t.nomor >= ${`${before}0`} and t.nomor < ${`${before}:`} and t.nomor like ${`%${after}`}) b
      where b.n <> (select c.nilai from penghitung c where c.jenis = ${paper} and c.seri = ${seri})`.execute(
      db,
    )
    gaps.push(...rows.map(({ id }) => id ?? 0))
  }
  return gaps
}

/** Returns the violations of the number rules. */
export const findGaps = async (db: Db, pause: Pause = async () => {}): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const paper of ['tagihan', 'kuitansi', 'pengeluaran', 'konfirmasi'] as const) {
    const ids = await readGaps(db, paper, pause)
    if (ids.length > 0)
      findings.push({
        aturan: numberRules[paper],
        entitas: resourceOfDocument[paper],
        ids: ids.slice(0, mostTold),
        lebih: ids.length > mostTold,
      })
  }
  return findings
}
