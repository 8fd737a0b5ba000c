/**
 * Checks bills, payments and credit by plain loops over database rows. The loops use no code of the
 * product, so that an error in its rules, SQL or sums cannot hide itself.
 */
import { MetodePembayaran } from '#contract/enums.ts'
import type { Db } from '#server/db/schema/tables.ts'

/**
 * Returns the note for the payment of call `number`. Two payments with the same note show that a
 * payment was booked twice.
 */
export const markOf = (number: number): string => `Uji acak ${number}`
const mark = /^Uji acak \d+$/
const booked = /^Mutasi bank: /

/** Sums of amounts by key; 0 for an unknown key. */
class Sums<K> extends Map<K, number> {
  add(key: K, amount: number): void {
    this.set(key, this.of(key) + amount)
  }
  of(key: K): number {
    return this.get(key) ?? 0
  }
}

const readBooks = async (db: Db) => ({
  bills: await db
    .selectFrom('billing')
    .select(['id', 'akun_billing_id', 'status', 'total', 'terbayar', 'sisa', 'void_at'])
    .execute(),
  items: await db.selectFrom('billing_item').select(['billing_id', 'jumlah']).execute(),
  parts: await db
    .selectFrom('billing_payment_alokasi')
    .select(['id', 'payment_id', 'mutasi_id', 'billing_id', 'jumlah', 'void_at', 'created_at'])
    .execute(),
  payments: await db
    .selectFrom('billing_payment')
    .select(['id', 'akun_billing_id', 'gedung_id', 'tanggal', 'metode', 'jumlah', 'ke_saldo'])
    .select(['konfirmasi_id', 'catatan', 'void_at'])
    .execute(),
  saldo: await db
    .selectFrom('mutasi_saldo')
    .select(['id', 'akun_billing_id', 'jenis', 'jumlah', 'billing_id', 'nomor', 'created_at'])
    .orderBy('id')
    .execute(),
  profiles: await db
    .selectFrom('akun_billing_profil')
    .select(['user_id', 'saldo_kredit'])
    .execute(),
  confirmations: await db
    .selectFrom('konfirmasi_pembayaran')
    .select(['id', 'status', 'payment_id'])
    .execute(),
  lines: await db
    .selectFrom('mutasi_bank')
    .select(['id', 'bank_id', 'tanggal', 'keterangan', 'masuk', 'status', 'payment_id'])
    .execute(),
  closings: await db
    .selectFrom('tutup_kas')
    .select(['id', 'gedung_id', 'dari', 'tanggal', 'tunai', 'dibuka_at'])
    .execute(),
  closed: await db
    .selectFrom('tutup_kas_rincian')
    .select(['tutup_kas_id', 'metode', 'jumlah'])
    .execute(),
})
type Books = Awaited<ReturnType<typeof readBooks>>

const checkBills = ({ bills, items, parts }: Books): string[] => {
  const [billed, paid] = [new Sums<number>(), new Sums<number>()]
  for (const { billing_id, jumlah } of items) billed.add(billing_id, jumlah)
  for (const { billing_id, jumlah, void_at } of parts)
    if (void_at === null) paid.add(billing_id, jumlah)
  const wrong: string[] = []
  for (const { id, total, terbayar, sisa, void_at } of bills) {
    if (terbayar !== paid.of(id)) wrong.push(`tagihan ${id}: ${terbayar} bukan ${paid.of(id)}`)
    if (total !== billed.of(id)) wrong.push(`tagihan ${id}: total bukan jumlah barisnya`)
    if (sisa !== total - terbayar || terbayar > total) wrong.push(`tagihan ${id}: sisa ${sisa}`)
    if (void_at !== null && terbayar !== 0) wrong.push(`tagihan ${id}: batal dan terbayar`)
  }
  return wrong
}

/**
 * Checks that each payer's money is neither created nor lost: paid amounts plus credit equal
 * received payments plus manual credit entries.
 */
