/**
 * Data that lists of bills show for each bill in addition to its columns (expands): the students
 * and courses that the bill charges, and the last message about the bill. Each expand runs one
 * query for all rows of a page.
 */
import { sql } from 'kysely'
import type { BillContent as BillContentShape } from '#contract/billing/billContent.ts'
import type { billing } from '#contract/billing/billing.ts'
import type { Out } from '#contract/resource.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Module } from '#server/resource/module.ts'

type Expands = NonNullable<Module<typeof billing>['expands']>

type BillContent = Out<typeof BillContentShape>

/**
 * Returns the contents of bills by bill id, in the order of the lines of each bill. Lines with the
 * same student and the same content count once. A tuition line shows only the name of its course,
 * because its month is that of the bill. Students are returned without a check of the reader's
 * scope, because the printed bill names them as well.
 */
export const readContents = async (
  db: Db,
  ids: readonly number[],
): Promise<Map<number, BillContent[]>> => {
  const contents = new Map<number, BillContent[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return contents
  const { rows } = await sql<BillContent & { of: number }>`
    select i.billing_id as "of", i.peserta_id, u.name as peserta,
      case when i.periode is not null and k.nama is not null then k.nama else i.deskripsi end as isi
    from billing_item i
    left join "user" u on u.id = i.peserta_id
    left join kursus k on k.id = i.kursus_id
    where i.billing_id in (${sql.join(ids)})
    order by i.billing_id, i.urutan, i.id`.execute(db)
  for (const { of, ...content } of rows) {
    const list = contents.get(of)
    if (list?.some((c) => c.peserta_id === content.peserta_id && c.isi === content.isi)) continue
    list?.push(content)
  }
  return contents
}

export const billExpands: Pick<Expands, 'untuk' | 'pesan_terakhir'> = {
  untuk: ({ db, ids }) => readContents(db, ids),
  pesan_terakhir: async ({ db, ids }) => {
    const { rows } = await sql<{ of: number; dibuat: string }>`
      select p.billing_id as "of", p.dibuat from pesan_keluar p
      where p.id in (
        select max(id) from pesan_keluar
        where billing_id in (${sql.join(ids)}) and status <> 'gagal' group by billing_id
      )`.execute(db)
    return new Map(rows.map(({ of, ...message }) => [of, message]))
  },
}
