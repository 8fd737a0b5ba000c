/**
 * Home page of sales people: due work and the figures of the month. Each section of the page needs
 * one or two SQL statements, whose cost does not grow over the years (domain.md 4 and 5).
 */
import { sql, type SqlBool } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { portalListLimit, type portalSales } from '#contract/sales/portalCalls.ts'
import { openStages } from '#contract/sales/rules/stages.ts'
import { addDays, currentDay, zoneHours } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { isOpenApplicant } from '#server/modules/access/user/kinds.ts'
import { overdue } from '#server/modules/billing/bills/scope.ts'
import { isDue } from '#server/modules/sales/leads/leadScope.ts'
import { readRevenue } from '#server/modules/sales/portal/revenue.ts'
import { readWaiting } from '#server/modules/sales/slots/waitingSeats.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Portal = CallOutput<typeof portalSales>

/** Reads a user's home outlet and targets. */
const readHome = async (db: Db, me: number) => {
  const home = await db
    .selectFrom('user')
    .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
    .leftJoin('sales_profil as p', 'p.user_id', 'user.id')
    .select(['gedung.zona_waktu', 'p.target_peserta_bulan', 'p.target_pendapatan_bulan'])
    .where('user.id', '=', me)
    .executeTakeFirst()
  const zona = home?.zona_waktu ?? 'Asia/Jakarta'
  return {
    zona,
    hari_ini: currentDay(zona),
    target_peserta: home?.target_peserta_bulan ?? null,
    target_pendapatan: home?.target_pendapatan_bulan ?? null,
  }
}
/** Calendar month in a time zone. */
interface Month {
  periode: string
  /** First day of the month. */
  from: string
  /** Last day of the month. */
  to: string
  /** First instant of the month. */
  from_at: string
  /** First instant after the month. */
  until_at: string
}
const monthOf = (today: string, zona: string): Month => {
  const periode = today.slice(0, 7)
  const from = `${periode}-01`
  const next = `${addDays(from, 31).slice(0, 7)}-01`
  const instantOf = (day: string) =>
    new Date(Date.parse(day) - zoneHours(zona) * 3_600_000).toISOString()
  const days = { from, to: addDays(next, -1) }
  return { periode, ...days, from_at: instantOf(from), until_at: instantOf(next) }
}
const count = sql<number>`count(*)`
const numberOf = (n: number | string | null | undefined): number => Number(n ?? 0)

/** Returns a query of the user's leads that are not deleted. */
const ownLeads = (db: Db, me: number) =>
  db.selectFrom('lead').where('lead.sales_id', '=', me).where('lead.dihapus_at', 'is', null)

const readDue = async (db: Db, me: number) => {
  const due = ownLeads(db, me).where(isDue('perlu'))
  const { n } = await due.select(count.as('n')).executeTakeFirstOrThrow()
  const rows = await due
    .select(['id', 'nama', 'phone', 'tahap', 'tindak_lanjut_at', 'tindak_lanjut'])
    .orderBy('tindak_lanjut_at')
    .orderBy('id')
    .limit(portalListLimit)
    .execute()
  return {
    jumlah_tindak_lanjut: numberOf(n),
    tindak_lanjut: rows.map((row) => ({ ...row, tindak_lanjut_at: row.tindak_lanjut_at ?? '' })),
  }
}

const readTrials = async (db: Db, me: number, today: string): Promise<Portal['trial']> => {
  const rows = await ownLeads(db, me)
    .innerJoin('pertemuan', 'pertemuan.id', 'lead.trial_pertemuan_id')
    .innerJoin('trial_lead', 'trial_lead.pertemuan_id', 'pertemuan.id')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('user', 'user.id', 'pertemuan.pelatih_id')
    .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .select(['pertemuan.id as pertemuan_id', 'lead.id', 'lead.nama', 'pertemuan.tanggal'])
    .select(['pertemuan.jam_mulai', 'pertemuan.jam_selesai', 'pertemuan.status'])
    .select(['trial_lead.kode_absensi', 'kursus.nama as kursus', 'user.name as pelatih'])
    .select(['ruang.nama as ruang', 'gedung.nama as gedung', 'gedung.zona_waktu'])
    .where('lead.tahap', 'in', openStages)
    .where('pertemuan.tanggal', '>=', today)
    .where('pertemuan.tanggal', '<=', addDays(today, 1))
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .limit(portalListLimit * 2)
    .execute()
  return rows.map(({ id, nama, ...lesson }) => ({ ...lesson, lead: { id, nama } }))
}

