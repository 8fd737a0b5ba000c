/**
 * Generates about two years of data for report tests and writes it directly into the tables: bills
 * with lines, voided and moved payments, credit (saldo), credit notes, expenses, coach pay, leads
 * and enrolments.
 */
import type { Random } from '#contract/values/random.ts'
import { addDays, addMonths } from '#contract/values/tanggal.ts'
import type { People } from '#mocks/report/reportPeople.ts'
import { instantOf, first, storeWorld, Writer, type World } from '#mocks/report/reportStore.ts'
import type { School } from '#mocks/school/school.ts'

const days = 690

const dayOf = (r: Random) => addDays(first, r.int(0, days))
/** Adds a bill with its lines. Some bills are drafts, and some have a total of 0. */
const addBill = (w: Writer, r: Random, p: People) => {
  const terbit = dayOf(r)
  const draft = r.chance(0.05)
  const lines = Array.from({ length: r.int(1, 4) }, () => {
    const bruto = r.chance(0.1) ? 0 : r.pick([50_000, 99_999, 333_333, 500_000, 1_250_001])
    const diskon = r.chance(0.3) ? r.int(0, bruto) : 0
    const ppn = r.chance(0.3) ? Math.round((bruto - diskon) * 0.11) : 0
    const isCourse = r.chance(0.7)
    return {
      jenis_billing_id: r.pick(p.jenis),
      kursus_id: isCourse ? r.pick(p.kursus) : null,
      peserta_id: r.chance(0.85) ? r.pick(p.students) : null,
      jumlah_bruto: bruto,
      diskon,
      ppn,
      jumlah: bruto - diskon + ppn,
    }
  })
  const sum = (of: 'jumlah_bruto' | 'diskon' | 'ppn' | 'jumlah') =>
    lines.reduce((n, line) => n + line[of], 0)
  const total = sum('jumlah')
  const n = (w.world.billing?.length ?? 0) + 1
  const bill = w.add('billing', {
    nomor: draft ? null : `INV/${n}`,
    nomor_kunci: draft ? null : `INV/${n}`,
    akun_billing_id: r.pick(p.payers),
    gedung_id: r.pick(p.outlets),
    periode: terbit.slice(0, 7),
    tanggal_terbit: terbit,
    jatuh_tempo: addDays(terbit, r.int(0, 30)),
    status: draft ? 0 : 1,
    payment_status: 0,
    subtotal: sum('jumlah_bruto'),
    total_diskon: sum('diskon'),
    total_ppn: sum('ppn'),
    total,
    terbayar: 0,
    sisa: total,
    nama_tagihan: 'Keluarga',
    nama_tagihan_kunci: 'keluarga',
    sumber: r.chance(0.2) ? 'awal' : 'manual',
    void_at: null,
    created_at: instantOf(terbit, r.int(0, 23)),
  })
  for (const [i, line] of lines.entries())
    w.add(
      'billing_item',
      {
        billing_id: bill.id,
        // Orders the lines opposite to their ids, so that code that sorts by id fails a test.
        urutan: lines.length - i,
        deskripsi: `Baris ${i}`,
        qty: 1,
        harga_satuan: line.jumlah_bruto,
        ppn_persen: 0,
        ...line,
      },
      false,
    )
  return bill
}
type Bill = ReturnType<typeof addBill>
const openOf = (bill: Bill) => Number(bill.total) - Number(bill.terbayar)
const pay = (bill: Bill, jumlah: number) => {
  bill.terbayar = Number(bill.terbayar) + jumlah
  bill.sisa = Number(bill.total) - bill.terbayar
}
/**
 * Adds a payment for an open bill of a random payer. The payment may exceed the bill, be void, or
 * have been moved to another bill. Adds nothing if the payer has no open bill.
 */
