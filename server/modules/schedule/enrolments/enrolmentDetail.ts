/**
 * Reads the data that the page of an enrolment shows in addition to its row, and the data of
 * printed schedules.
 */
import { sql, type SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { CallOutput } from '#contract/call.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { enrolmentDetail, printedSchedules } from '#contract/schedule/enrolmentCalls.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { whyNoUndo } from '#server/modules/schedule/nextClass/undoNextClass.ts'
import { isVisible } from '#server/modules/scope.ts'

type Detail = CallOutput<typeof enrolmentDetail>
type Printed = CallOutput<typeof printedSchedules>
const { aktif, cuti } = KursusPesertaStatus
/** Maximum number of rows of a printed schedule; `total` shows whether the list is longer. */
const maxPrinted = 1000

const classesOf = (db: Db) =>
  db
    .selectFrom('kursus_peserta')
    .innerJoin('kursus_pelatih as kl', 'kl.id', 'kursus_peserta.kursus_pelatih_id')
    .innerJoin('kursus', 'kursus.id', 'kursus_peserta.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_peserta.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'kl.ruang_id')
    .innerJoin('user as guru', 'guru.id', 'kl.pelatih_id')
    .select([
      'kursus_peserta.id',
      'kursus_peserta.peserta_id',
      'kursus_peserta.peserta_nama as peserta',
      'kursus_peserta.sebelumnya_id',
      'kursus_peserta.catatan_level',
      'kursus_peserta.status',
      'kursus_peserta.mulai',
      'kursus_peserta.selesai',
      'kursus_peserta.gedung_id',
      'kursus.nama as kursus',
      'kl.id as kelas_id',
      'kl.hari',
      'kl.jam_mulai',
      'kl.jam_selesai',
      'gedung.nama as gedung',
      'gedung.zona_waktu',
      'ruang.nama as ruang',
      'guru.name as pelatih',
    ])

const readOfStudent = (ctx: Ctx, peserta_id: number) =>
  classesOf(ctx.db)
    .select(isVisible(scopeOf(ctx, kursusPesertaModule)))
    .where('kursus_peserta.peserta_id', '=', peserta_id)
    .orderBy('kl.hari')
    .orderBy('kl.jam_mulai')
    .orderBy('kursus_peserta.id')
    .execute()
type OwnClass = Awaited<ReturnType<typeof readOfStudent>>[number]

const runsNow = ({ status, selesai }: OwnClass, today: string): boolean =>
  status === aktif || status === cuti ? (selesai ?? '9') >= today : (selesai ?? '') >= today
/**
 * Returns a class of the student's week. A class out of scope shows only the time at which the
 * student is busy.
 */
const weekClass = (c: OwnClass): Detail['pekan'][number] => {
  const { hari, jam_mulai, jam_selesai, status, mulai, selesai } = c
  const time = { hari, jam_mulai, jam_selesai, status, mulai, selesai }
  if (c.tampak !== 1)
    return { ...time, id: null, kursus: 'Kelas lain', pelatih: null, ruang: null, gedung: null }
  const { id, kursus, pelatih, ruang, gedung } = c
  return { ...time, id, kursus, pelatih, ruang, gedung }
}
/**
 * Returns the chain of enrolments that contains the enrolment `id`: each enrolment continues the
 * one before it. Omits enrolments outside the reader's scope.
 */
const chainOf = (all: readonly OwnClass[], id: number): OwnClass[] => {
  const byId = new Map(all.map((c) => [c.id, c]))
  const following = new Map(all.flatMap((c) => (c.sebelumnya_id ? [[c.sebelumnya_id, c]] : [])))
  let first = byId.get(id)
  for (let n = 0; n < all.length; n++) first = byId.get(first?.sebelumnya_id ?? 0) ?? first
  const chain: OwnClass[] = []
  for (let c = first; c && chain.length < all.length; c = following.get(c.id)) chain.push(c)
  return chain.filter((c) => c.tampak === 1)
}

const billsOf = async (ctx: Ctx, id: number): Promise<Detail['tagihan']> => {
  if (!allows(ctx.actor, 'billing/view')) return null
  const rows = await ctx.db
    .selectFrom('billing_item as i')
    .innerJoin('billing', 'billing.id', 'i.billing_id')
    .select(['i.billing_id', 'billing.nomor', 'i.periode', 'i.deskripsi', 'i.jumlah'])
    .select(['billing.status', 'billing.payment_status', 'billing.void_at'])
    .where('i.kursus_peserta_id', '=', id)
    .where(billingScope(ctx.actor) ?? sql<SqlBool>`1 = 1`)
    .orderBy('i.periode', 'desc')
    .orderBy('i.id', 'desc')
    .limit(60)
    .execute()
  return rows.map(({ void_at, ...row }) => ({ ...row, batal: void_at !== null }))
}

const readDetail = async (ctx: Ctx, id: number): Promise<Detail> => {
  await inScope(ctx, kursusPesertaModule, id)
  const { peserta_id } = await ctx.db
    .selectFrom('kursus_peserta')
    .select('peserta_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const all = await readOfStudent(ctx, peserta_id)
  const enrolment = all.find((c) => c.id === id)
  const today = currentDay(enrolment?.zona_waktu)
  return {
    pelatih: enrolment?.pelatih ?? '',
    ruang: enrolment?.ruang ?? '',
    zona_waktu: enrolment?.zona_waktu ?? 'Asia/Jakarta',
    pekan: all.filter((c) => runsNow(c, today)).map(weekClass),
    rantai: chainOf(all, id).map(
      ({ id: own_id, kursus, status, mulai, selesai, catatan_level }) => ({
        id: own_id,
        kursus,
        status,
        mulai,
        selesai,
        catatan_level,
      }),
    ),
    tagihan: await billsOf(ctx, id),
    urung: enrolment?.sebelumnya_id ? await whyNoUndo(ctx.db, id) : null,
  }
}

const readPrinted = async (
  ctx: Ctx,
  query: z.output<(typeof printedSchedules)['query']>,
): Promise<Printed> => {
  const today = currentDay()
  let rows = classesOf(ctx.db).where(scopeOf(ctx, kursusPesertaModule))
  for (const key of ['id', 'peserta_id', 'kursus_pelatih_id', 'gedung_id', 'kursus_id'] as const)
    if (query[key] !== undefined)
      rows = rows.where(`kursus_peserta.${key}`, '=', Number(query[key]))
  rows =
    query.status === undefined
      ? rows
          .where('kursus_peserta.status', 'in', [aktif, cuti])
          .where((eb) =>
            eb.or([
              eb('kursus_peserta.selesai', 'is', null),
              eb('kursus_peserta.selesai', '>=', today),
            ]),
          )
      : rows.where(sql<SqlBool>`kursus_peserta.status = ${Number(query.status)}`)
  const { total } = await ctx.db
    .selectFrom(rows.as('r'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const enrolments = await rows
    .orderBy('kl.hari')
    .orderBy('kl.jam_mulai')
    .orderBy('kl.id')
    .orderBy('kursus_peserta.peserta_nama_kunci')
    .orderBy('kursus_peserta.id')
    .limit(maxPrinted)
    .execute()
  const [outlet, ...more] = new Set(enrolments.map((r) => r.gedung_id))
  return {
    gedung_id: outlet !== undefined && more.length === 0 ? outlet : null,
    total,
    baris: enrolments.map(
      ({ sebelumnya_id: _, catatan_level: _note, gedung_id: _at, ...row }) => row,
    ),
  }
}

export const enrolmentReads: Pick<Handlers, 'enrolmentDetail' | 'printedSchedules'> = {
  enrolmentDetail: (ctx, _, { id }) => readDetail(ctx, id),
  printedSchedules: (ctx, _, query) => readPrinted(ctx, query),
}
