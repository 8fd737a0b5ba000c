/**
 * Module of course categories with their levels. The levels are saved as one list together with
 * their category, so that order and names change together.
 */
import { sql } from 'kysely'
import { courseLevel } from '#contract/catalog/courseLevel.ts'
import { kategoriKursus } from '#contract/catalog/kategoriKursus.ts'
import type { Parsed } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, HttpError, invalid } from '#server/errors.ts'
import { foundSaid, joinedTexts } from '#server/export/cellExpressions.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { loosely, module } from '#server/resource/module.ts'
import { checkUnused } from '#server/resource/usage.ts'

type Kategori = Parsed<typeof kategoriKursus>
const levelsOf = (trx: Trx, kategori: number) =>
  trx
    .selectFrom('course_level')
    .select(['id', 'nama', 'urutan', 'judul'])
    .where('kategori_kursus_id', '=', kategori)
    .orderBy('urutan')
    .execute()

/**
 * Modules of the resources whose rows refer to levels or categories. An error names such a row only
 * if the actor may see the row.
 */
const usingModules = loosely({ user: userModule })
/**
 * Throws 409 for removed levels that courses or coaches use, with the names of these courses and
 * coaches.
 */
const checkLevelsUnused = async (
  trx: Trx,
  ctx: Ctx,
  levels: readonly { id: number; nama: string }[],
): Promise<void> => {
  for (const level of levels)
    await checkUnused(trx, ctx, { resource: courseLevel }, (name) => usingModules[name], {
      ...level,
      judul: level.nama,
      versi: 0,
    })
}

const storeLevels = async (
  trx: Trx,
  ctx: Ctx,
  kategori: number,
  { nama, levels }: Kategori,
): Promise<void> => {
  const stored = await levelsOf(trx, kategori)
  const issues = levels.flatMap(({ id }, i) => {
    // The schema of the contract treats names that differ only in accents as different. This check
    // ignores accents, as every search by name does.
    if (levels.findIndex((l) => fold(l.nama) === fold(levels[i]?.nama ?? '')) < i)
      return [{ field: `levels.${i}.nama`, message: 'Level ini sudah ada di atas' }]
    if (id === undefined) return []
    if (!stored.some((l) => l.id === id))
      return [{ field: `levels.${i}.nama`, message: 'Level ini bukan milik kategori ini' }]
    return levels.findIndex((l) => l.id === id) < i
      ? [{ field: `levels.${i}.nama`, message: 'Level ini sudah ada di atas' }]
      : []
  })
  if (issues.length > 0) throw invalid(issues)
  const time = now()
  const levelRows = levels.map((level, i) => {
    const judul = `${nama} – ${level.nama}`
    // `judul_kunci` is the sort key of levels: by category, then by order within the category.
    // Levels are not sorted by name, because their order is rarely alphabetical.
    return {
      id: level.id,
      nama: level.nama,
      urutan: i + 1,
      judul,
      judul_kunci: `${fold(nama)} ${String(i + 1).padStart(3, '0')}`,
      cari: fold(judul),
      updated_at: time,
      updated_by: ctx.actor.id,
    }
  })
  const removedLevels = stored.filter((s) => !levelRows.some((w) => w.id === s.id))
  if (removedLevels.length > 0) {
    await checkLevelsUnused(trx, ctx, removedLevels).catch((error: unknown) => {
      // Assigns the error to the field `levels`. The form then shows the error at its list of
      // levels, and does not offer to deactivate the category.
      throw error instanceof HttpError
        ? conflict(error.message, { errors: [{ field: 'levels', message: error.message }] })
        : error
    })
    await trx
      .deleteFrom('course_level')
      .where(
        'id',
        'in',
        removedLevels.map((l) => l.id),
      )
      .execute()
  }
  const changed = levelRows.flatMap(({ id, ...values }) => {
    const old = stored.find((s) => s.id === id)
    return old &&
      (old.judul !== values.judul || old.nama !== values.nama || old.urutan !== values.urutan)
      ? [{ id: old.id, values }]
      : []
  })
  // Gives all changed levels temporary values first. Otherwise, two levels that exchange their
  // order or name would violate the unique keys.
  for (const { id } of changed)
    await trx
      .updateTable('course_level')
      .set({ nama: `#${id}`, urutan: -id })
      .where('id', '=', id)
      .execute()
  for (const { id, values } of changed)
    await trx
      .updateTable('course_level')
      .set((eb) => ({ ...values, versi: eb('versi', '+', 1) }))
      .where('id', '=', id)
      .execute()
  for (const { id, ...values } of levelRows)
    if (id === undefined)
      await trx
        .insertInto('course_level')
        .values({
          ...values,
          kategori_kursus_id: kategori,
          versi: 1,
          created_at: time,
          created_by: ctx.actor.id,
        })
        .execute()
}

export const courseLevelModule = module(courseLevel, {})

export const kategoriKursusModule = module(kategoriKursus, {
  exported: ({ engine }) => [
    {
      name: 'levels',
      label: 'Nama Level',
      said: foundSaid(
        joinedTexts(
          engine,
          sql`select l.nama as teks from course_level l where l.kategori_kursus_id = kategori_kursus.id order by l.urutan`,
        ),
      ),
    },
  ],
  virtualFields: async ({ trx, row }) => ({
    levels: (await levelsOf(trx, row.id)).map(({ id, nama }) => ({ id, nama })),
  }),
  after: ({ trx, ctx, input, id }) => storeLevels(trx, ctx, id, input),
  beforeDelete: async ({ trx, ctx, row }) => {
    await checkUnused(trx, ctx, { resource: kategoriKursus }, (name) => usingModules[name], row)
    await checkLevelsUnused(trx, ctx, await levelsOf(trx, row.id))
    await trx.deleteFrom('course_level').where('kategori_kursus_id', '=', row.id).execute()
  },
})