const addPayment = (w: Writer, r: Random, p: People, bills: readonly Bill[]) => {
  const akun = r.pick(p.payers)
  const openBills = bills.filter(
    (b) => b.akun_billing_id === akun && b.status === 1 && openOf(b) > 0 && b.void_at === null,
  )
  const [bill, otherBill] = [openBills[r.int(0, Math.max(0, openBills.length - 1))], openBills[0]]
  if (!bill) return
  const tanggal = addDays(String(bill.tanggal_terbit), r.int(0, 60))
  const entered = addDays(tanggal, r.chance(0.2) ? r.int(1, 5) : 0)
  const jumlah = r.chance(0.6) ? openOf(bill) : r.int(1, openOf(bill))
  const extra = r.chance(0.2) ? r.int(1, 300_000) : 0
  const metode = r.int(0, 4)
  const n = (w.world.billing_payment?.length ?? 0) + 1
  const created_at = instantOf(entered, r.int(0, 23))
  const payment = w.add('billing_payment', {
    nomor: `KW/${n}`,
    nomor_kunci: `KW/${n}`,
    akun_billing_id: akun,
    gedung_id: bill.gedung_id ?? 0,
    tanggal,
    metode,
    bank_id: metode === 0 ? null : r.pick(p.banks),
    jumlah: jumlah + extra,
    dialokasikan: jumlah,
    ke_saldo: extra,
    pembayar_nama: 'Ibu',
    pembayar_nama_kunci: 'ibu',
    diterima_oleh: 1,
    void_at: null,
    created_at,
  })
  const part = (billing_id: number, time: string, void_at: string | null = null) =>
    w.add(
      'billing_payment_alokasi',
      { payment_id: payment.id, mutasi_id: null, billing_id, jumlah, void_at, created_at: time },
      false,
    )
  if (r.chance(0.12)) {
    const void_at = instantOf(addDays(entered, r.int(0, 90)), r.int(0, 23))
    payment.void_at = void_at
    part(bill.id, created_at, void_at)
    return
  }
  if (otherBill && otherBill !== bill && openOf(otherBill) >= jumlah && r.chance(0.3)) {
    const moved = instantOf(addDays(entered, r.int(1, 60)), r.int(0, 23))
    part(bill.id, created_at, moved)
    part(otherBill.id, moved)
    pay(otherBill, jumlah)
  } else {
    part(bill.id, created_at)
    pay(bill, jumlah)
  }
  if (extra > 0)
    w.add('mutasi_saldo', {
      akun_billing_id: akun,
      jenis: 'lebih_bayar',
      jumlah: extra,
      payment_id: payment.id,
      billing_id: null,
      keterangan: 'Lebih bayar',
      tanggal,
      created_at,
    })
}
/** Pays a random bill from the payer's saldo (credit), or adds a credit note to the saldo. */
const addSaldo = (w: Writer, r: Random, bills: readonly Bill[]) => {
  const bill = bills[r.int(0, bills.length - 1)]
  if (!bill || bill.status === 0 || bill.void_at !== null) return
  const tanggal = addDays(String(bill.tanggal_terbit), r.int(0, 60))
  const entry = {
    akun_billing_id: bill.akun_billing_id ?? 0,
    billing_id: bill.id,
    payment_id: null,
    tanggal,
    created_at: instantOf(tanggal, 4),
  }
  if (r.chance(0.3)) {
    if (Number(bill.total) > 0)
      w.add('mutasi_saldo', {
        ...entry,
        jenis: 'nota_kredit',
        jumlah: r.int(1, Number(bill.total)),
        keterangan: 'Nota kredit',
        nomor: `NK/${bill.id}/${w.world.mutasi_saldo?.length ?? 0}`,
      })
    return
  }
  if (openOf(bill) <= 0) return
  const jumlah = r.int(1, openOf(bill))
  const used = w.add('mutasi_saldo', {
    ...entry,
    jenis: 'pakai',
    jumlah: -jumlah,
    keterangan: 'Dipakai',
  })
  w.add(
    'billing_payment_alokasi',
    {
      payment_id: null,
      mutasi_id: used.id,
      billing_id: bill.id,
      jumlah,
      void_at: null,
      created_at: entry.created_at,
    },
    false,
  )
  pay(bill, jumlah)
}
const addExpense = (w: Writer, r: Random, p: People) => {
  const tanggal = dayOf(r)
  const status = r.pick(['disetujui', 'disetujui', 'diajukan', 'ditolak'])
  const n = (w.world.pengeluaran_sales?.length ?? 0) + 1
  w.add('pengeluaran_sales', {
    nomor: `PS/${n}`,
    nomor_kunci: `PS/${n}`,
    sales_id: r.pick(p.sales),
    gedung_id: r.pick(p.outlets),
    tanggal,
    kategori: r.pick(['transport', 'iklan', 'event', 'komisi']),
    keterangan: 'Untuk sekolah',
    jumlah: r.int(1, 900_000),
    metode: r.int(0, 1),
    status,
    diajukan_oleh: 1,
    disetujui_oleh: status === 'disetujui' ? 1 : null,
    disetujui_at: status === 'disetujui' ? instantOf(tanggal, 9) : null,
    ditolak_oleh: status === 'ditolak' ? 1 : null,
    ditolak_at: status === 'ditolak' ? instantOf(tanggal, 9) : null,
    alasan_tolak: status === 'ditolak' ? 'Tanpa nota' : null,
    ...(r.chance(0.1)
      ? { void_at: instantOf(tanggal, 9), void_alasan: 'Salah ketik' }
      : { void_at: null, void_alasan: null }),
  })
}
const stageOf = ['baru', 'penawaran', 'menang']
const addHonour = (w: Writer, r: Random, p: People, periode: string) => {
  const status = r.pick(['draft', 'final', 'dibayar'])
  const stamp = instantOf(`${periode}-28`, 5)
  for (const gedung_id of p.outlets)
    w.add('honor_periode', {
      pelatih_id: p.coach,
      gedung_id,
      periode,
      status,
      total: r.int(-50_000, 3_000_000),
      dihitung_at: stamp,
      final_at: status === 'draft' ? null : stamp,
      dibayar_at: status === 'dibayar' ? stamp : null,
      tanggal_bayar: status === 'dibayar' ? `${periode}-28` : null,
    })
}
const addLead = (w: Writer, r: Random, p: People) => {
  const begun = dayOf(r)
  const activation = r.int(0, 2)
  const created_at = instantOf(begun, r.int(0, 23))
  const on = (from: number, to: number) => instantOf(addDays(begun, r.int(from, to)), r.int(0, 23))
  const kalah = activation === 0 && r.chance(0.4)
  const n = (w.world.lead?.length ?? 0) + 1
  w.add('lead', {
    nama: `Lead ${n}`,
    nama_kunci: `lead ${n}`,
    nama_bunyi: 'lead',
    phone: `62811${1_000_000 + n}`,
    gedung_id: r.pick(p.outlets),
    sales_id: r.pick(p.sales),
    information_source: r.pick(['Instagram', 'Teman', 'Google', null]),
    kursus_minat: '[]',
    tahap: kalah ? 'kalah' : (stageOf[activation] ?? 'baru'),
    tahap_at: on(0, 60),
    alasan_kalah: kalah ? 'harga' : null,
    activation,
    aktif_at: activation >= 1 ? on(1, 20) : null,
    menang_at: activation === 2 ? on(1, 80) : null,
    dihapus_at: r.chance(0.05) ? created_at : null,
    created_at,
  })
}
const addEnrolment = (w: Writer, r: Random, p: People) => {
  const mulai = dayOf(r)
  const peserta_id = r.pick(p.students)
  // A student may have at most one waiting enrolment.
  const waits = w.world.kursus_peserta?.some((k) => k.peserta_id === peserta_id && k.status === 0)
  const status = waits !== true && r.chance(0.3) ? 0 : 9
  w.add('kursus_peserta', {
    peserta_id,
    peserta_nama: 'Anak',
    peserta_nama_kunci: 'anak',
    kursus_pelatih_id: p.kelas,
    kursus_id: p.kursus[0],
    akun_billing_id: p.payers[0],
    gedung_id: r.pick(p.outlets),
    sales_id: null,
    status,
    mulai,
    selesai: status === 9 ? addDays(mulai, r.int(10, 200)) : null,
    diakhiri_at: null,
  })
}

