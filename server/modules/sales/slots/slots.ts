/** Calls that hold slots for leads and applicants, and release them (domain.md 2.3). */
import { heldUntil, isHeld, whyNotProlonged } from '#contract/sales/rules/slotHold.ts'
import { formatWaktu } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { isStudent } from '#server/modules/access/user/kinds.ts'
import {
  checkRegistrationOpen,
  checkHolder,
} from '#server/modules/access/user/lifecycle/applicant.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { kursusModule } from '#server/modules/catalog/kursus.ts'
import { ruangModule } from '#server/modules/catalog/ruang.ts'
import { leadModule } from '#server/modules/sales/leads/lead.ts'
import {
  dropHold,
  findStored,
  inWords,
  note,
  ofCalon,
  type Calon,
  type SlotRow,
} from '#server/modules/sales/slots/slotRows.ts'
import { wishOf } from '#server/modules/schedule/classes/classPlace.ts'
import {
  checkPlace,
  kursusPelatihModule,
  readClassParts,
} from '#server/modules/schedule/classes/kursusPelatih.ts'
import { examineClass } from '#server/modules/schedule/conflicts/checkClass.ts'
import { findSeatConflicts } from '#server/modules/schedule/conflicts/checkEnrolment.ts'
import { conflictField, checkConfirmed } from '#server/modules/schedule/conflicts/conflictError.ts'
import { checkCoach, checkRoom } from '#server/modules/schedule/lessons/lessonActions.ts'
import { readSettings } from '#server/settings.ts'

type HoldInput = Parameters<Handlers['holdSlot']>[1]

/**
 * Returns the reference to the lead or applicant of the input. Throws 422 unless the input has
 * exactly one of the two ids. Throws 404 when the lead or applicant is outside the actor's scope.
 */
const calonOf = async (
  ctx: Ctx,
  { lead_id, peserta_id }: { lead_id: number | null; peserta_id: number | null },
): Promise<Calon> => {
  if ((lead_id === null) === (peserta_id === null))
    throw invalidField('lead_id', 'Pilih satu lead atau satu pendaftar')
  if (lead_id !== null) await inScope(ctx, leadModule, lead_id)
  else await inScope(ctx, userModule, peserta_id ?? 0)
  return { lead_id, peserta_id }
}
/**
 * Throws 409 for a lead that is won or lost, for an applicant whose registration is closed, and for
 * an applicant whom no sales person has taken. Throws 422 for a user who is no student.
 */
const checkUndecided = async (trx: Trx, ctx: Ctx, { lead_id, peserta_id }: Calon) => {
  if (lead_id !== null) {
    const { tahap } = await trx
      .selectFrom('lead')
      .select('tahap')
      .where('id', '=', lead_id)
      .executeTakeFirstOrThrow()
    if (tahap === 'menang' || tahap === 'kalah') throw conflict('Lead ini sudah selesai')
    return
  }
  const student = await trx
    .selectFrom('user')
    .select(['id', 'sumber', 'status', 'sales_id', 'ditutup_at'])
    .where('id', '=', peserta_id)
    .where(isStudent(ctx.actor))
    .executeTakeFirst()
  if (!student) throw invalidField('peserta_id', 'Bukan peserta')
  checkRegistrationOpen(student)
  checkHolder(ctx.actor, student)
}
type Place = Pick<
  SlotRow,
  | 'kursus_id'
  | 'gedung_id'
  | 'kursus_pelatih_id'
  | 'pelatih_id'
  | 'ruang_id'
  | 'hari'
  | 'jam_mulai'
  | 'jam_selesai'
  | 'mulai'
>
/** Request to hold a slot, with its context. */
interface SlotRequest {
  trx: Trx
  ctx: Ctx
  input: HoldInput
  /** Id of the slot already held for the lead or applicant. This slot causes no conflict. */
  own: number | undefined
  peserta_id: number | null
}
const confirmationOf = ({ konfirmasi, alasan_bentrok }: HoldInput) => ({
  konfirmasi,
  alasan: alasan_bentrok,
})

/**
 * Returns course, coach, room and time of a seat in an existing class. Throws 409 for a conflict
 * that the user has not confirmed.
 */
