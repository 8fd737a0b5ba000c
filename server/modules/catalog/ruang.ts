import { sql } from 'kysely'
import { ruang } from '#contract/catalog/ruang.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { renameKelas } from '#server/modules/schedule/kelas.ts'
import { kelasText } from '#server/modules/schedule/kelasText.ts'
import { refuseLeft } from '#server/modules/schedule/lessonsLeft.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module } from '#server/resource/module.ts'

export const ruangModule = module(ruang, {
  scope: (actor) =>
    byRole(actor, { 2: sql`ruang.gedung_id in (${outlets(actor)})`, 3: 'all', 4: 'all' }),
  note: sql`(select gedung.nama from gedung where gedung.id = ruang.gedung_id)`,
  before: async ({ trx, ctx, input, current }) => {
    if (!current) return
    const used =
      input.gedung_id === current.gedung_id
        ? undefined
        : await trx
            .selectFrom('kursus_pelatih')
            .select('nama')
            .where('ruang_id', '=', current.id)
            .limit(1)
            .executeTakeFirst()
    if (used) throw invalidField('gedung_id', `Tidak dapat diubah: dipakai kelas ${used.nama}`)
    const large =
      input.kapasitas < current.kapasitas
        ? await kelasText(
            trx,
            ctx.actor,
            sql`ruang_id = ${current.id} and status = 'aktif' and kapasitas > ${input.kapasitas}`,
          )
        : undefined
    if (large) throw invalidField('kapasitas', `Lebih kecil dari kapasitas kelas: ${large}`)
    const active =
      current.status === 'aktif' && input.status !== 'aktif'
        ? await kelasText(trx, ctx.actor, sql`ruang_id = ${current.id} and status = 'aktif'`)
        : undefined
    if (active) throw conflict(`Ruang masih punya kelas aktif: ${active}`)
    if (current.status === 'aktif' && input.status !== 'aktif')
      await refuseLeft(trx, ctx.actor, {
        which: sql`pertemuan.ruang_id = ${current.id}`,
        jenis: 'ruang',
        field: 'status',
        text: 'Masih dipakai',
      })
  },
  // Classes are found by their room's name.
  after: async ({ trx, ctx, input, current, id }) => {
    if (current && input.nama !== current.nama) await renameKelas(trx, ctx.actor, 'ruang_id', id)
  },
})
