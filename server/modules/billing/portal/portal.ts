/**
 * Start page of a payer (domain.md 4) with open bills, confirmations, receipts, and the lessons of
 * the payer's students. Each section needs one or two queries for any number of students and bills.
 */
import { sql } from 'kysely'
import { BillingStatus, PaymentStatus, UserStatus } from '#contract/enums.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Handlers } from '#server/http/calls.ts'
import { pastDue } from '#server/modules/billing/bills/scope.ts'
import { firstName, readSeats } from '#server/modules/schedule/enrolments/seats.ts'
import {
  countMarks,
  portalLesson,
  readCourses,
  readLastMarks,
  readMakeUps,
  readNextLessons,
  todayOf,
} from '#server/modules/schedule/enrolments/studentEnrolments.ts'

const most = { bills: 20, rows: 5, children: 50 }

const openBills = (db: Db, me: number) =>
  db
    .selectFrom('billing')
    .where('akun_billing_id', '=', me)
    .where('status', '=', BillingStatus.terbit)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
/**
 * Returns the number and the unpaid amount of the open bills in three groups: unpaid, partially
 * paid, and overdue. An overdue bill is counted twice, because it is also unpaid or partially paid.
 */
const readSums = async (db: Db, me: number) => {
  const rows = await openBills(db, me)
    .select(['payment_status', sql<number>`case when ${pastDue()} then 1 else 0 end`.as('lewat')])
    .select((eb) => [eb.fn.countAll<number>().as('jumlah'), eb.fn.sum<number>('sisa').as('sisa')])
    .groupBy(['payment_status', 'lewat'])
    .execute()
  const sumOf = (is: (row: (typeof rows)[number]) => boolean) => {
    const matchingRows = rows.filter(is)
    return {
      jumlah: matchingRows.reduce((n, row) => n + Number(row.jumlah), 0),
      sisa: matchingRows.reduce((n, row) => n + Number(row.sisa), 0),
    }
  }
  return {
    belum_terbayar: sumOf((row) => row.payment_status === PaymentStatus.belum),
    terbayar_sebagian: sumOf((row) => row.payment_status === PaymentStatus.sebagian),
    lewat_jatuh_tempo: sumOf((row) => row.lewat === 1),
  }
}
const readOwnBills = async (db: Db, me: number) => {
  const rows = await openBills(db, me)
    .select(['id', 'nomor', 'periode', 'jatuh_tempo', 'total', 'sisa', 'payment_status', 'sumber'])
    .select(
      sql<number>`case when exists (select 1 from konfirmasi_tagihan t join konfirmasi_pembayaran k on k.id = t.konfirmasi_id where t.billing_id = billing.id and k.status = 'menunggu') then 1 else 0 end`.as(
        'menunggu',
      ),
    )
    .orderBy('jatuh_tempo')
    .orderBy('id')
    .limit(most.bills)
    .execute()
  return rows.map(({ menunggu, sumber, ...bill }) => ({
    ...bill,
    denda: sumber === 'denda',
    menunggu: menunggu === 1,
  }))
}
const readConfirmations = (db: Db, me: number) =>
  db
    .selectFrom('konfirmasi_pembayaran')
    .select(['id', 'nomor', 'jumlah', 'tanggal_transfer', 'status', 'alasan_tolak'])
    .where('akun_billing_id', '=', me)
    .where('status', '<>', 'dibatalkan')
    .orderBy('id', 'desc')
    .limit(most.rows)
    .execute()
const readReceipts = (db: Db, me: number) =>
  db
    .selectFrom('billing_payment')
    .select(['id', 'nomor', 'tanggal', 'jumlah'])
    .where('akun_billing_id', '=', me)
    .where('void_at', 'is', null)
    .orderBy('tanggal', 'desc')
    .orderBy('id', 'desc')
    .limit(most.rows)
    .execute()

const readChildren = (db: Db, me: number) =>
  db
    .selectFrom('user')
    .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'user.nama_panggilan'])
    .where('user.akun_billing_id', '=', me)
    .where('user.status', 'in', [UserStatus.aktif, UserStatus.nonaktif])
    .orderBy('user.name_kunci')
    .orderBy('user.id')
    .limit(most.children)
    .execute()
type Child = Awaited<ReturnType<typeof readChildren>>[number]

const nothing = { anak: [], pertemuan: [], absensi: [], kredit: [] }
/**
 * Returns the courses, upcoming lessons, attendance and make-up credits of the students of a payer,
 * each with the name of the student.
 */
const readFamily = async (db: Db, children: readonly Child[], today: string) => {
  const ids = children.map(({ id }) => id)
  if (ids.length === 0) return nothing
  const nameOf = new Map(children.map((child) => [child.id, firstName(child)]))
  const named = <R extends { peserta_id: number }>(row: R) => ({
    ...row,
    peserta: nameOf.get(row.peserta_id) ?? '',
  })
  const lessons = await readNextLessons(db, ids, today)
  const seats = await readSeats(
    db,
    lessons.map(({ id }) => id),
  )
  const courses = Map.groupBy(await readCourses(db, ids), (row) => row.peserta_id)
  const marks = Map.groupBy(await countMarks(db, ids, today), (row) => row.peserta_id)
  return {
    anak: children.map(({ id, name }) => ({
      id,
      name,
      kursus: (courses.get(id) ?? []).map(({ peserta_id: _, ...course }) => course),
      kehadiran: (marks.get(id) ?? []).map(({ peserta_id: _, ...mark }) => mark),
    })),
    // Omits students of other families in the same lesson.
    pertemuan: lessons.map((lesson) => ({
      ...portalLesson(lesson),
      peserta: (seats.get(lesson.id) ?? []).flatMap(({ peserta_id }) => {
        const name = nameOf.get(peserta_id)
        return name === undefined ? [] : [name]
      }),
    })),
    absensi: (await readLastMarks(db, ids, today)).map(named),
    kredit: (await readMakeUps(db, ids, today)).map(named),
  }
}

const readPayerFacts = async (db: Db, me: number) => {
  const row = await db
    .selectFrom('user')
    .leftJoin('akun_billing_profil as p', 'p.user_id', 'user.id')
    .select(['user.name', 'user.phone', 'user.email', 'p.saldo_kredit'])
    .select(['p.nama_tagihan', 'p.alamat_tagihan', 'p.email_tagihan', 'p.wa_tagihan'])
    .where('user.id', '=', me)
    .executeTakeFirstOrThrow()
  // A user without a billing profile has no saldo. Such users exist because users of other roles
  // may also open this page.
  const { saldo_kredit, nama_tagihan, ...kontak } = row
  return {
    saldo_kredit: saldo_kredit ?? 0,
    kontak: { ...kontak, nama_tagihan: nama_tagihan ?? row.name },
  }
}

export const payerPortalCalls: Pick<Handlers, 'portalAkunBilling'> = {
  portalAkunBilling: async ({ db, actor: { id } }) => {
    const payer = await readPayerFacts(db, id)
    const hari_ini = await todayOf(db, id)
    return {
      hari_ini,
      ...payer,
      ...(await readSums(db, id)),
      tagihan: await readOwnBills(db, id),
      konfirmasi: await readConfirmations(db, id),
      kuitansi: await readReceipts(db, id),
      ...(await readFamily(db, await readChildren(db, id), hari_ini)),
    }
  },
}
