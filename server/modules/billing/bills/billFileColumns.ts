import { sql } from 'kysely'
import { currentDay } from '#contract/values/tanggal.ts'
import { foundSaid, joinedTexts } from '#server/export/cellExpressions.ts'
import { open, overdue } from '#server/modules/billing/bills/scope.ts'
import type { FileColumn, FileFor } from '#server/resource/module.ts'

/**
 * Returns the additional columns of exported files of bills: students, phone of the payer, days
 * overdue, and the time of the last message. Staff use such a file to phone families. The days
 * overdue are empty unless the bill is overdue.
 */
export const billFileColumns = ({ engine }: FileFor): FileColumn[] => {
  const today = currentDay()
  const days =
    engine === 'sqlite'
      ? sql`cast(julianday(${today}) - julianday(billing.jatuh_tempo) as integer)`
      : sql`(cast(${today} as date) - cast(billing.jatuh_tempo as date))`
  return [
    {
      name: 'peserta',
      label: 'Peserta',
      always: true,
      said: foundSaid(
        joinedTexts(
          engine,
          sql`select u.name as teks from "user" u where u.id in (select i.peserta_id from billing_item i where i.billing_id = billing.id) order by u.name_kunci, u.id`,
        ),
      ),
    },
    {
      name: 'phone',
      label: 'Telepon Pembayar',
      always: true,
      said: foundSaid(sql`(select u.phone from "user" u where u.id = billing.akun_billing_id)`),
    },
    {
      name: 'hari_lewat',
      label: 'Hari Lewat',
      kind: 'angka',
      always: true,
      said: {
        as: 'angka',
        value: sql`case when ${open} and ${overdue()} then ${days} end`,
        kind: 'angka',
        nullable: true,
      },
    },
    {
      name: 'pesan_terakhir',
      label: 'Pesan Terakhir (WIB)',
      kind: 'saat',
      said: {
        as: 'angka',
        value: sql`(select max(p.dibuat) from pesan_keluar p where p.billing_id = billing.id and p.status <> 'gagal')`,
        kind: 'saat',
        nullable: true,
      },
    },
  ]
}