const seatIn = async (
  { trx, ctx, input, own, peserta_id }: SlotRequest,
  kelas_id: number,
): Promise<Place> => {
  const { mulai } = input
  const joining = { id: undefined, peserta_id: peserta_id ?? 0, kelas_id, mulai, selesai: null }
  const conflicts = await findSeatConflicts(trx, ctx, { ...joining, isNew: true, ditahan: own })
  checkConfirmed(conflicts, confirmationOf(input), {
    fieldOf: () => 'kursus_pelatih_id',
    reasonField: 'alasan_bentrok',
  })
  const kelas = await trx
    .selectFrom('kursus_pelatih')
    .select(['kursus_id', 'gedung_id', 'pelatih_id', 'ruang_id'])
    .select(['hari', 'jam_mulai', 'jam_selesai', 'status'])
    .where('id', '=', kelas_id)
    .executeTakeFirstOrThrow()
  const { status, ...place } = kelas
  if (status !== 'aktif') throw invalidField('kursus_pelatih_id', 'Kelas tidak aktif')
  return { ...place, kursus_pelatih_id: kelas_id, mulai }
}

const required = <T>(value: T | null, field: string): T => {
  if (value === null) throw invalidField(field, 'Wajib diisi')
  return value
}
const holdColumnsOf = (input: HoldInput) => ({
  kursus_id: required(input.kursus_id, 'kursus_id'),
  gedung_id: required(input.gedung_id, 'gedung_id'),
  pelatih_id: required(input.pelatih_id, 'pelatih_id'),
  ruang_id: required(input.ruang_id, 'ruang_id'),
  hari: required(input.hari, 'hari'),
  jam_mulai: required(input.jam_mulai, 'jam_mulai'),
  mulai: input.mulai,
  selesai: null,
})
/**
 * Returns course, coach, room and time for a class that does not exist yet. Throws 409 for a
 * conflict that the user has not confirmed, and 422 for an invalid combination.
 */
const hourOf = async ({ trx, ctx, input, own }: SlotRequest): Promise<Place> => {
  const place = holdColumnsOf(input)
  await checkCoach(trx, ctx.actor, place.pelatih_id)
  await checkRoom(trx, place.ruang_id, place.gedung_id)
  const makings = await readClassParts(trx, place)
  const { jam_selesai } = checkPlace(place, makings)
  const wish = wishOf(place, makings.outlet, { id: null, nama: '', jam_selesai })
  const heldWish = own === undefined ? wish : { ...wish, ditahan: own }
  checkConfirmed(await examineClass(trx, ctx, heldWish, {}), confirmationOf(input), {
    fieldOf: conflictField,
    reasonField: 'alasan_bentrok',
  })
  const { selesai: _selesai, ...slot } = place
  return { ...slot, jam_selesai, kursus_pelatih_id: null }
}

const placeKeys = ['kursus_id', 'kursus_pelatih_id', 'pelatih_id', 'ruang_id'] as const
const timeKeys = ['hari', 'jam_mulai', 'mulai'] as const
const isSame = (a: Place, b: Place): boolean =>
  [...placeKeys, ...timeKeys].every((key) => a[key] === b[key])

