/**
 * Step 2 of an activation: turns the held slot into a seat and drafts the first bill, in one
 * transaction (domain.md 2.3, 3.11). The preview runs the same code and rolls the transaction back.
 */
import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { Activation, KursusPesertaStatus } from '#contract/enums.ts'
import type { addEnrolment as addEnrolmentCall } from '#contract/sales/activationCalls.ts'
import { missingApprovalOf } from '#contract/schedule/kursusPelatih.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { addDays, formatTanggal, nextWeekday } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { draftFirstBill, type FirstBill } from '#server/modules/billing/bills/firstBill.ts'
import { whyRegistrationUnpaid } from '#server/modules/billing/lines/registration.ts'
import { readEnrolments, tuitionOfMonth } from '#server/modules/billing/lines/tuition.ts'
import { moduleOf } from '#server/modules/registry.ts'
import {
  checkSeen,
  readPerson,
  checkMayActivate,
  storeProgress,
  studentOf,
  type Person,
} from '#server/modules/sales/activation/calon.ts'
import { readEnrolment } from '#server/modules/sales/activation/chosenClass.ts'
import { moveActivation } from '#server/modules/sales/activation/move.ts'
import { ofCalon, note, type SlotRow } from '#server/modules/sales/slots/slotRows.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import { changeEnrolment } from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import { enrolmentInScope, dryRun } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { endWaiting } from '#server/modules/schedule/enrolments/waitingList.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { writerOf } from '#server/resource/writer.ts'
import { readSettings } from '#server/settings.ts'

type Input = Omit<Parameters<Handlers['addEnrolment']>[1], 'total'>
type Answer = CallOutput<typeof addEnrolmentCall>
const classes = writerOf(kursusPelatihModule, moduleOf)
/**
 * Writer of enrolments that does not bill the registration fee, because the first bill of the
 * activation contains it.
 */
const enrolments = writerOf({ ...kursusPesertaModule, after: undefined }, moduleOf)
const { tidakAktif, aktif } = KursusPesertaStatus

/** Enrolment that step 2 has stored, with its class. */
interface Seat {
  id: number
  kelas_id: number
  kelas_baru_id: number | null
  peserta_id: number
  akun_billing_id: number
  gedung_id: number
  mulai: string
  hari: number
}

/**
 * Returns the class of a slot. If the slot is a time without a class, creates a class at this time.
 */
const classOf = async (trx: Trx, ctx: Ctx, slot: SlotRow, input: Input) => {
  if (slot.kursus_pelatih_id !== null) return { kelas_id: slot.kursus_pelatih_id, isNew: false }
  const { kursus_id, gedung_id, pelatih_id, ruang_id, hari, jam_mulai } = slot
  const place = { kursus_id, gedung_id, pelatih_id, ruang_id, hari, jam_mulai }
  const { konfirmasi, alasan_bentrok } = input
  const mulai = input.mulai ?? slot.mulai
  const body = { ...place, mulai, status: 'aktif', konfirmasi, alasan_bentrok }
  return { kelas_id: (await classes.create(trx, ctx, body)).id, isNew: true }
}
/** Whether the coach still has to agree to the time of a class, or has rejected it. */
const isUnanswered = async (trx: Trx, kelas_id: number): Promise<boolean> => {
  const kelas = await trx
    .selectFrom('kursus_pelatih')
    .select(['tanya_dulu', 'tanya_dulu_disetujui_at', 'tanya_dulu_ditolak_at'])
    .where('id', '=', kelas_id)
    .executeTakeFirstOrThrow()
  return missingApprovalOf(kelas) !== undefined
}

/**
 * Turns the held slot into an enrolment of the student. The enrolment is active, or waits for the
 * coach's agreement. Throws 409 when the seat or the new class conflicts with another class, lesson
 * or held slot.
 */
