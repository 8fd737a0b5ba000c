import { kursus, kursusHarga } from '#contract/resources/kursus.ts'
import { jenisBilling } from '#contract/resources/jenisBilling.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { module } from '#server/http/module.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { sql } from 'kysely'

export const kursusModule = module(kursus, {
  before: async ({ trx, input, current }) => {
    if (!current || input.tipe === current.tipe) return
    const used = await trx.selectFrom('kursus_pelatih').select('nama').where('kursus_id', '=', current.id).limit(1).executeTakeFirst()
    if (used) throw invalidField('tipe', `Tidak dapat diubah: dipakai kelas ${used.nama}`)
  },
})

export const kursusHargaModule = module(kursusHarga, {
  before: async ({ trx, input, current }) => {
    const same = await trx.selectFrom('kursus_harga').select('id').where('kursus_id', '=', input.kursus_id).where('berlaku_mulai', '=', input.berlaku_mulai)
      .where('gedung_id', input.gedung_id === null ? 'is' : '=', input.gedung_id).executeTakeFirst()
    if (same && same.id !== current?.id) throw conflict('Sudah ada harga untuk outlet dan tanggal itu', { errors: [{ field: 'berlaku_mulai', message: 'Sudah ada harga untuk outlet dan tanggal itu' }] })
  },
  scope: (actor) => byRole(actor, { 2: sql`(kursus_harga.gedung_id is null or kursus_harga.gedung_id in (${outlets(actor)}))` }),
})

export const jenisBillingModule = module(jenisBilling, {
  before: async ({ trx, input, current }) => {
    if (!current || input.sifat === current.sifat) return
    const used = await trx.selectFrom('billing_item').select('id').where('jenis_billing_id', '=', current.id).limit(1).executeTakeFirst()
    if (used) throw invalidField('sifat', 'Tidak dapat diubah: sudah dipakai di tagihan')
  },
  beforeDelete: async ({ trx, row }) => {
    const stored = await trx.selectFrom('setting').select('value').where('key', '=', 'jenis_billing_id').executeTakeFirst()
    if (stored && JSON.parse(stored.value) === row.id) throw conflict('Jenis billing ini dipakai untuk generate tagihan bulanan (lihat Setting)')
  },
})