const readSlots = async (db: Db, me: number): Promise<Portal['slot']> => {
  const rows = await db
    .selectFrom('slot_ditahan as s')
    .leftJoin('lead', 'lead.id', 's.lead_id')
    .leftJoin('user as calon', 'calon.id', 's.peserta_id')
    .innerJoin('kursus', 'kursus.id', 's.kursus_id')
    .innerJoin('gedung', 'gedung.id', 's.gedung_id')
    .innerJoin('user as guru', 'guru.id', 's.pelatih_id')
    .select(['s.id', 's.lead_id', 's.peserta_id', 's.hari', 's.jam_mulai', 's.sampai_at'])
    .select(['lead.nama as lead', 'calon.name as calon', 'kursus.nama as kursus'])
    .select(['guru.name as pelatih', 'gedung.nama as gedung', 'gedung.zona_waktu'])
    .where(sql<SqlBool>`coalesce(lead.sales_id, calon.sales_id) = ${me}`)
    .where('s.sampai_at', '>', now())
    .orderBy('s.sampai_at')
    .orderBy('s.id')
    .limit(portalListLimit)
    .execute()
  return rows.map(({ lead, calon, ...row }) => ({ ...row, nama: lead ?? calon ?? '' }))
}

/**
 * Counts the user's applicants, and the applicants of the user's outlets whom no sales person has
 * taken.
 */
const readApplicants = async (db: Db, me: number): Promise<Portal['pendaftar']> => {
  const here = sql`(select u.gedung_id from "user" u where u.id = ${me} union select w.gedung_id from user_gedung w where w.user_id = ${me})`
  const row = await db
    .selectFrom('user')
    .select([
      sql<number>`sum(case when "user".sales_id is null then 0 else 1 end)`.as('sendiri'),
      sql<number>`sum(case when "user".sales_id is null then 1 else 0 end)`.as('bebas'),
    ])
    .where(isOpenApplicant)
    .where(
      sql<SqlBool>`("user".sales_id = ${me} or ("user".sales_id is null and "user".gedung_id in ${here}))`,
    )
    .executeTakeFirst()
  return { sendiri: numberOf(row?.sendiri), belum_dipegang: numberOf(row?.bebas) }
}

const readFunnel = async (db: Db, me: number): Promise<Portal['corong']> => {
  const rows = await ownLeads(db, me)
    .select(['tahap', count.as('n')])
    .where('tahap', 'in', openStages)
    .groupBy('tahap')
    .execute()
  const of = new Map(rows.map((row) => [row.tahap, numberOf(row.n)]))
  return openStages.map((tahap) => ({ tahap, jumlah: of.get(tahap) ?? 0 }))
}

/** Counts the user's students whose first course begins in a month. */
const countNewStudents = async (db: Db, me: number, { from, to }: Month): Promise<number> => {
  const begun = (kp: string): Condition =>
    sql<SqlBool>`(${sql.ref(`${kp}.status`)} <> 0 or ${sql.ref(`${kp}.diakhiri_at`)} is not null)`
  const row = await db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('user', 'user.id', 'kp.peserta_id')
    .select(sql<number>`count(distinct kp.peserta_id)`.as('n'))
    .where('user.sales_id', '=', me)
    .where('kp.mulai', '>=', from)
    .where('kp.mulai', '<=', to)
    .where(begun('kp'))
    .where(
      sql<SqlBool>`not exists (select 1 from kursus_peserta e where e.peserta_id = kp.peserta_id and e.mulai < ${from} and ${begun('e')})`,
    )
    .executeTakeFirstOrThrow()
  return numberOf(row.n)
}
const readMonth = async (db: Db, me: number, month: Month) => {
  const inMonth = (column: string): Condition =>
    sql<SqlBool>`${sql.ref(column)} >= ${month.from_at} and ${sql.ref(column)} < ${month.until_at}`
  const countOf = (of: Condition) => sql<number>`sum(case when ${of} then 1 else 0 end)`
  const isLost = sql<SqlBool>`(tahap = 'kalah' and ${inMonth('tahap_at')})`
  const isWon = sql<SqlBool>`(tahap = 'menang' and ${inMonth('menang_at')})`
  // Reads only the leads that were created, won or lost in the month.
  const row = await ownLeads(db, me)
    .select(countOf(inMonth('created_at')).as('baru'))
    .select([countOf(isWon).as('menang'), countOf(isLost).as('kalah')])
    .where(sql<SqlBool>`(${inMonth('created_at')} or ${isWon} or ${isLost})`)
    .executeTakeFirstOrThrow()
  return {
    periode: month.periode,
    lead_baru: numberOf(row.baru),
    menang: numberOf(row.menang),
    kalah: numberOf(row.kalah),
    peserta_baru: await countNewStudents(db, me, month),
    pendapatan: await readRevenue(db, me, month),
  }
}