const checkAccounts = ({ bills, parts, payments, saldo, profiles }: Books): string[] => {
  const [balances, received, paid] = [new Sums<number>(), new Sums<number>(), new Sums<number>()]
  const outside = new Sums<number>()
  const byHand = ['pengembalian', 'koreksi', 'transfer', 'nota_kredit', 'saldo_awal']
  for (const { akun_billing_id, jumlah, jenis } of saldo) {
    balances.add(akun_billing_id, jumlah)
    if (byHand.includes(jenis)) outside.add(akun_billing_id, jumlah)
  }
  for (const { akun_billing_id, jumlah, void_at } of payments)
    if (void_at === null) received.add(akun_billing_id, jumlah)
  const payerOf = new Map(bills.map(({ id, akun_billing_id }) => [id, akun_billing_id]))
  for (const { billing_id, jumlah, void_at } of parts)
    if (void_at === null) paid.add(payerOf.get(billing_id) ?? 0, jumlah)
  return profiles.flatMap(({ user_id: id, saldo_kredit }) => {
    const owned = received.of(id) + outside.of(id)
    return saldo_kredit === balances.of(id) &&
      saldo_kredit >= 0 &&
      paid.of(id) + saldo_kredit === owned
      ? []
      : [`akun ${id}: terbayar ${paid.of(id)} dan saldo ${saldo_kredit} dari ${owned}`]
  })
}

/**
 * Checks that each credit note has paid its bill at once. The amount paid must be the amount of the
 * note, or the amount that was still unpaid on the bill, whichever is less.
 */
const checkNotes = ({ bills, parts, saldo }: Books): string[] => {
  const totals = new Map(bills.map(({ id, total }) => [id, total]))
  const [partsOf, entriesOf] = [
    Map.groupBy(parts, (part) => part.billing_id),
    Map.groupBy(saldo, (entry) => entry.billing_id),
  ]
  return saldo
    .filter(({ jenis, nomor }) => jenis === 'nota_kredit' && nomor !== null)
    .flatMap(({ id, billing_id, jumlah, nomor, created_at: createdAt }) => {
      let open = totals.get(billing_id ?? 0) ?? 0
      for (const part of partsOf.get(billing_id ?? 0) ?? [])
        if (part.created_at < createdAt && (part.void_at === null || part.void_at > createdAt))
          open -= part.jumlah
      const next = entriesOf.get(billing_id)?.find((entry) => entry.id > id)
      const paid = next?.jenis === 'pakai' ? -next.jumlah : 0
      const due = Math.min(open, jumlah)
      return due === 0 || paid === due ? [] : [`${nomor}: membayar ${paid}, bukan ${due}`]
    })
}

/**
 * Returns the repeated values of a list: each value whose key equals the key of an earlier value.
 */
const twice = <T>(all: readonly T[], keyOf: (one: T) => unknown): T[] => {
  const seenKeys = new Set<unknown>()
  return all.filter((item) => {
    const key = keyOf(item)
    const isRepeat = seenKeys.has(key)
    seenKeys.add(key)
    return isRepeat
  })
}

/**
 * Checks that no payment was booked twice, and that the amount of each payment equals its
 * allocations to bills plus the credit that it leaves. A payment that was booked from a bank
 * statement line must belong to that line.
 */
const checkPayments = ({ parts, payments, lines }: Books): string[] => {
  const paid = new Sums<number>()
  for (const { payment_id, jumlah, void_at } of parts)
    if (void_at === null && payment_id !== null) paid.add(payment_id, jumlah)
  const tied = new Set(lines.map(({ payment_id }) => payment_id))
  const marked = payments.filter(({ catatan }) => mark.test(catatan ?? ''))
  return [
    ...payments
      .filter(({ id, jumlah, ke_saldo, void_at }) =>
        void_at === null ? paid.of(id) + ke_saldo !== jumlah : paid.of(id) !== 0,
      )
      .map(({ id, jumlah }) => `pembayaran ${id}: ${jumlah} membayar ${paid.of(id)}`),
    ...twice(marked, ({ catatan }) => catatan).map(
      ({ id, catatan }) => `pembayaran ${id}: ${catatan} dua kali`,
    ),
    ...payments
      .filter((p) => p.void_at === null && booked.test(p.catatan ?? '') && !tied.has(p.id))
      .map(({ id }) => `pembayaran ${id}: dari mutasi yang tidak mengenalnya`),
  ]
}

