import { transaction } from '#server/db/transaction.ts'
import { notFound } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { findBookable, whyNoBooking } from '#server/modules/schedule/makeUps/bookable.ts'
import { readOwed } from '#server/modules/schedule/makeUps/hostLessons.ts'
import { kreditPenggantiModule } from '#server/modules/schedule/makeUps/kreditPengganti.ts'
import { readSettings } from '#server/settings.ts'

export const makeUpCalls: Pick<Handlers, 'bookableLessons'> = {
  bookableLessons: (ctx, _, { id, semua_level }) =>
    transaction(ctx.db, async (trx) => {
      const credit = await trx
        .selectFrom('kredit_pengganti')
        .select(['peserta_id', 'kursus_id', 'gedung_id', 'berlaku_sampai'])
        .where('id', '=', id)
        .where(scopeOf(ctx, kreditPenggantiModule))
        .executeTakeFirst()
      if (!credit) throw notFound('Kelas Pengganti')
      const owed = await readOwed(trx, credit)
      const settings = await readSettings(trx)
      const terhalang = (await whyNoBooking(trx, owed, settings)) ?? null
      const search = { credit, owed, settings, every: semua_level === '1' }
      const hosts = terhalang === null ? await findBookable(trx, ctx.actor, search) : []
      return {
        terhalang,
        pertemuan: hosts.map((host) => ({
          id: host.id,
          tanggal: host.tanggal,
          jam_mulai: host.jam_mulai,
          jam_selesai: host.jam_selesai,
          zona_waktu: host.zona_waktu,
          kursus: host.kursus,
          pelatih: host.pelatih,
          ruang: host.ruang,
          gedung: host.gedung,
          sisa: host.sisa,
          lintas_level: host.lintas_level,
        })),
      }
    }),
}