const takeSeat = async (
  trx: Trx,
  ctx: Ctx,
  { person, peserta_id, slot }: { person: Person; peserta_id: number; slot: SlotRow },
  input: Input,
): Promise<{ seat: Seat; waits: boolean }> => {
  await trx.deleteFrom('slot_ditahan').where('id', '=', slot.id).execute()
  const { kelas_id, isNew } = await classOf(trx, ctx, slot, input)
  const waits = await isUnanswered(trx, kelas_id)
  const mulai = input.mulai ?? slot.mulai
  const { konfirmasi, alasan_bentrok } = input
  const place = { peserta_id, kursus_pelatih_id: kelas_id, mulai }
  const body = { ...place, status: waits ? tidakAktif : aktif, konfirmasi, alasan_bentrok }
  const fixed = { lead_id: person.lead_id, tunggu_at: waits ? now() : null }
  const { id } = await enrolments.create(trx, ctx, body, { fixed })
  await endWaiting(trx, ctx, place)
  const { akun_billing_id, gedung_id } = await enrolmentInScope(trx, ctx, id)
  const kelas_baru_id = isNew ? kelas_id : null
  const { hari } = slot
  return {
    seat: { id, kelas_id, kelas_baru_id, peserta_id, akun_billing_id, gedung_id, mulai, hari },
    waits,
  }
}

const setStatus = (trx: Trx, id: number, status: typeof aktif | typeof tidakAktif) =>
  trx.updateTable('kursus_peserta').set({ status }).where('id', '=', id).execute()
/**
 * Drafts the first bill of an enrolment. A waiting enrolment becomes active while its bill is
 * drafted, so that it is billed like an active enrolment.
 */
const billOf = async (
  trx: Trx,
  ctx: Ctx,
  { seat, waits }: { seat: Seat; waits: boolean },
  kode: string | null,
): Promise<FirstBill> => {
  if (waits) await setStatus(trx, seat.id, aktif)
  const bill = await draftFirstBill(trx, ctx, seat, kode?.trim() || null)
  if (waits) await setStatus(trx, seat.id, tidakAktif)
  return bill
}
/** Makes an active enrolment wait until its registration is paid. The seat stays reserved. */
const setWaiting = async (trx: Trx, ctx: Ctx, id: number, alasan: string): Promise<void> => {
  const before = await enrolmentInScope(trx, ctx, id)
  const why = { alasan_status: alasan, tunggu_at: now() }
  await changeEnrolment(trx, ctx, before, { status: tidakAktif, ...why })
  const after = await enrolmentInScope(trx, ctx, id)
  const change = { aksi: 'update', entitas: 'kursus-peserta', alasan }
  await auditChange(trx, ctx, { ...change, before: { ...before }, after: { ...after } })
}

interface Taken {
  seat: Seat
  menunggu: string | null
  tagihan: FirstBill
}
/**
 * Reads the student and the held slot for step 2. Throws 409 if step 1 is missing or no slot is
 * held. Throws 422 if the chosen start date is before the first day of the slot.
 */
const readStep = async (trx: Trx, person: Person, input: Input) => {
  checkMayActivate(person)
  const peserta_id = studentOf(person)
  const slot = await ofCalon(trx, person)
  if (!slot) throw conflict('Pilih jadwalnya dahulu')
  if (input.mulai !== null && input.mulai < slot.mulai)
    throw invalidField('mulai', `Jam dipesan mulai ${formatTanggal(slot.mulai)}`)
  return { person, peserta_id, slot }
}
const finish = async (
  trx: Trx,
  ctx: Ctx,
  { seat, waits }: { seat: Seat; waits: boolean },
  kode: string | null,
): Promise<Taken> => {
  const tagihan = await billOf(trx, ctx, { seat, waits }, kode)
  const unpaid = await whyRegistrationUnpaid(trx, seat.id)
  if (unpaid !== null && !waits) await setWaiting(trx, ctx, seat.id, unpaid)
  return { seat, menunggu: waits ? 'Menunggu persetujuan guru' : unpaid, tagihan }
}

const chosenAnswer = async (trx: Trx, person: Person): Promise<Answer | undefined> => {
  const chosen = person.activation === Activation.pilihKursus && (await readEnrolment(trx, person))
  if (!chosen) return undefined
  const { id, kelas, status, menunggu, tagihan } = chosen
  const none = { periode: chosen.mulai.slice(0, 7), nama_tagihan: null, jatuh_tempo: null }
  const bill = tagihan === null ? null : tagihan
  return {
    id,
    kursus_pelatih_id: kelas.id,
    status,
    menunggu,
    sudah: true,
    tagihan: {
      ...none,
      billing_id: bill?.id ?? null,
      baris: [],
      total: bill?.total ?? 0,
      total_tagihan: bill?.total ?? 0,
      halangan: null,
    },
  }
}