const keep = async (trx: Trx, ctx: Ctx, calon: Calon, place: Place): Promise<SlotRow> => {
  const { tahan_slot_jam } = await readSettings(trx)
  const time = now()
  const stamp = { created_at: time, created_by: ctx.actor.id, updated_at: time }
  const { id } = await trx
    .insertInto('slot_ditahan')
    .values({
      ...calon,
      ...place,
      ...stamp,
      updated_by: ctx.actor.id,
      sampai_at: heldUntil(time, tahan_slot_jam),
      diperpanjang_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await findStored(trx, id)
  const isi = `Jam dipesan sampai ${formatWaktu(row.sampai_at, row.zona_waktu)}`
  await note(trx, ctx, row, { aksi: 'tahan-slot', isi })
  return row
}

/** Reads a slot whose lead or applicant is in the actor's scope. Throws 404 for all other slots. */
const findHold = async (trx: Trx, ctx: Ctx, id: number): Promise<SlotRow> => {
  const row = await findStored(trx, id)
  const visibleRow =
    row.lead_id === null
      ? await trx
          .selectFrom('user')
          .select('id')
          .where('id', '=', row.peserta_id)
          .where(scopeOf(ctx, userModule))
          .executeTakeFirst()
      : await trx
          .selectFrom('lead')
          .select('id')
          .where('id', '=', row.lead_id)
          .where(scopeOf(ctx, leadModule))
          .executeTakeFirst()
  if (!visibleRow) throw notFound('Slot')
  return row
}
/** Throws 404 for coaches, rooms, classes, courses and outlets outside the actor's scope. */
const checkSlotScope = async (ctx: Ctx, input: HoldInput): Promise<void> => {
  if (input.kursus_pelatih_id !== null)
    await inScope(ctx, kursusPelatihModule, input.kursus_pelatih_id)
  if (input.kursus_id !== null) await inScope(ctx, kursusModule, input.kursus_id)
  if (input.gedung_id !== null) await inScope(ctx, gedungModule, input.gedung_id)
  if (input.pelatih_id !== null) await inScope(ctx, userModule, input.pelatih_id)
  if (input.ruang_id !== null) await inScope(ctx, ruangModule, input.ruang_id)
}

export const slotCalls: Pick<Handlers, 'heldSlot' | 'holdSlot' | 'prolongSlot' | 'releaseSlot'> = {
  heldSlot: async (ctx, _, query) => {
    const ids = { lead_id: query.lead_id ?? null, peserta_id: query.peserta_id ?? null }
    const calon = await calonOf(ctx, {
      lead_id: ids.lead_id === null ? null : Number(ids.lead_id),
      peserta_id: ids.peserta_id === null ? null : Number(ids.peserta_id),
    })
    return transaction(ctx.db, async (trx) => {
      const row = await ofCalon(trx, calon)
      return { slot: row ? inWords(row) : null }
    })
  },
  holdSlot: async (ctx, input) => {
    const calon = await calonOf(ctx, input)
    await checkSlotScope(ctx, input)
    return transaction(ctx.db, async (trx) => {
      await checkUndecided(trx, ctx, calon)
      const before = await ofCalon(trx, calon)
      const asking = { trx, ctx, input, own: before?.id, peserta_id: calon.peserta_id }
      const place =
        input.kursus_pelatih_id === null
          ? await hourOf(asking)
          : await seatIn(asking, input.kursus_pelatih_id)
      if (before && isSame(before, place) && isHeld(before, now())) return { slot: inWords(before) }
      if (before) await dropHold(trx, ctx, before, { isi: 'Slot dilepas untuk slot lain' })
      return { slot: inWords(await keep(trx, ctx, calon, place)) }
    })
  },
  prolongSlot: (ctx, { id, versi }) =>
    transaction(ctx.db, async (trx) => {
      const row = await findHold(trx, ctx, id)
      const why = whyNotProlonged(row, now())
      if (why) throw conflict(why)
      if (row.versi !== versi) throw conflict('Slot ini baru saja diubah orang lain')
      const { tahan_slot_jam } = await readSettings(trx)
      const time = now()
      const sampai_at = heldUntil(time, tahan_slot_jam)
      const change = { sampai_at, diperpanjang_at: time, versi: row.versi + 1 }
      await trx
        .updateTable('slot_ditahan')
        .set({ ...change, updated_at: time, updated_by: ctx.actor.id })
        .where('id', '=', id)
        .execute()
      const after = { ...row, ...change }
      const isi = `Jam dipesan lebih lama, sampai ${formatWaktu(sampai_at, row.zona_waktu)}`
      await note(trx, ctx, after, { aksi: 'perpanjang-slot', isi })
      return { slot: inWords(after) }
    }),
  releaseSlot: (ctx, { id, alasan }) =>
    transaction(ctx.db, async (trx) => {
      const row = await findHold(trx, ctx, id)
      await dropHold(trx, ctx, row, { isi: 'Slot dilepas', alasan })
      return { id }
    }),
}
