/**
 * Dated rates of coaches (domain.md 3.19). A change recalculates the pay of lessons that no final
 * payslip has paid.
 */
import { sql } from 'kysely'
import { tarifHonor } from '#contract/schedule/tarifHonor.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { repriceLessons } from '#server/modules/schedule/honor/rates.ts'
import { byRole, coachesOfOutlets, outlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'

type Rate = Stored<typeof tarifHonor>

/** Throws 409 if the coach already has a rate for the same day, course and outlet. */
const checkRateUnique = async (
  trx: Trx,
  input: Pick<Rate, 'pelatih_id' | 'berlaku_mulai' | 'kursus_id' | 'gedung_id'>,
  id: number | undefined,
): Promise<void> => {
  const existingRate = await trx
    .selectFrom('tarif_honor')
    .select('id')
    .where('pelatih_id', '=', input.pelatih_id)
    .where('berlaku_mulai', '=', input.berlaku_mulai)
    .where('kursus_id', input.kursus_id === null ? 'is' : '=', input.kursus_id)
    .where('gedung_id', input.gedung_id === null ? 'is' : '=', input.gedung_id)
    .executeTakeFirst()
  const message = 'Sudah ada tarif yang mulai pada tanggal itu'
  if (existingRate && existingRate.id !== id)
    throw conflict(message, { errors: [{ field: 'berlaku_mulai', message }] })
}

export const tarifHonorModule = module(tarifHonor, {
  scope: (actor) =>
    byRole(actor, {
      admin: sql`(tarif_honor.gedung_id in (${outlets(actor)}) or tarif_honor.gedung_id is null and tarif_honor.pelatih_id in (${coachesOfOutlets(actor)}))`,
    }),
  before: async ({ trx, input, current }) => {
    if (current && current.pelatih_id !== input.pelatih_id)
      throw invalidField('pelatih_id', 'Guru tidak dapat diganti')
    await checkRateUnique(trx, input, current?.id)
    // Clears the amount that this kind of rate does not use.
    return input.jenis === 'persen' ? { tarif: null } : { persen: null }
  },
  after: async ({ trx, ctx, input, current }) => {
    const days = [input.berlaku_mulai, ...(current ? [current.berlaku_mulai] : [])]
    await repriceLessons(trx, ctx, input.pelatih_id, days.sort()[0] ?? input.berlaku_mulai)
  },
  remove: async ({ trx, ctx, row }) => {
    await trx.deleteFrom('tarif_honor').where('id', '=', row.id).execute()
    await repriceLessons(trx, ctx, row.pelatih_id, row.berlaku_mulai)
  },
})