export const addEnrolment: Handlers['addEnrolment'] = async (ctx, { total, ...input }, query) => {
  const calon = await checkSeen(ctx, query)
  return transaction(ctx.db, async (trx): Promise<Answer> => {
    const person = await readPerson(trx, calon)
    const there = await chosenAnswer(trx, person)
    if (there) return there
    const step = await readStep(trx, person, input)
    const { seat, menunggu, tagihan } = await finish(
      trx,
      ctx,
      await takeSeat(trx, ctx, step, input),
      input.kode_promo,
    )
    if (total !== null && total !== tagihan.total_tagihan)
      throw conflict(
        `Tagihan pertama berubah dari ${formatRupiah(total)} menjadi ${formatRupiah(tagihan.total_tagihan)}: periksa lagi`,
      )
    await note(trx, ctx, step.slot, { aksi: 'lepas-slot', isi: 'Slot dipakai' })
    const { nama } = await trx
      .selectFrom('kursus_pelatih')
      .select('nama')
      .where('id', '=', seat.kelas_id)
      .executeTakeFirstOrThrow()
    if (!person.addsCourse)
      await moveActivation(trx, ctx, person, step.peserta_id, {
        aksi: 'tambah-kursus-peserta',
        activation: Activation.pilihKursus,
        isi: `Memilih ${titled('kelas', nama)}, mulai ${formatTanggal(seat.mulai)}`,
      })
    // For a student who adds a course, does not overwrite `kelas_baru_id`. This column refers to
    // the class that the student's own activation created. Undoing that activation deletes this
    // class.
    const { kelas_baru_id } = seat
    const newClass = person.addsCourse ? {} : { kelas_baru_id }
    await storeProgress(trx, ctx, calon, { langkah: null, isian: null, ...newClass })
    return {
      id: seat.id,
      kursus_pelatih_id: seat.kelas_id,
      status: menunggu === null ? aktif : tidakAktif,
      menunggu,
      sudah: false,
      tagihan,
    }
  })
}

/** Number of later start days, a week apart, for which the first bill is computed. */
const laterDays = 4
/**
 * Returns the first bill for each of the later start days. Drafts each bill after a savepoint, and
 * then rolls back to the savepoint.
 */
const priceLater = async (
  trx: Trx,
  ctx: Ctx,
  takenSeat: { seat: Seat; waits: boolean },
  kode: string | null,
) => {
  const { seat } = takenSeat
  const first = nextWeekday(seat.mulai, seat.hari)
  const prices: { mulai: string; periode: string; total: number; total_tagihan: number }[] = []
  for (let n = 1; n <= laterDays; n++) {
    const mulai = addDays(first, 7 * n)
    await sql`savepoint mulai_lain`.execute(trx)
    await trx.updateTable('kursus_peserta').set({ mulai }).where('id', '=', seat.id).execute()
    const later = { seat: { ...seat, mulai }, waits: takenSeat.waits }
    const { periode, total, total_tagihan } = await billOf(trx, ctx, later, kode)
    await sql`rollback to savepoint mulai_lain`.execute(trx)
    await sql`release savepoint mulai_lain`.execute(trx)
    prices.push({ mulai, periode, total, total_tagihan })
  }
  return prices
}
/**
 * Returns the tuition for a full month in rupiah, at the price for the month in which the enrolment
 * begins.
 */
const priceOf = async (trx: Trx, { id, mulai }: Seat): Promise<number> => {
  const settings = await readSettings(trx)
  const tuitionOf = await tuitionOfMonth(trx, settings, mulai.slice(0, 7))
  const row = (await readEnrolments(trx, [id])).get(id)
  return row ? tuitionOf(row).harga_satuan : 0
}

export const previewEnrolment: Handlers['previewEnrolment'] = async (ctx, input, query) => {
  const calon = await checkSeen(ctx, query)
  return dryRun(ctx, async (trx) => {
    const person = await readPerson(trx, calon)
    if (person.activation === Activation.pilihKursus) throw conflict('Kursusnya sudah dipilih')
    const takenSeat = await takeSeat(trx, ctx, await readStep(trx, person, input), input)
    const mulai_lain = await priceLater(trx, ctx, takenSeat, input.kode_promo)
    const harga_bulanan = await priceOf(trx, takenSeat.seat)
    const { menunggu, tagihan } = await finish(trx, ctx, takenSeat, input.kode_promo)
    return { harga_bulanan, menunggu, tagihan: { ...tagihan, billing_id: null }, mulai_lain }
  })
}
