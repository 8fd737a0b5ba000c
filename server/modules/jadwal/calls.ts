/** A coach's week: when they may teach, and the classes that are in it. Read and saved as one grid under one version. */
import { sql } from 'kysely'
import type { CallOutput, jadwalPelatih } from '#contract/calls.ts'
import { Hari } from '#contract/enums.ts'
import {
  akhirSlot,
  isiSlot,
  jamSlot,
  mingguKosong,
  ringkasHari,
  slotDari,
  slotKelas,
} from '#contract/rules/jadwal.ts'
import { formatJam, hariIni } from '#contract/rules/tanggal.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { auditEvent, rowExists } from '#server/http/rows.ts'
import { kursusPelatihModule } from '#server/modules/kelas.ts'
import { kindOf } from '#server/modules/user/kinds.ts'
import { userModule } from '#server/modules/user/user.ts'

type Jadwal = CallOutput<typeof jadwalPelatih>
/** What a class outside the reader's scope tells: that the coach is taken. */
const samar = { id: null, nama: 'Kelas di outlet lain', kursus: null, gedung: null, ruang: null }

/** The coach in the actor's scope. Throws 404. */
const coachOf = async (db: Db | Trx, ctx: Ctx, id: number) => {
  const coach = (await rowExists(db, userModule, ctx.actor, id))
    ? await db
        .selectFrom('user')
        .select(['id', 'name', 'gedung_id'])
        .where('id', '=', id)
        .where(kindOf('pelatih', ctx.actor))
        .executeTakeFirst()
    : undefined
  return coach ?? Promise.reject(notFound('Guru'))
}
const weekOf = async (db: Db | Trx, id: number): Promise<string> => {
  const rows = await db
    .selectFrom('jadwal_kosong_pelatih')
    .select(['hari', 'jam', 'status'])
    .where('pelatih_id', '=', id)
    .execute()
  return isiSlot(mingguKosong, rows)
}

/** Active classes that have not ended, by day and time. */
const classesOf = async (db: Db | Trx, ctx: Ctx, id: number): Promise<Jadwal['kelas']> => {
  const rows = await db
    .selectFrom('kursus_pelatih')
    .innerJoin('kursus', 'kursus.id', 'kursus_pelatih.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'kursus_pelatih.ruang_id')
    .select([
      'kursus_pelatih.id',
      'kursus_pelatih.nama',
      'kursus.nama as kursus',
      'gedung.nama as gedung',
      'ruang.nama as ruang',
      'hari',
      'jam_mulai',
      'jam_selesai',
      'mulai',
      'selesai',
    ])
    .select(
      sql<number>`case when ${scopeOf(ctx, kursusPelatihModule)} then 1 else 0 end`.as('tampak'),
    )
    .where('pelatih_id', '=', id)
    .where('kursus_pelatih.status', '=', 'aktif')
    .where((eb) => eb.or([eb('selesai', 'is', null), eb('selesai', '>=', hariIni())]))
    .orderBy('hari')
    .orderBy('jam_mulai')
    .orderBy('kursus_pelatih.id')
    .execute()
  return rows.map(({ tampak, ...row }) => (tampak === 1 ? row : { ...row, ...samar }))
}
const readGrid = async (db: Db | Trx, ctx: Ctx, id: number): Promise<Jadwal> => {
  const { name } = await coachOf(db, ctx, id)
  const head = await db
    .selectFrom('jadwal_kosong_versi')
    .leftJoin('user', 'user.id', 'jadwal_kosong_versi.updated_by')
    .select([
      'jadwal_kosong_versi.versi',
      'jadwal_kosong_versi.updated_at',
      'user.name as diubah_oleh',
    ])
    .where('pelatih_id', '=', id)
    .executeTakeFirst()
  return {
    pelatih: { id, name },
    versi: head?.versi ?? 0,
    updated_at: head?.updated_at ?? null,
    diubah_oleh: head?.diubah_oleh ?? null,
    slot: slotDari(await weekOf(db, id)),
    kelas: await classesOf(db, ctx, id),
  }
}

export const jadwalCalls: Pick<Handlers, 'jadwalPelatih' | 'ubahJadwalPelatih'> = {
  jadwalPelatih: (ctx, _, { id }) => readGrid(ctx.db, ctx, id),
  ubahJadwalPelatih: (ctx, { versi, slot }, { id }) =>
    transaction(ctx.db, async (trx) => {
      const coach = await coachOf(trx, ctx, id)
      const head = await trx
        .selectFrom('jadwal_kosong_versi')
        .select('versi')
        .where('pelatih_id', '=', id)
        .executeTakeFirst()
      if ((head?.versi ?? 0) !== versi) {
        const current = await readGrid(trx, ctx, id)
        throw conflict(
          `Jadwal diubah oleh ${current.diubah_oleh ?? 'sistem'} sejak Anda membukanya`,
          { current },
        )
      }
      if (new Set(slot.map((s) => `${s.hari} ${s.jam}`)).size < slot.length)
        throw invalidField('slot', 'Satu slot hanya boleh disebut sekali')
      const closed = new Set(slot.filter((s) => s.status === 3).map((s) => `${s.hari} ${s.jam}`))
      for (const kelas of await classesOf(trx, ctx, id)) {
        const jam = slotKelas(kelas)
          .map((ke) => jamSlot[ke] ?? '')
          .find((mulai) => closed.has(`${kelas.hari} ${mulai}`))
        if (!jam) continue
        const message = `${Hari.label(kelas.hari)} ${formatJam(jam)}–${formatJam(akhirSlot(jam))} dipakai kelas ${kelas.nama}`
        throw conflict(message, { errors: [{ field: 'slot', message }] })
      }
      const before = await weekOf(trx, id)
      const after = isiSlot(before, slot)
      const changed = slotDari(after, before)
      if (changed.length === 0) return readGrid(trx, ctx, id)
      await trx
        .deleteFrom('jadwal_kosong_pelatih')
        .where('pelatih_id', '=', id)
        .where((eb) =>
          eb.or(changed.map((s) => eb.and([eb('hari', '=', s.hari), eb('jam', '=', s.jam)]))),
        )
        .execute()
      const open = changed.filter((s) => s.status !== 3)
      if (open.length > 0)
        await trx
          .insertInto('jadwal_kosong_pelatih')
          .values(open.map((s) => ({ pelatih_id: id, ...s })))
          .execute()
      const stamp = { versi: versi + 1, updated_at: now(), updated_by: ctx.actor.id }
      await trx
        .insertInto('jadwal_kosong_versi')
        .values({ pelatih_id: id, ...stamp })
        .onConflict((c) => c.column('pelatih_id').doUpdateSet(stamp))
        .execute()
      // In words by day, as the history shows it: 175 single slots would tell nobody what changed.
      const days = [...new Set(changed.map((s) => s.hari))]
      const words = (week: string) =>
        JSON.stringify(
          Object.fromEntries(days.map((hari) => [Hari.label(hari), ringkasHari(week, hari)])),
        )
      await auditEvent(trx, ctx, {
        aksi: 'ubah-jadwal-pelatih',
        entitas: 'user',
        entitas_id: id,
        sebelum: words(before),
        sesudah: words(after),
        gedung_id: coach.gedung_id,
      })
      return readGrid(trx, ctx, id)
    }),
}
