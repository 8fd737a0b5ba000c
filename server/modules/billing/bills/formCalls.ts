/**
 * Calls of the bill form. They return the courses of a student as lines, and the defaults of a new
 * bill.
 */
import type { billingKursus } from '#contract/billing/formCalls.ts'
import { generate as generateCall } from '#contract/billing/generateCalls.ts'
import { discountReason, noPromos } from '#contract/billing/rules/promo/linePromos.ts'
import { computeItem, generateDates } from '#contract/billing/rules/tagihan.ts'
import type { CallOutput } from '#contract/call.ts'
import { Hari, HasilGenerate, KursusPesertaStatus } from '#contract/enums.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { firstDay, formatJam, currentDay, lastDay } from '#contract/values/tanggal.ts'
import { invalid } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import {
  readEnrolments,
  tuitionKey,
  tuitionOfMonth,
} from '#server/modules/billing/lines/tuition.ts'
import type { Enrolment, Tuition } from '#server/modules/billing/lines/tuition.ts'
import {
  describeBill,
  readTuitionWithoutEnrolment,
} from '#server/modules/billing/lines/tuitionWithoutEnrolment.ts'
import { computeDraftPromos } from '#server/modules/billing/promo/draft.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { seesOutlet } from '#server/modules/scope.ts'
import { checkWindow } from '#server/resource/query/dateWindow.ts'
import { readSettings } from '#server/settings.ts'

/** Throws 422 for a month outside the date window of the monthly generation. */
export const checkPeriod = async (ctx: Ctx, input: { periode: string }): Promise<void> => {
  const issues = await checkWindow(ctx.db, generateCall.input.shape, { ...input })
  if (issues.length > 0) throw invalid(issues)
}

type Answer = CallOutput<typeof billingKursus>
type Billed = Answer['baris'][number]['ada']

/**
 * Returns the bills that already charge the tuition of the given enrolments for the month
 * `periode`, including drafts. The map is keyed by the tuition key (`tuitionKey`) of enrolment and
 * month. The id of a bill is null if the actor may not see the outlet of the bill.
 */
const readBilled = async (
  ctx: Ctx,
  ids: readonly number[],
  periode: string,
): Promise<ReadonlyMap<string, NonNullable<Billed>>> => {
  if (ids.length === 0) return new Map()
  const keys = ids.map((id) => tuitionKey(id, periode))
  const rows = await ctx.db
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['kunci_unik', 'billing.id', 'nomor', 'nama_tagihan', 'billing.gedung_id'])
    .where('kunci_unik', 'in', keys)
    .execute()
  return new Map(
    rows.map((row) => {
      const billing_id = seesOutlet(ctx.actor, row.gedung_id) ? row.id : null
      return [row.kunci_unik ?? '', { billing_id, tagihan: describeBill(ctx.actor, row) }]
    }),
  )
}

interface LineRequest {
  settings: Settings
  periode: string
  akun: number
}
/**
 * Returns the automatic promo that one month of an enrolment gets, and the text about promos that
 * begin or end soon (`dekat`). The result takes into account the promos of the other enrolments of
 * the payer's students.
 */
const promoOf = async (
  ctx: Ctx,
  { settings, periode, akun }: LineRequest,
  r: Enrolment,
  t: Tuition,
) => {
  const item = {
    peserta_id: r.peserta_id,
    kursus_peserta_id: r.id,
    sifat: 'kursus' as const,
    periode,
    bruto: t.amounts.jumlah_bruto,
    kursus: { id: r.kursus_id, kategori: r.kategori, mulai: r.mulai },
  }
  const { pembulatan } = settings
  const { gedung_id } = r
  const draft = { billing_id: undefined, akun, gedung_id, kode: null, periode, pembulatan }
  const tanggal = firstDay(periode)
  const { lines, dekat } = await computeDraftPromos(ctx.db, {
    ...draft,
    tanggal,
    items: [item],
  })
  return { promo: lines[0] ?? noPromos, dekat: dekat.get(1)?.join('; ') ?? null }
}

/**
 * Returns the line that the bill form shows for one month of an enrolment, with promo and amounts.
 */
const lineOf = async (ctx: Ctx, request: LineRequest, r: Enrolment, tuition: Tuition) => {
  const { settings } = request
  const { harga_satuan, ppn_persen, prorata, deskripsi, noLessons } = tuition
  const { promo, dekat } = await promoOf(ctx, request, r, tuition)
  const amounts = computeItem({
    qty: 1,
    harga_satuan,
    prorata,
    pembulatan: settings.pembulatan,
    promo: [{ nominal: promo.promo_diskon }],
    diskon: 0,
    ppn_persen,
  })
  return {
    kursus_peserta_id: r.id,
    kursus: r.kursus,
    gedung_id: r.gedung_id,
    jenis_billing_id: settings.jenis_billing_id,
    deskripsi,
    harga_satuan,
    prorata_pembilang: prorata?.pembilang ?? null,
    prorata_penyebut: prorata?.penyebut ?? null,
    ppn_persen,
    jumlah: amounts.jumlah,
    diskon: amounts.diskon,
    promo: discountReason(promo, null),
    promo_dekat: dekat,
    halangan: noLessons === null ? null : HasilGenerate.label(noLessons),
  }
}

