/** A class must not be put where a dated lesson is: an extra one, or one that was moved there. */
import { sql } from 'kysely'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { conflictField, refusal } from '#server/modules/schedule/clash.ts'
import { isVisible, pertemuanScope } from '#server/modules/scope.ts'

interface Doubled {
  id: number
  nama: string | null
  jenis: string
  tanggal: string
  jam_mulai: string
  jam_selesai: string
  guru: number
  tampak: number
}
/** Refuses a class whose lessons to come meet others of their coach or room (409). */
export const refuseDoubled = async (trx: Trx, actor: Actor, kelas: number): Promise<void> => {
  const { rows } = await sql<Doubled>`
    select pertemuan.id, k.nama, pertemuan.jenis, pertemuan.tanggal, pertemuan.jam_mulai, pertemuan.jam_selesai,
      case when pertemuan.pelatih_id = p.pelatih_id then 1 else 0 end as guru, ${isVisible(pertemuanScope(actor))}
    from pertemuan p join pertemuan on pertemuan.tanggal = p.tanggal and pertemuan.id <> p.id
      and (pertemuan.pelatih_id = p.pelatih_id or pertemuan.ruang_id = p.ruang_id)
      left join kursus_pelatih k on k.id = pertemuan.kursus_pelatih_id
    where p.kursus_pelatih_id = ${kelas} and p.status = 'terjadwal' and p.mulai_at > ${new Date().toISOString()}
      and pertemuan.status in ('terjadwal', 'selesai') and pertemuan.mulai_at < p.selesai_at and pertemuan.selesai_at > p.mulai_at
    order by pertemuan.mulai_at, pertemuan.id limit 20`.execute(trx)
  if (rows.length === 0) return
  const konflik = rows.map((row): Conflict => {
    const label = row.tampak === 1 ? (row.nama ?? row.jenis) : 'pertemuan di outlet lain'
    const what = row.guru === 1 ? 'Guru sudah mengajar' : 'Ruang sudah dipakai'
    return {
      jenis: row.guru === 1 ? 'pelatih' : 'ruang',
      tingkat: 'keras',
      pesan: `${formatTanggal(row.tanggal)}: ${what} ${label}`,
      dengan: { resource: 'pertemuan', id: row.tampak === 1 ? row.id : null, label },
      mulai: row.jam_mulai,
      selesai: row.jam_selesai,
    }
  })
  throw refusal(konflik, (k) => conflictField(k.jenis))
}