const readExpenses = async (db: Db, me: number, month: Month): Promise<Portal['pengeluaran']> => {
  const waits = sql<SqlBool>`status = 'diajukan'`
  const row = await db
    .selectFrom('pengeluaran_sales')
    .select([
      sql<number>`sum(case when status = 'disetujui' then jumlah else 0 end)`.as('disetujui'),
      sql<number>`sum(case when ${waits} then 1 else 0 end)`.as('menunggu'),
      sql<number>`sum(case when ${waits} then jumlah else 0 end)`.as('jumlah_menunggu'),
      sql<number>`sum(case when status = 'ditolak' then 1 else 0 end)`.as('ditolak'),
    ])
    .where('sales_id', '=', me)
    .where('void_at', 'is', null)
    // Counts approved expenses only if their day is in the month. Waiting and rejected expenses are
    // counted in every month, until they are decided or filed again.
    .where((eb) =>
      eb.or([
        eb('status', '<>', 'disetujui'),
        eb.and([eb('tanggal', '>=', month.from), eb('tanggal', '<=', month.to)]),
      ]),
    )
    .executeTakeFirst()
  return {
    disetujui: numberOf(row?.disetujui),
    menunggu: numberOf(row?.menunggu),
    jumlah_menunggu: numberOf(row?.jumlah_menunggu),
    ditolak: numberOf(row?.ditolak),
  }
}

const readArrears = async (db: Db, me: number) => {
  const bills = db
    .selectFrom('billing')
    .where(overdue())
    .where(
      sql<SqlBool>`exists (select 1 from billing_item i join "user" s on s.id = i.peserta_id where i.billing_id = billing.id and s.sales_id = ${me})`,
    )
  const sums = await bills
    .select([count.as('n'), sql<number>`sum(billing.sisa)`.as('sisa')])
    .executeTakeFirstOrThrow()
  const rows = await bills
    .innerJoin('user as akun', 'akun.id', 'billing.akun_billing_id')
    .select(['billing.id', 'billing.nomor', 'akun.name as akun', 'jatuh_tempo', 'sisa'])
    .orderBy('jatuh_tempo')
    .orderBy('billing.id')
    .limit(portalListLimit)
    .execute()
  return {
    tunggakan: rows,
    jumlah_tunggakan: numberOf(sums.n),
    total_tunggakan: numberOf(sums.sisa),
  }
}

export const portalSalesCalls: Pick<Handlers, 'portalSales'> = {
  portalSales: async ({ reader: db, actor: { id } }: Ctx) => {
    const { zona, hari_ini, ...targets } = await readHome(db, id)
    const month = monthOf(hari_ini, zona)
    return {
      hari_ini,
      ...(await readDue(db, id)),
      trial: await readTrials(db, id, hari_ini),
      slot: await readSlots(db, id),
      menunggu: await readWaiting(db, id),
      pendaftar: await readApplicants(db, id),
      corong: await readFunnel(db, id),
      bulan: { ...(await readMonth(db, id, month)), ...targets },
      pengeluaran: await readExpenses(db, id, month),
      ...(await readArrears(db, id)),
    }
  },
}
