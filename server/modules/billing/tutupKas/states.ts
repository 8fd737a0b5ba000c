/** Reads the cash state of outlets for the dashboard (domain.md 3.17). */
import { sql, type SqlBool } from 'kysely'
import { expectedCash } from '#contract/billing/rules/paper/till.ts'
import { methodsWith } from '#contract/billing/rules/paymentMethod.ts'
import type { tillStates } from '#contract/billing/tutupKasCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { byRole, outlets } from '#server/modules/scope.ts'

/** Returns the condition for the outlets whose cash the actor may see. */
export const outletsInScope = (actor: Actor) =>
  byRole(actor, { admin: sql`gedung.id in (${outlets(actor)})` })

/** Latest closings that hold, as a common table expression. */
const latest = sql`(select t.id, t.gedung_id, t.tanggal, t.dihitung, t.selisih, t.sisa_kas from tutup_kas t
    where t.dibuka_at is null and t.tanggal = (select max(l.tanggal) from tutup_kas l where l.gedung_id = t.gedung_id and l.dibuka_at is null))`
const listOf = (methods: readonly number[]) => sql.join(methods.map((metode) => sql.lit(metode)))

/**
 * Returns, by outlet, the first day on which payments came in at the counter after the latest
 * closing, and the cash received since. Omits outlets without such payments or without a closing.
 */
const readCashSince = async (db: Db) => {
  const { rows } = await sql<{
    gedung_id: number
    sejak: string
    tunai: number
  }>`select p.gedung_id, min(p.tanggal) as sejak,
      sum(case when p.metode in (${listOf(methodsWith('isCash'))}) then p.jumlah else 0 end) as tunai
    from ${latest} c join billing_payment p on p.gedung_id = c.gedung_id and p.tanggal > c.tanggal
    where p.void_at is null and p.metode in (${listOf(methodsWith('isAtCounter'))})
    group by p.gedung_id`.execute(db)
  return new Map(rows.map((row) => [row.gedung_id, { ...row, tunai: Number(row.tunai) }]))
}
/** Returns, by outlet, the saldo that was refunded in cash since the latest closing. */
const readRefundsSince = async (db: Db) => {
  const { rows } = await sql<{ gedung_id: number; jumlah: number }>`
    select m.gedung_id, sum(m.jumlah) as jumlah
    from ${latest} c join mutasi_saldo m on m.gedung_id = c.gedung_id and m.tanggal > c.tanggal
    where m.jenis = 'pengembalian' and m.metode in (${listOf(methodsWith('isCash'))})
    group by m.gedung_id`.execute(db)
  return new Map(rows.map(({ gedung_id, jumlah }) => [gedung_id, -Number(jumlah)]))
}

/**
 * Returns the cash state of each active outlet in the actor's scope: three queries, however many
 * outlets there are.
 */
export const readTillStates = async ({
  reader: db,
  actor,
}: Ctx): Promise<CallOutput<typeof tillStates>> => {
  const rows = await db
    .selectFrom('gedung')
    .leftJoin(
      sql<{
        id: number
        gedung_id: number
        tanggal: string
        dihitung: number
        selisih: number
        sisa_kas: number
      }>`${latest}`.as('c'),
      'c.gedung_id',
      'gedung.id',
    )
    .select(['gedung.id as gedung_id', 'gedung.nama', 'gedung.zona_waktu'])
    .select(['c.id', 'c.tanggal', 'c.dihitung', 'c.selisih', 'c.sisa_kas'])
    .where('gedung.status', '=', 'aktif')
    .where(outletsInScope(actor) ?? sql<SqlBool>`1 = 1`)
    .orderBy('gedung.nama')
    .execute()
  const [cash, refunds] = [await readCashSince(db), await readRefundsSince(db)]
  return rows.map(({ gedung_id, nama, zona_waktu, id, tanggal, dihitung, selisih, sisa_kas }) => {
    const since = cash.get(gedung_id)
    const isClosed = id !== null && tanggal !== null && dihitung !== null && selisih !== null
    return {
      gedung_id,
      nama,
      hari_ini: currentDay(zona_waktu),
      terakhir: isClosed ? { id, tanggal, dihitung, selisih } : null,
      sejak: since?.sejak ?? null,
      seharusnya:
        sisa_kas === null
          ? null
          : expectedCash({
              kas_awal: sisa_kas,
              tunai: since?.tunai ?? 0,
              pengembalian: refunds.get(gedung_id) ?? 0,
              kas_masuk: 0,
              kas_keluar: 0,
            }),
    }
  })
}
