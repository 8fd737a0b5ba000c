/** Calls that check the input of a form for conflicts, without writing. */
import type { CallOutput } from '#contract/call.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { examinePertemuan } from '#contract/schedule/conflictCalls.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { agreedRegistration } from '#server/modules/billing/lines/registration.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { kursusModule } from '#server/modules/catalog/kursus.ts'
import { ruangModule } from '#server/modules/catalog/ruang.ts'
import { examinePlace, wishOf } from '#server/modules/schedule/classes/classPlace.ts'
import { readChange, type ClassChange } from '#server/modules/schedule/classes/classPlans.ts'
import {
  checkPlace,
  kursusPelatihModule,
  readClassParts,
} from '#server/modules/schedule/classes/kursusPelatih.ts'
import { findSeatConflicts } from '#server/modules/schedule/conflicts/checkEnrolment.ts'
import { examineLesson, newOf } from '#server/modules/schedule/conflicts/checkLesson.ts'
import { enrolmentInScope } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { readKelas } from '#server/modules/schedule/enrolments/seat.ts'
import { whenOf } from '#server/modules/schedule/lessons/lessonActions.ts'
import { pertemuanModule } from '#server/modules/schedule/lessons/pertemuan.ts'

type Input = Parameters<Handlers['examinePertemuan']>[1]

/**
 * Reads the stored values of a lesson and the duration of its course in minutes. Throws 422 for a
 * new lesson without a course.
 */
const readKnown = async (trx: Trx, input: Input) => {
  if (input.id !== undefined) {
    const row = await trx
      .selectFrom('pertemuan')
      .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
      .select(['kursus_pelatih_id', 'kursus_id', 'pelatih_id', 'ruang_id', 'durasi_menit'])
      .select(['tanggal', 'jam_mulai', 'jam_selesai', 'mulai_at', 'selesai_at', 'jenis'])
      .where('pertemuan.id', '=', input.id)
      .executeTakeFirstOrThrow()
    const jenis = row.jenis === 'reguler' ? 'pengganti' : row.jenis
    return { ...row, jenis, before: row }
  }
  if (input.kursus_id === undefined) throw invalidField('kursus_id', 'Wajib diisi')
  const { durasi_menit } = await trx
    .selectFrom('kursus')
    .select('durasi_menit')
    .where('id', '=', input.kursus_id)
    .executeTakeFirstOrThrow(() => invalidField('kursus_id', 'Kursus tidak ditemukan'))
  const jenis = input.kursus_pelatih_id ? 'tambahan' : 'trial'
  const nothing = { jenis, pelatih_id: undefined, ruang_id: undefined, before: undefined }
  return { ...nothing, kursus_pelatih_id: null, kursus_id: input.kursus_id, durasi_menit }
}

/** Throws 404 for a lesson, coach, room or class outside the actor's scope. */
const checkScope = async (ctx: Ctx, input: Input): Promise<void> => {
  if (input.id !== undefined) await inScope(ctx, pertemuanModule, input.id)
  if (input.pelatih_id !== undefined) await inScope(ctx, userModule, input.pelatih_id)
  if (input.ruang_id !== undefined) await inScope(ctx, ruangModule, input.ruang_id)
  if (input.kursus_pelatih_id) await inScope(ctx, kursusPelatihModule, input.kursus_pelatih_id)
}

const examine = async (
  trx: Trx,
  ctx: Ctx,
  input: Input,
): Promise<CallOutput<typeof examinePertemuan>> => {
  const defaults = await readKnown(trx, input)
  const pelatih_id = input.pelatih_id ?? defaults.pelatih_id
  const ruang_id = input.ruang_id ?? defaults.ruang_id
  if (pelatih_id === undefined) throw invalidField('pelatih_id', 'Wajib diisi')
  if (ruang_id === undefined) throw invalidField('ruang_id', 'Wajib diisi')
  const { gedung_id } = await trx
    .selectFrom('ruang')
    .select('gedung_id')
    .where('id', '=', ruang_id)
    .executeTakeFirstOrThrow()
  const { before } = defaults
  // A lesson that keeps its time can get another coach or room even if it has already begun.
  const stays = before?.tanggal === input.tanggal && before.jam_mulai === input.jam_mulai
  const when = stays ? before : await whenOf(trx, { ...input, gedung_id }, defaults.durasi_menit)
  const kelas = input.kursus_pelatih_id ?? defaults.kursus_pelatih_id
  const { jenis } = defaults
  const place = { kelas, jenis, kursus_id: defaults.kursus_id, pelatih_id, ruang_id, gedung_id }
  const wish = { ...when, ...place, id: input.id ?? null }
  return examineLesson(trx, ctx, wish, before && newOf(before, wish))
}

