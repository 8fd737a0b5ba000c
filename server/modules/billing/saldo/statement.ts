/**
 * Statement of a payer (domain.md 3.5): bills, payments and ledger entries in chronological order.
 * The balances of the statement are computed from these rows and not from the stored sums, so that
 * the statement verifies the stored sums.
 */
import type { z } from 'zod/mini'
import { sourceProperties } from '#contract/billing/rules/billSource.ts'
import { changesAccount } from '#contract/billing/rules/ledgerKind.ts'
import { statementPaper } from '#contract/billing/rules/paper/statementPaper.ts'
import { longestStatement, type rekeningKoran } from '#contract/billing/saldoCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus, RoleId } from '#contract/enums.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { invalidField, notFound } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { billingModule } from '#server/modules/billing/bills/billing.ts'
import { readOutlets } from '#server/modules/billing/papers/readBills.ts'
import { billingPaymentModule } from '#server/modules/billing/payments/billingPayment.ts'
import { mutasiSaldoModule } from '#server/modules/billing/saldo/mutasiSaldo.ts'
import { paperBatch } from '#server/pdf/batches.ts'
import { pdfResponse } from '#server/pdf/pdf.ts'
import { readSettings } from '#server/settings.ts'

type Statement = CallOutput<typeof rekeningKoran>
type Line = Statement['baris'][number]
/** Line of a statement before the running balances are added. */
interface StatementEvent extends Omit<Line, 'sisa' | 'saldo'> {
  /** Time at which the event was recorded. Events of one day are sorted by this time. */
  at: string
}
const nothing = { billing_id: null, payment_id: null, tagihan: 0, bayar: 0, mutasi: 0 }
/** Returns the day of an instant in the time zone of an outlet. */
const dayOf = (time: string, zone: string): string => currentDay(zone, new Date(time))

const readBillEvents = async (db: Db, ctx: Ctx, akun: number): Promise<StatementEvent[]> => {
  const bills = await db
    .selectFrom('billing')
    .innerJoin('gedung', 'gedung.id', 'billing.gedung_id')
    .select(['billing.id', 'nomor', 'total', 'tanggal_terbit', 'diterbitkan_at', 'void_at'])
    .select(['billing.created_at', 'billing.sumber', 'zona_waktu'])
    .where('akun_billing_id', '=', akun)
    .where('billing.status', '=', BillingStatus.terbit)
    .where(scopeOf(ctx, billingModule))
    .execute()
  return bills.flatMap((b) => {
    const issueTime = b.diterbitkan_at ?? b.created_at
    const of = { ...nothing, billing_id: b.id }
    const issued = {
      ...of,
      at: issueTime,
      tanggal: b.tanggal_terbit ?? dayOf(issueTime, b.zona_waktu),
      uraian: `${sourceProperties(b.sumber).noun} ${b.nomor}`,
      tagihan: b.total,
    }
    if (b.void_at === null) return [issued]
    const voidEvent = {
      ...of,
      at: b.void_at,
      tanggal: dayOf(b.void_at, b.zona_waktu),
      uraian: `Pembatalan ${b.nomor}`,
      tagihan: -b.total,
    }
    return [issued, voidEvent]
  })
}
const readPayments = async (db: Db, ctx: Ctx, akun: number): Promise<StatementEvent[]> => {
  const payments = await db
    .selectFrom('billing_payment')
    .innerJoin('gedung', 'gedung.id', 'billing_payment.gedung_id')
    .select(['billing_payment.id', 'nomor', 'jumlah', 'tanggal', 'void_at'])
    .select(['billing_payment.created_at', 'zona_waktu'])
    .where('akun_billing_id', '=', akun)
    .where(scopeOf(ctx, billingPaymentModule))
    .execute()
  return payments.flatMap((p) => {
    const of = { ...nothing, payment_id: p.id }
    const received = {
      ...of,
      at: p.created_at,
      tanggal: p.tanggal,
      uraian: `Pembayaran ${p.nomor}`,
      bayar: p.jumlah,
    }
    if (p.void_at === null) return [received]
    const voidEvent = {
      ...of,
      at: p.void_at,
      tanggal: dayOf(p.void_at, p.zona_waktu),
      uraian: `Pembatalan ${p.nomor}`,
      bayar: -p.jumlah,
    }
    return [received, voidEvent]
  })
}
const readEntries = async (db: Db, ctx: Ctx, akun: number): Promise<StatementEvent[]> => {
  const entries = await db
    .selectFrom('mutasi_saldo')
    .select(['tanggal', 'jenis', 'jumlah', 'keterangan', 'nomor', 'created_at'])
    .select(['billing_id', 'payment_id'])
    .where('akun_billing_id', '=', akun)
    .where(scopeOf(ctx, mutasiSaldoModule))
    .orderBy('id')
    .execute()
  return entries.map((m) => ({
    ...nothing,
    at: m.created_at,
    tanggal: m.tanggal,
    uraian: changesAccount(m.jenis)
      ? m.keterangan
      : `${m.keterangan} (saldo ${formatRupiah(m.jumlah)})`,
    billing_id: m.billing_id,
    payment_id: m.payment_id,
    bayar: changesAccount(m.jenis) ? m.jumlah : 0,
    mutasi: m.jumlah,
  }))
}
/**
 * Returns the number of all published bills, payments and ledger entries of a payer, including rows
 * that the actor may not see.
 */
