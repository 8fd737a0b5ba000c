import { sql, type SqlBool } from 'kysely'
import { jenisBilling } from '#contract/billing/jenisBilling.ts'
import { kursus } from '#contract/catalog/kursus.ts'
import type { Issue, Parsed } from '#contract/resource.ts'
import { classEnd } from '#contract/schedule/rules/weekly.ts'
import { settings } from '#contract/settings/settings.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalid, invalidField } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { readHargaPeriode } from '#server/modules/catalog/kursusHarga.ts'
import { retimeLessons } from '#server/modules/schedule/classes/classLessons.ts'
import { renameKelas } from '#server/modules/schedule/classes/classNames.ts'
import { readActive } from '#server/modules/schedule/classes/classRows.ts'
import { kelasText } from '#server/modules/schedule/classes/classText.ts'
import { checkMovedClasses } from '#server/modules/schedule/conflicts/checkClass.ts'
import { labelRows, labelOutlets, seesOutlet } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Input = Parsed<typeof kursus>
type Row = Stored<typeof kursus>

/**
 * Returns issues if the following course (`kursus_selanjutnya_id`) is of another category, or if
 * the chain of following courses has a cycle. Transactions are serialised, so two concurrent
 * changes cannot together create a cycle.
 */
const checkNextKursus = async (
  trx: Trx,
  input: Input,
  current: Row | undefined,
): Promise<Issue[]> => {
  const field = 'kursus_selanjutnya_id'
  const path: string[] = []
  const seenIds = new Set<number>()
  for (let id = input.kursus_selanjutnya_id; id !== null && !seenIds.has(id);) {
    if (id === current?.id)
      return [
        {
          field,
          message:
            path.length === 0
              ? 'Tidak boleh kursus ini sendiri'
              : `Berputar kembali ke kursus ini lewat ${path.join(' → ')}`,
        },
      ]
    seenIds.add(id)
    const next = await trx
      .selectFrom('kursus')
      .select(['nama', 'kategori_kursus_id', 'kursus_selanjutnya_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (path.length === 0 && next.kategori_kursus_id !== input.kategori_kursus_id)
      return [{ field, message: 'Harus dari kategori yang sama' }]
    path.push(next.nama)
    id = next.kursus_selanjutnya_id
  }
  return []
}
/** Returns issues for changes of a course that its classes or other courses do not allow. */
const checkUsage = async (trx: Trx, actor: Actor, input: Input, current: Row): Promise<Issue[]> => {
  const issues: Issue[] = []
  const classes = (more: Condition) =>
    kelasText(trx, actor, sql<SqlBool>`kursus_id = ${current.id} and ${more}`)
  if (input.tipe !== current.tipe) {
    const used = await classes(sql`1 = 1`)
    if (used) issues.push({ field: 'tipe', message: `Tidak dapat diubah: dipakai kelas ${used}` })
  }
  if (input.kategori_kursus_id !== current.kategori_kursus_id) {
    const earlier = await trx
      .selectFrom('kursus')
      .select('nama')
      .where('kursus_selanjutnya_id', '=', current.id)
      .where('kategori_kursus_id', '<>', input.kategori_kursus_id)
      .limit(5)
      .execute()
    if (earlier.length > 0)
      issues.push({
        field: 'kategori_kursus_id',
        message: `Tidak dapat diubah: kursus selanjutnya dari ${earlier.map((k) => k.nama).join(', ')}`,
      })
  }
  if (input.kapasitas_maks < current.kapasitas_maks) {
    const larger = await classes(sql`status = 'aktif' and kapasitas > ${input.kapasitas_maks}`)
    if (larger)
      issues.push({
        field: 'kapasitas_maks',
        message: `Kapasitas kelas ini lebih besar: ${larger}`,
      })
  }
  if (input.gedung.length > 0 && JSON.stringify(input.gedung) !== JSON.stringify(current.gedung)) {
    const elsewhere = await classes(
      sql`status = 'aktif' and gedung_id not in (${sql.join(input.gedung)})`,
    )
    if (elsewhere)
      issues.push({
        field: 'gedung',
        message: `Masih ada kelas aktif di outlet lain: ${elsewhere}`,
      })
  }
  return issues
}

/**
 * Checks a longer duration of a course, which lengthens all its classes. Throws 422 if a class
 * would end after midnight. Throws 409 if a class would conflict with another class or end outside
 * the opening hours.
 */
const checkLongerDuration = async (
  trx: Trx,
  actor: Actor,
  durasi: number,
  current: Row,
): Promise<void> => {
  if (durasi <= current.durasi_menit) return
  const classes = await readActive(trx, actor, sql`kursus_pelatih.kursus_id = ${current.id}`)
  const late = labelRows(
    classes.filter((c) => classEnd(c.jam_mulai, durasi) === undefined),
    'kelas',
  )
  if (late) throw invalidField('durasi_menit', `Kelas melewati tengah malam: ${late}`)
  const moved = classes.map((c) => ({
    ...c,
    jam_selesai: classEnd(c.jam_mulai, durasi) ?? c.jam_selesai,
  }))
  await checkMovedClasses(trx, actor, { moved, field: 'durasi_menit', hours: true })
}
/**
 * Updates the end times of the classes of a course after the duration of the course changed. Also
 * updates the end times in planned changes of these classes.
 */
const setLength = async (trx: Trx, id: number, durasi: number): Promise<void> => {
  const plans = await trx
    .selectFrom('kursus_pelatih_versi as v')
    .innerJoin('kursus_pelatih as k', 'k.id', 'v.kursus_pelatih_id')
    .select(['v.id', 'v.jam_mulai'])
    .where('k.kursus_id', '=', id)
    .where('v.selesai', 'is', null)
    .execute()
  for (const { id: plan, jam_mulai } of plans) {
    const jam_selesai = classEnd(jam_mulai, durasi)
    if (jam_selesai)
      await trx
        .updateTable('kursus_pelatih_versi')
        .set({ jam_selesai })
        .where('id', '=', plan)
        .execute()
  }
  const starts = await trx
    .selectFrom('kursus_pelatih')
    .select('jam_mulai')
    .distinct()
    .where('kursus_id', '=', id)
    .execute()
  for (const { jam_mulai } of starts) {
    const jam_selesai = classEnd(jam_mulai, durasi)
    // An inactive class that would end after midnight keeps its end time. The end time is checked
    // when the class becomes active.
    if (jam_selesai)
      await trx
        .updateTable('kursus_pelatih')
        .set({ jam_selesai })
        .where('kursus_id', '=', id)
        .where('jam_mulai', '=', jam_mulai)
        .execute()
  }
}

export const kursusModule = module(kursus, {
  before: async ({ trx, ctx, input, current }) => {
    const level =
      input.course_level_id === null
        ? undefined
        : await trx
            .selectFrom('course_level')
            .select('kategori_kursus_id')
            .where('id', '=', input.course_level_id)
            .executeTakeFirstOrThrow()
    const issues = [
      ...(level && level.kategori_kursus_id !== input.kategori_kursus_id
        ? [{ field: 'course_level_id', message: 'Level ini bukan dari kategori itu' }]
        : []),
      ...(await checkNextKursus(trx, input, current)),
      ...(current ? await checkUsage(trx, ctx.actor, input, current) : []),
    ]
    if (issues.length > 0) throw invalid(issues)
    if (current) await checkLongerDuration(trx, ctx.actor, input.durasi_menit, current)
  },
  after: async ({ trx, ctx, input, current, id }) => {
    if (current && input.nama !== current.nama) await renameKelas(trx, ctx.actor, 'kursus_id', id)
    if (current && input.durasi_menit !== current.durasi_menit) {
      await setLength(trx, id, input.durasi_menit)
      const making = { at: new Date(), by: ctx }
      await retimeLessons(trx, sql`kursus_pelatih.kursus_id = ${id}`, '', making)
    }
  },
  expands: {
    jenjang: async ({ db, ids }) => {
      const levels = await db
        .selectFrom('kursus as milik')
        .innerJoin('course_level', 'course_level.kategori_kursus_id', 'milik.kategori_kursus_id')
        .select(['milik.id as kursus_id', 'course_level.id', 'course_level.nama'])
        .where('milik.id', 'in', ids)
        .orderBy('course_level.urutan')
        .execute()
      if (levels.length === 0) return new Map()
      const courses = await db
        .selectFrom('kursus')
        .select(['id', 'nama', 'course_level_id'])
        .where('course_level_id', 'in', [...new Set(levels.map((l) => l.id))])
        .where((eb) => eb.or([eb('status', '=', 'aktif'), eb('id', 'in', ids)]))
        .orderBy('kode')
        .execute()
      const coursesByLevel = Map.groupBy(courses, (k) => k.course_level_id)
      return new Map(
        [...Map.groupBy(levels, (l) => l.kursus_id)].map(([kursus_id, courseLevels]) => [
          kursus_id,
          courseLevels.map(({ id, nama }) => ({
            id,
            nama,
            kursus: (coursesByLevel.get(id) ?? []).map((k) => ({ id: k.id, nama: k.nama })),
          })),
        ]),
      )
    },
    outlet: async ({ db, actor, ids }) => {
      const courses = await db
        .selectFrom('kursus')
        .select(['id', 'gedung'])
        .where('id', 'in', ids)
        .execute()
      const outlets = await db
        .selectFrom('gedung')
        .select(['id', 'nama'])
        .orderBy('nama_kunci')
        .execute()
      return new Map(
        courses.map((k) => {
          const outletIds = new Set(fromJson<number[]>(k.gedung))
          return [
            k.id,
            labelOutlets(
              actor,
              outlets.filter((g) => outletIds.has(g.id)),
            ),
          ]
        }),
      )
    },
    harga_kini: async ({ db, actor, ids }) => {
      const courses = await db
        .selectFrom('kursus')
        .select(['id', 'biaya_bulanan', 'gedung'])
        .where('id', 'in', ids)
        .execute()
      const all = (
        await db.selectFrom('gedung').select('id').where('status', '=', 'aktif').execute()
      )
        .map((g) => g.id)
        .filter((id) => seesOutlet(actor, id))
      const hargaOf = await readHargaPeriode(db, currentDay().slice(0, 7), ids)
      return new Map(
        courses.map((course) => {
          const offered = fromJson<number[]>(course.gedung)
          const outletIds = all.filter((id) => offered.length === 0 || offered.includes(id))
          const prices = (outletIds.length > 0 ? outletIds : [null]).map(
            (id) => hargaOf(course, id).biaya_bulanan,
          )
          return [course.id, { terendah: Math.min(...prices), tertinggi: Math.max(...prices) }]
        }),
      )
    },
  },
})

/** Returns the label of the setting that refers to a billing type; undefined when there is none. */
const settingOf = async (trx: Trx, id: number): Promise<string | undefined> => {
  const keys = ['jenis_billing_id', 'jenis_billing_pendaftaran_id'] as const
  const rows = await trx
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', keys)
    .execute()
  const key = keys.find((k) => rows.some((r) => r.key === k && fromJson<unknown>(r.value) === id))
  return key && settings[key].label
}
export const jenisBillingModule = module(jenisBilling, {
  before: async ({ trx, input, current }) => {
    if (
      !current ||
      (input.sifat === current.sifat &&
        (input.status === current.status || input.status === 'aktif'))
    )
      return
    const setting = await settingOf(trx, current.id)
    const field = input.sifat === current.sifat ? 'status' : 'sifat'
    if (setting) throw invalidField(field, `Tidak dapat diubah: dipakai Setting "${setting}"`)
    if (field === 'status') return
    for (const [table, where] of [
      ['billing_item', 'di tagihan'],
      ['biaya', 'oleh biaya'],
      ['produk_jasa', 'oleh produk atau jasa'],
    ] as const) {
      const used = await trx
        .selectFrom(table)
        .select('id')
        .where('jenis_billing_id', '=', current.id)
        .limit(1)
        .executeTakeFirst()
      if (used) throw invalidField('sifat', `Tidak dapat diubah: sudah dipakai ${where}`)
    }
  },
  beforeDelete: async ({ trx, row }) => {
    const setting = await settingOf(trx, row.id)
    if (setting) throw conflict(`Jenis billing ini dipakai Setting "${setting}"`)
  },
})