/** Sets the payment status of a bill. Voids an unpaid bill with a probability of a quarter. */
const settle = (w: Writer, r: Random, bill: Bill) => {
  bill.payment_status = Number(bill.terbayar) === 0 ? 0 : 1
  if (bill.status === 1 && Number(bill.terbayar) >= Number(bill.total)) bill.payment_status = 2
  // A bill can be void only if no payment and no saldo has paid any part of it.
  const touched = w.world.mutasi_saldo?.some((m) => m.billing_id === bill.id && m.jenis === 'pakai')
  if (bill.status === 1 && bill.terbayar === 0 && !touched && r.chance(0.25))
    bill.void_at = instantOf(addDays(String(bill.tanggal_terbit), r.int(0, 120)), r.int(0, 23))
}

/** Replaces the generated rows in the database with new rows, and returns the new rows by table. */
export const fillReports = async (s: Pick<School, 'db'>, r: Random, p: People): Promise<World> => {
  const w = new Writer()
  // Gives each payer enough saldo for all bills that are paid from saldo below.
  for (const akun of p.payers)
    w.add('mutasi_saldo', {
      akun_billing_id: akun,
      billing_id: null,
      payment_id: null,
      tanggal: first,
      created_at: instantOf(first, 1),
      jenis: 'saldo_awal',
      jumlah: 900_000_000,
      keterangan: 'Saldo awal',
    })
  const bills = Array.from({ length: r.int(20, 60) }, () => addBill(w, r, p))
  for (let i = 0; i < bills.length * 1.2; i++) {
    addPayment(w, r, p, bills)
    if (r.chance(0.3)) addSaldo(w, r, bills)
  }
  for (const bill of bills) settle(w, r, bill)
  for (let i = 0; i < 25; i++) {
    addExpense(w, r, p)
    addLead(w, r, p)
  }
  for (let i = 0; i < 6; i++) addEnrolment(w, r, p)
  for (let i = 0; i < 24; i++) addHonour(w, r, p, addMonths(first.slice(0, 7), i))
  for (const sales of p.sales)
    (w.world.sales_profil ??= []).push({
      user_id: sales,
      kode: `S${sales}`,
      target_peserta_bulan: r.int(0, 5),
      target_pendapatan_bulan: null,
      komisi_persen: null,
    })
  await storeWorld(s, w.world, p)
  return w.world
}