/** Returns the enrolments of a student that overlap a month, within the actor's scope. */
const readOwn = (ctx: Ctx, peserta_id: number, periode: string) =>
  ctx.db
    .selectFrom('kursus_peserta')
    .innerJoin('kursus_pelatih as kl', 'kl.id', 'kursus_peserta.kursus_pelatih_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_peserta.gedung_id')
    .select(['kursus_peserta.id', 'kl.hari', 'kl.jam_mulai', 'gedung.nama as gedung'])
    .where('kursus_peserta.peserta_id', '=', peserta_id)
    .where('kursus_peserta.mulai', '<=', lastDay(periode))
    .where((eb) =>
      eb.or([
        eb('kursus_peserta.selesai', 'is', null),
        eb('kursus_peserta.selesai', '>=', firstDay(periode)),
      ]),
    )
    .where(scopeOf(ctx, kursusPesertaModule))
    .orderBy('kursus_peserta.id')
    .execute()

/**
 * Returns the default outlet for a bill of a payer. Candidates are the outlets of the courses of
 * the payer's students. If the students have no courses, candidates are the home outlets of the
 * payer and of the students. Returns null unless the actor may see exactly one candidate.
 */
const defaultOutletOf = async (ctx: Ctx, akun: number): Promise<number | null> => {
  const courses = await ctx.db
    .selectFrom('kursus_peserta')
    .innerJoin('user as p', 'p.id', 'kursus_peserta.peserta_id')
    .select('kursus_peserta.gedung_id')
    .distinct()
    .where('p.akun_billing_id', '=', akun)
    .where('kursus_peserta.status', 'in', [KursusPesertaStatus.aktif, KursusPesertaStatus.cuti])
    .where(scopeOf(ctx, kursusPesertaModule))
    .execute()
  const students = await ctx.db
    .selectFrom('user')
    .select('gedung_id')
    .distinct()
    .where((eb) => eb.or([eb('akun_billing_id', '=', akun), eb('id', '=', akun)]))
    .where('gedung_id', 'is not', null)
    .execute()
  const visibleIds = (rows: readonly { gedung_id: number | null }[]) =>
    rows.flatMap(({ gedung_id: id }) => (id !== null && seesOutlet(ctx.actor, id) ? [id] : []))
  const [first, ...more] = courses.length > 0 ? visibleIds(courses) : visibleIds(students)
  return first !== undefined && more.length === 0 ? first : null
}

export const billingFormCalls: Pick<Handlers, 'billingKursus' | 'billingDefaults'> = {
  billingKursus: async (ctx, _, { id, periode, akun_billing_id }) => {
    await checkPeriod(ctx, { periode })
    await inScope(ctx, userModule, id)
    const { db } = ctx
    const settings = await readSettings(db)
    const ownEnrolments = await readOwn(ctx, id, periode)
    const ids = ownEnrolments.map((e) => e.id)
    const enrolments = await readEnrolments(db, ids)
    const billed = await readBilled(ctx, ids, periode)
    const tuitionOf = await tuitionOfMonth(db, settings, periode)
    const student = await db
      .selectFrom('user')
      .select('akun_billing_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const akun = Number(akun_billing_id ?? student.akun_billing_id ?? 0)
    const baris: Answer['baris'] = []
    for (const { id: kp, hari, jam_mulai, gedung } of ownEnrolments) {
      const r = enrolments.get(kp)
      if (!r) continue
      const line = await lineOf(ctx, { settings, periode, akun }, r, tuitionOf(r))
      const jadwal = `${Hari.label(hari)} ${formatJam(jam_mulai)}`
      baris.push({ ...line, jadwal, gedung, ada: billed.get(tuitionKey(kp, periode)) ?? null })
    }
    const untied = await readTuitionWithoutEnrolment(db, ctx.actor, periode, id)
    return { baris, tanpa_jadwal: untied.get(id) ?? [] }
  },
  billingDefaults: async (ctx, _, { id, periode }) => {
    if (periode !== undefined) await checkPeriod(ctx, { periode })
    await inScope(ctx, userModule, id)
    const { hari_terbit, jatuh_tempo_hari } = await readSettings(ctx.db)
    const today = currentDay()
    const month = periode ?? today.slice(0, 7)
    const rule = { periode: month, hari_terbit, jatuh_tempo_hari, today }
    return {
      gedung_id: await defaultOutletOf(ctx, id),
      jatuh_tempo: generateDates(rule).jatuh_tempo,
    }
  },
}