type KelasInput = Parameters<Handlers['examineKelas']>[1]
const examineForm = async (trx: Trx, ctx: Ctx, input: KelasInput) => {
  const current =
    input.id === undefined
      ? undefined
      : await trx
          .selectFrom('kursus_pelatih')
          .select([
            'id',
            'status',
            'kapasitas',
            'kursus_id',
            'pelatih_id',
            'ruang_id',
            'gedung_id',
            'hari',
          ])
          .select(['jam_mulai', 'jam_selesai', 'mulai', 'selesai'])
          .where('id', '=', input.id)
          .executeTakeFirst()
  const makings = await readClassParts(trx, input)
  const { jam_selesai } = checkPlace(input, makings)
  const kursi = input.kapasitas ?? current?.kapasitas ?? 1
  const knownValues = { id: input.id ?? null, nama: '', jam_selesai, kursi }
  const wish = wishOf(input, makings.outlet, knownValues)
  const slotInput = { ...input, jam_selesai, batal_perubahan: false }
  const change: ClassChange = current
    ? await readChange(trx, current, slotInput, makings.outlet.zona_waktu)
    : { kind: 'now', plan: undefined }
  const result = await examinePlace(trx, ctx, 'aktif', { wish, current, change })
  const { konflik, alternatif, tanya_dulu } = result ?? nothing
  return { konflik, alternatif, tanya_dulu }
}
const noConflicts = { konflik: [], alternatif: [] }
const nothing = { ...noConflicts, tanya_dulu: false }
/** Throws 404 for a class, coach, room, course or outlet outside the actor's scope. */
const checkClassScope = async (ctx: Ctx, input: KelasInput): Promise<void> => {
  if (input.id !== undefined) await inScope(ctx, kursusPelatihModule, input.id)
  await inScope(ctx, userModule, input.pelatih_id)
  await inScope(ctx, kursusModule, input.kursus_id)
  await inScope(ctx, gedungModule, input.gedung_id)
  await inScope(ctx, ruangModule, input.ruang_id)
}

/**
 * Returns texts about the registration fee that a new enrolment will be charged; empty if there is
 * no fee.
 */
const registrationNotes = async (
  trx: Trx,
  kelas_id: number,
  { peserta_id, mulai }: { peserta_id: number; mulai: string },
): Promise<string[]> => {
  const { kursus_id, gedung_id } = await readKelas(trx, kelas_id)
  const fee = await agreedRegistration(trx, { peserta_id, kursus_id, gedung_id, mulai })
  return fee === null ? [] : [`Biaya pendaftaran ${formatRupiah(fee)} masuk draft tagihan keluarga`]
}

export const conflictCalls: Pick<
  Handlers,
  'examinePertemuan' | 'examineKelas' | 'examineEnrolment'
> = {
  examineKelas: async (ctx, input) => {
    await checkClassScope(ctx, input)
    return transaction(ctx.db, (trx) => examineForm(trx, ctx, input))
  },
  examineEnrolment: async (ctx, { kursus_pelatih_id: kelas_id, id, ...days }) => {
    await inScope(ctx, kursusPelatihModule, kelas_id)
    await inScope(ctx, userModule, days.peserta_id)
    if (id !== undefined) await inScope(ctx, kursusPesertaModule, id)
    return transaction(ctx.db, async (trx) => {
      const current = id === undefined ? undefined : await enrolmentInScope(trx, ctx, id)
      const isNew = current?.kursus_pelatih_id !== kelas_id
      // An inactive enrolment holds no seat, so it has no conflicts.
      if (current?.status === KursusPesertaStatus.tidakAktif) return { ...noConflicts, catatan: [] }
      const before = isNew ? undefined : current
      const request = { ...days, id, kelas_id, isNew, ...(before && { before }) }
      const { konflik, alternatif, catatan } = await findSeatConflicts(trx, ctx, request)
      const fees = id === undefined ? await registrationNotes(trx, kelas_id, days) : []
      return { konflik, alternatif, catatan: [...catatan, ...fees] }
    })
  },
  examinePertemuan: async (ctx, input) => {
    await checkScope(ctx, input)
    return transaction(ctx.db, (trx) => examine(trx, ctx, input))
  },
}
