/** What would be in the way, without writing. */
import type { CallOutput } from '#contract/call.ts'
import type { examinePertemuan } from '#contract/schedule/conflictCalls.ts'
import type { Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { ruangModule } from '#server/modules/catalog/ruang.ts'
import { kursusPelatihModule } from '#server/modules/schedule/kelas.ts'
import { whenOf } from '#server/modules/schedule/lessonActions.ts'
import { examineLesson, newOf } from '#server/modules/schedule/lessonEngine.ts'
import { pertemuanModule } from '#server/modules/schedule/pertemuan.ts'

type Input = Parameters<Handlers['examinePertemuan']>[1]

/** What of the lesson is there already, and how long it is. */
const readKnown = async (trx: Trx, input: Input) => {
  if (input.id !== undefined) {
    const row = await trx
      .selectFrom('pertemuan')
      .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
      .select(['kursus_pelatih_id', 'pelatih_id', 'ruang_id', 'durasi_menit'])
      .select(['tanggal', 'jam_mulai', 'jam_selesai', 'mulai_at', 'selesai_at'])
      .where('pertemuan.id', '=', input.id)
      .executeTakeFirstOrThrow()
    return { ...row, before: row }
  }
  if (input.kursus_id === undefined) throw invalidField('kursus_id', 'Wajib diisi')
  const { durasi_menit } = await trx
    .selectFrom('kursus')
    .select('durasi_menit')
    .where('id', '=', input.kursus_id)
    .executeTakeFirstOrThrow(() => invalidField('kursus_id', 'Kursus tidak ditemukan'))
  const nothing = { pelatih_id: undefined, ruang_id: undefined, before: undefined }
  return { ...nothing, kursus_pelatih_id: null, durasi_menit }
}

/** Refuses what is not in the actor's scope (404). */
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
  const known = await readKnown(trx, input)
  const pelatih_id = input.pelatih_id ?? known.pelatih_id
  const ruang_id = input.ruang_id ?? known.ruang_id
  if (pelatih_id === undefined) throw invalidField('pelatih_id', 'Wajib diisi')
  if (ruang_id === undefined) throw invalidField('ruang_id', 'Wajib diisi')
  const { gedung_id } = await trx
    .selectFrom('ruang')
    .select('gedung_id')
    .where('id', '=', ruang_id)
    .executeTakeFirstOrThrow()
  const { before } = known
  // What stays at its time may have begun already, and get another coach or room.
  const stays = before?.tanggal === input.tanggal && before.jam_mulai === input.jam_mulai
  const when = stays ? before : await whenOf(trx, { ...input, gedung_id }, known.durasi_menit)
  const kelas = input.kursus_pelatih_id ?? known.kursus_pelatih_id
  const wanted = { ...when, id: input.id ?? null, kelas, pelatih_id, ruang_id, gedung_id }
  return examineLesson(trx, ctx, wanted, before && newOf(before, wanted))
}

export const conflictCalls: Pick<Handlers, 'examinePertemuan'> = {
  examinePertemuan: async (ctx, input) => {
    await checkScope(ctx, input)
    return transaction(ctx.db, (trx) => examine(trx, ctx, input))
  },
}