const countAll = async (db: Db, akun: number): Promise<number> => {
  const of = (table: 'billing_payment' | 'mutasi_saldo') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('akun_billing_id', '=', akun)
      .executeTakeFirstOrThrow()
  const bills = await db
    .selectFrom('billing')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('akun_billing_id', '=', akun)
    .where('status', '=', BillingStatus.terbit)
    .executeTakeFirstOrThrow()
  return bills.n + (await of('billing_payment')).n + (await of('mutasi_saldo')).n
}

const inOrder = (a: StatementEvent, b: StatementEvent): number => {
  if (a.tanggal !== b.tanggal) return a.tanggal < b.tanggal ? -1 : 1
  if (a.at === b.at) return 0
  return a.at < b.at ? -1 : 1
}
/** Sorts the events, and adds the owed amount and the saldo after each event. */
const runningOf = (moments: readonly StatementEvent[]): Line[] => {
  let [sisa, saldo] = [0, 0]
  return moments.toSorted(inOrder).map(({ at: _, ...moment }) => {
    sisa += moment.tagihan - moment.bayar
    saldo += moment.mutasi
    return { ...moment, sisa, saldo }
  })
}
const sumOf = (lines: readonly Line[], of: 'tagihan' | 'bayar'): number =>
  lines.reduce((sum, line) => sum + line[of], 0)

/**
 * Returns the payer of a statement: the given user if that user is a payer, otherwise the payer of
 * the given student. Throws 404 if no payer is found.
 */
const readStatementHead = async (db: Db, id: number): Promise<Statement['akun_billing']> => {
  const person = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['akun_billing_id', 'role_id', 'dasar_role_id'])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow()
  const pays = (person.dasar_role_id ?? person.role_id) === RoleId.akunBilling
  const payer = await db
    .selectFrom('user')
    .innerJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'nama_tagihan', 'alamat', 'alamat_tagihan', 'gedung_id'])
    .where('user.id', '=', pays ? id : (person.akun_billing_id ?? 0))
    .executeTakeFirst()
  if (!payer) throw notFound('Akun billing')
  const { alamat_tagihan, alamat, ...rest } = payer
  return { ...rest, alamat: alamat_tagihan ?? alamat }
}

const checkPeriod = (dari: string, sampai: string): void => {
  if (sampai < dari) throw invalidField('sampai', 'Tidak boleh sebelum tanggal awal')
  if (sampai > addDays(dari, longestStatement.days))
    throw invalidField('sampai', 'Paling lama dua tahun')
}

type Period = z.output<typeof rekeningKoran.query>
export const readStatement = async (ctx: Ctx, { id, dari, sampai }: Period): Promise<Statement> => {
  checkPeriod(dari, sampai)
  await inScope(ctx, userModule, id)
  const { db } = ctx
  const akun_billing = await readStatementHead(db, id)
  const akun = akun_billing.id
  const bills = await readBillEvents(db, ctx, akun)
  const payments = await readPayments(db, ctx, akun)
  const entries = await readEntries(db, ctx, akun)
  const billCount = new Set(bills.map((b) => b.billing_id)).size
  const paymentCount = new Set(payments.map((p) => p.payment_id)).size
  const lines = runningOf([...bills, ...payments, ...entries]).filter((l) => l.tanggal <= sampai)
  const baris = lines.filter((l) => l.tanggal >= dari)
  if (baris.length > longestStatement.rows)
    throw invalidField('sampai', `Lebih dari ${longestStatement.rows} baris: persempit periodenya`)
  const positionOf = (line: Line | undefined) => ({
    sisa: line?.sisa ?? 0,
    saldo: line?.saldo ?? 0,
  })
  return {
    akun_billing,
    dari,
    sampai,
    per: now(),
    awal: positionOf(lines.findLast((l) => l.tanggal < dari)),
    akhir: positionOf(lines.at(-1)),
    total_tagihan: sumOf(baris, 'tagihan'),
    total_bayar: sumOf(baris, 'bayar'),
    baris,
    di_luar_wilayah: (await countAll(db, akun)) - billCount - paymentCount - entries.length,
  }
}

const titleOf = (data: Statement): string =>
  `Rekening Koran ${data.akun_billing.nama_tagihan} ${data.dari} ${data.sampai}`
/** Returns the title and the pages of the PDF of a statement. */
export const statementFile = async (db: Db, data: Statement, settings: Settings) => {
  const { gedung_id } = data.akun_billing
  const outlets = await readOutlets(db, [gedung_id])
  const paper = statementPaper(data, kopOf(outlets.get(gedung_id ?? 0), settings))
  return {
    info: { title: titleOf(data), author: settings.nama_sekolah },
    batches: paperBatch(db, paper),
  }
}

export const statementCalls: Pick<Handlers, 'rekeningKoran' | 'rekeningKoranPdf'> = {
  rekeningKoran: (ctx, _, query) => readStatement(ctx, query),
  rekeningKoranPdf: async (ctx, _, query) => {
    const data = await readStatement(ctx, query)
    const settings = await readSettings(ctx.db)
    return pdfResponse(ctx, {
      ...(await statementFile(ctx.db, data, settings)),
      asker: `user:${ctx.actor.id}`,
    })
  },
}