/**
 * Checks that each approved payment confirmation has exactly one payment that is not void, and that
 * no other confirmation has such a payment.
 */
const checkConfirmations = ({ payments, confirmations }: Books): string[] => {
  const of = Map.groupBy(
    payments.filter((p) => p.void_at === null && p.konfirmasi_id !== null),
    (p) => p.konfirmasi_id,
  )
  return confirmations
    .filter(({ id, status, payment_id }) => {
      const ownPayments = of.get(id) ?? []
      return status === 'disetujui'
        ? ownPayments.length !== 1 || ownPayments[0]?.id !== payment_id
        : ownPayments.length !== 0
    })
    .map(({ id, status }) => `konfirmasi ${id}: ${status}, pembayaran ${of.get(id)?.length ?? 0}`)
}

/**
 * Checks that no bank statement line is stored twice. A matched line must have a payment of its
 * amount that is not void and belongs to no other line; any other line must have no payment.
 */
const checkLines = ({ payments, lines }: Books): string[] => {
  const live = new Map(payments.filter((p) => p.void_at === null).map((p) => [p.id, p]))
  const used = lines.filter(({ payment_id }) => payment_id !== null)
  return [
    ...lines
      .filter(({ status, masuk, payment_id }) =>
        status === 'cocok' ? live.get(payment_id ?? 0)?.jumlah !== masuk : payment_id !== null,
      )
      .map(({ id, status }) => `mutasi ${id}: ${status} tanpa pembayarannya`),
    ...twice(used, (line) => line.payment_id).map(
      ({ id, payment_id }) => `mutasi ${id}: pembayaran ${payment_id} juga milik yang lain`,
    ),
    ...twice(lines, (line) => [line.bank_id, line.tanggal, line.keterangan].join(' ')).map(
      ({ id, keterangan }) => `mutasi ${id}: ${keterangan} dua kali`,
    ),
  ]
}

/**
 * Payment methods of the cash desk. A cash closing fixes the sums of the payments by these methods.
 * Transfers are not included, because a transfer may be recorded after its day is closed.
 */
const counter = [
  MetodePembayaran.tunai,
  MetodePembayaran.mesinDuaBank,
  MetodePembayaran.mesinBankLain,
  MetodePembayaran.kartuKredit,
]
/**
 * Checks that the sums of each cash closing still equal the payments of the closed days. Skips
 * closings that were reopened.
 */
const checkClosings = ({ closings, closed, payments }: Books): string[] =>
  closings.flatMap(({ id, gedung_id, dari, tanggal, tunai, dibuka_at }) => {
    if (dibuka_at !== null) return []
    const [received, recordedSums] = [new Sums<number>(), new Sums<number>()]
    for (const p of payments)
      if (
        p.gedung_id === gedung_id &&
        p.void_at === null &&
        p.tanggal >= dari &&
        p.tanggal <= tanggal
      )
        received.add(p.metode, p.jumlah)
    for (const line of closed)
      if (line.tutup_kas_id === id) recordedSums.add(line.metode, line.jumlah)
    const wrong = counter
      .filter((metode) => received.of(metode) !== recordedSums.of(metode))
      .map((metode) => `cara ${metode}: ${recordedSums.of(metode)} bukan ${received.of(metode)}`)
    const cash = received.of(MetodePembayaran.tunai)
    return [...wrong, ...(cash === tunai ? [] : [`${tunai} bukan ${cash}`])].map(
      (words) => `tutup kas ${id}: ${words}`,
    )
  })

/** Returns a text for each broken check; empty when all sums agree. */
export const checkByLoops = async (db: Db): Promise<string[]> => {
  const books = await readBooks(db)
  return [
    checkBills,
    checkAccounts,
    checkNotes,
    checkPayments,
    checkConfirmations,
    checkLines,
    checkClosings,
  ].flatMap((check) => check(books))
}
