/**
 * Tries out promos. Computes the discounts that a student would get for some courses, and the
 * reasons why promos give no discount.
 */
import type { tryPromo as tryPromoCall } from '#contract/billing/promoCalls.ts'
import type { CallInput, CallOutput } from '#contract/call.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { formatPeriode } from '#contract/values/tanggal.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { registrationText } from '#server/modules/billing/lines/biaya.ts'
import { computeDraftPromos, type DraftLine } from '#server/modules/billing/promo/draft.ts'
import { readHargaPeriode, readPendaftaran } from '#server/modules/catalog/kursusHarga.ts'
import { rowExists } from '#server/resource/rows.ts'
import { readSettings } from '#server/settings.ts'

type Input = CallInput<typeof tryPromoCall>
type Answer = CallOutput<typeof tryPromoCall>
type TriedLine = DraftLine & { deskripsi: string }
const maxCourses = 20

/** Returns a student. Throws 422 for a student outside the actor's scope. */
const readStudent = async ({ db, actor }: Ctx, id: number) => {
  const student = await db
    .selectFrom('user')
    .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .leftJoin('user as payer', 'payer.id', 'user.akun_billing_id')
    .select(['user.gedung_id', 'user.akun_billing_id', 'payer.name as akun'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!student || !(await rowExists(db, userModule, actor, id)))
    throw invalidField('peserta_id', 'Peserta tidak ditemukan')
  return student
}

/**
 * Returns the chosen courses. Throws 422 if there are none, too many, or courses that do not exist.
 */
const readCourses = async ({ db }: Ctx, ids: readonly number[]) => {
  if (ids.length === 0 || ids.length > maxCourses)
    throw invalidField('kursus', `Pilih 1 sampai ${maxCourses} kursus`)
  const courses = await db
    .selectFrom('kursus')
    .select(['id', 'nama', 'kategori_kursus_id', 'biaya_bulanan', 'biaya_pendaftaran'])
    .where('id', 'in', ids)
    .orderBy('nama')
    .orderBy('id')
    .execute()
  if (courses.length < new Set(ids).size) throw invalidField('kursus', 'Kursus tidak ditemukan')
  return courses
}

/** Reads the present and past enrolments of the student in the chosen courses. */
const readTaken = ({ db }: Ctx, { peserta_id, kursus }: Input) =>
  db
    .selectFrom('kursus_peserta')
    .select(['id', 'kursus_id', 'gedung_id', 'biaya_bulanan_khusus', 'status'])
    .where('peserta_id', '=', peserta_id)
    .where('kursus_id', 'in', kursus)
    .execute()

/**
 * Returns the lines to try out: the tuition of one month for each course, and the registration fee
 * for each course that the student has never taken.
 */
const readTriedLines = async (ctx: Ctx, input: Input, home: number): Promise<TriedLine[]> => {
  const { peserta_id, kursus, tanggal } = input
  const courses = await readCourses(ctx, kursus)
  const enrolments = await readTaken(ctx, input)
  const periode = tanggal.slice(0, 7)
  const hargaOf = await readHargaPeriode(ctx.db, periode, kursus)
  const pendaftaranOf = await readPendaftaran(ctx.db, kursus)
  const { aktif, cuti } = KursusPesertaStatus
  return courses.flatMap((course): TriedLine[] => {
    const courseEnrolments = enrolments.filter((t) => t.kursus_id === course.id)
    const currentEnrolment = courseEnrolments.find(
      ({ status }) => status === aktif || status === cuti,
    )
    const gedung_id = currentEnrolment?.gedung_id ?? home
    const line = {
      peserta_id,
      kursus_peserta_id: null,
      gedung_id,
      kursus: { id: course.id, kategori: course.kategori_kursus_id, mulai: tanggal },
    }
    const tuition: TriedLine = {
      ...line,
      sifat: 'kursus',
      periode,
      bruto: currentEnrolment?.biaya_bulanan_khusus ?? hargaOf(course, gedung_id).biaya_bulanan,
      deskripsi: `${course.nama} – ${formatPeriode(periode)}`,
    }
    const fee = pendaftaranOf(course, gedung_id, tanggal)
    if (courseEnrolments.length > 0 || fee === 0) return [tuition]
    const registration: TriedLine = {
      ...line,
      sifat: 'pendaftaran',
      periode: null,
      bruto: fee,
      deskripsi: registrationText(course.nama),
    }
    return [tuition, registration]
  })
}

type Computed = Awaited<ReturnType<typeof computeDraftPromos>>
/**
 * Returns the discount of every promo on each line, or the reason for no discount. Sorts the promos
 * by total discount, highest first.
 */
const verdictsOf = ({ promo, result }: Computed): Answer['promo'] =>
  promo
    .map(({ id, nama, kode }) => {
      const putusan = result.putusan
        .filter((v) => v.promo_id === id)
        .map(({ baris_id, diskon, alasan }) => ({ baris_id, diskon, alasan }))
        .toSorted((a, b) => a.baris_id - b.baris_id)
      return { id, nama, kode, diskon: putusan.reduce((sum, v) => sum + v.diskon, 0), putusan }
    })
    .toSorted((a, b) => b.diskon - a.diskon || a.nama.localeCompare(b.nama, 'id') || a.id - b.id)

/** Returns the lines with the discounts of their promos. */
const triedLines = (lines: readonly TriedLine[], { promo, result }: Computed): Answer['baris'] => {
  const names = new Map(promo.map((p) => [p.id, p.nama]))
  const resultById = new Map(result.baris.map((b) => [b.id, b]))
  return lines.map(({ deskripsi, bruto }, i) => {
    const lineResult = resultById.get(i + 1)
    return {
      id: i + 1,
      deskripsi,
      bruto,
      diskon: lineResult?.diskon ?? 0,
      promo: (lineResult?.promo ?? []).map((d) => names.get(d.id) ?? ''),
    }
  })
}

/**
 * Computes the promos that a student would get for some courses from a given day on. Throws 422 for
 * an invalid student or course.
 */
export const tryPromo = async (ctx: Ctx, input: Input): Promise<Answer> => {
  const student = await readStudent(ctx, input.peserta_id)
  const home = student.gedung_id ?? 0
  const lines = await readTriedLines(ctx, input, home)
  const { pembulatan } = await readSettings(ctx.db)
  const computed = await computeDraftPromos(ctx.db, {
    billing_id: undefined,
    akun: student.akun_billing_id ?? 0,
    gedung_id: home,
    kode: input.kode?.trim().toUpperCase() || null,
    periode: input.tanggal.slice(0, 7),
    tanggal: input.tanggal,
    pembulatan,
    items: lines,
    allPromos: true,
  })
  return {
    akun_billing: student.akun,
    kursus_lain: computed.otherCount,
    baris: triedLines(lines, computed),
    promo: verdictsOf(computed),
  }
}
