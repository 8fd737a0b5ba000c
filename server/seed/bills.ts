/** Twelve (or any number of) months of a made-up school's money, day by day, by the rules that the server uses. */
import { acak } from '#contract/rules/acak.ts'
import { alokasiTertua, type TagihanTerbuka } from '#contract/rules/alokasi.ts'
import { numberIn, seriesOf } from '#contract/rules/nomor.ts'
import { deskripsiTuisi, prorata, terprorata } from '#contract/rules/prorata.ts'
import {
  hitungItem,
  statusBayar,
  tanggalGenerate,
  totalTagihan,
  type ItemJumlah,
} from '#contract/rules/tagihan.ts'
import { addDays, addMonths, dayOf, firstDay, lastDay } from '#contract/rules/tanggal.ts'
import type { Settings } from '#contract/settings.ts'
import { fold } from '#server/db/fold.ts'
import { dagangan, makeKatalog, type JenisKatalog } from '#server/seed/katalog.ts'
import { dari } from '#server/seed/names.ts'
import {
  at,
  keyed,
  stamp,
  type Akun,
  type Ids,
  type Ikut,
  type People,
  type Put,
  type Row,
  type SchoolOptions,
} from '#server/seed/people.ts'

interface Bill extends TagihanTerbuka {
  akun: Payer
  row: Row
  total: number
  terbayar: number
  versi: number
  items: Row[]
  alokasi: Row[]
  mutasi: Row[]
}
interface Payer extends Akun {
  open: Bill[]
  saldo: number
  cara: number
  ikut: Ikut[]
}
type Draft = {
  jenis: number
  produk?: number | undefined
  ikut?: Ikut
  peserta_id: number
  peserta: string
  deskripsi: string
  periode: string | null
  qty: number
  harga: number
  bagian: { pembilang: number; penyebut: number } | null
  diskon: number
  alasan: string | null
}
export interface Types extends JenisKatalog {
  kursus: number
}

const alasanBayarBatal = [
  'Salah memilih akun billing, dicatat ulang',
  'Jumlah salah ketik, dicatat ulang',
  'Metode pembayaran keliru, dicatat ulang',
  'Mutasi bank tidak ditemukan, dicatat ulang',
] as const
const alasanTagihanBatal = [
  'Nominal kursus keliru, tagihan diganti',
  'Peserta mengundurkan diri sebelum bulan berjalan',
  'Jadwal berubah, tagihan diganti',
  'Tagihan ganda untuk bulan yang sama',
] as const

/**
 * Makes the money of a school. `flush` is awaited at the end of each month, when all that is settled has been put; bills that are still open
 * stay in memory, so that any number of months fits.
 */
export const makeMoney = async (
  options: SchoolOptions,
  people: People,
  settings: Settings,
  types: Types,
  ids: Ids,
  put: Put,
  flush: (periode: string) => Promise<void>,
): Promise<void> => {
  const { months, today } = options
  const r = acak(options.seed + 1)
  const by = people.adminId
  const katalog = makeKatalog(types, options.today, ids, put)
  const yesterday = addDays(today, -1)
  const sekarang = today.slice(0, 7)
  const pertama = addMonths(sekarang, 1 - months)
  const issueDay = (periode: string) => dayOf(addMonths(periode, -1), settings.hari_terbit)
  const mulaiHari = issueDay(pertama)
  const penghitung = new Map<string, { jenis: string; seri: string; nilai: number }>()
  const nomor = (jenis: 'tagihan' | 'kuitansi', tanggal: string) => {
    const format =
      jenis === 'tagihan' ? settings.format_nomor_tagihan : settings.format_nomor_kuitansi
    const seri = seriesOf(format, { tanggal })
    const counter = penghitung.get(`${jenis} ${seri}`) ?? { jenis, seri, nilai: 0 }
    counter.nilai++
    penghitung.set(`${jenis} ${seri}`, counter)
    return numberIn(format, seri, counter.nilai)
  }
  const auditMulai = addDays(today, -45)
  const audit = (
    time: string,
    entitas: string,
    entitas_id: number | null,
    aksi: string,
    sesudah: Row | null,
    alasan: string | null,
    gedung_id: number | null,
    sebelum: Row | null = null,
  ) => {
    if (time.slice(0, 10) < auditMulai && !alasan) return
    put('audit', {
      id: ids.next('audit'),
      ...stamp(time, by),
      user_nama: 'Ratna Wulandari',
      aksi,
      entitas,
      entitas_id,
      sebelum: sebelum && JSON.stringify(sebelum),
      sesudah: sesudah && JSON.stringify(sesudah),
      alasan,
      ip: '127.0.0.1',
      agen: 'Nada',
      gedung_id,
    })
  }

  const payers = new Map<number, Payer>(
    people.akun.map((a) => [a.id, { ...a, open: [], saldo: 0, cara: r.int(1, 100), ikut: [] }]),
  )
  for (const e of people.ikut) payers.get(e.akun.id)!.ikut.push(e)
  for (const p of payers.values())
    p.ikut.sort((a, b) =>
      fold(a.peserta) < fold(b.peserta) ? -1 : fold(a.peserta) > fold(b.peserta) ? 1 : a.id - b.id,
    )
  /** Those who have stopped paying did so one to five months ago. */
  const macetSejak = (p: Akun) => addMonths(sekarang, -(1 + (p.id % 5)))

  /** `sampai`: bills due up to this day are meant. */
  type Acara =
    | { akun: Payer; apa: 'bayar' | 'sebagian' | 'lebih' | 'titip'; sampai: string }
    | { batal: Bill }
    | { susulan: Ikut }
  const jadwal = new Map<string, Acara[]>()
  const plan = (day: string, acara: Acara) => {
    if (day < mulaiHari || day > yesterday) return
    const list = jadwal.get(day)
    if (list) list.push(acara)
    else jadwal.set(day, [acara])
  }

  const closeBill = (b: Bill) => {
    put('billing', {
      ...b.row,
      versi: b.versi,
      terbayar: b.terbayar,
      sisa: b.sisa,
      payment_status: statusBayar({ status: 1, total: b.total, terbayar: b.terbayar }),
    })
    for (const item of b.items) put('billing_item', item)
    for (const m of b.mutasi) put('mutasi_saldo', m)
    for (const a of b.alokasi) put('billing_payment_alokasi', a)
  }
  const settle = (p: Payer) => {
    const done = p.open.filter((b) => b.sisa === 0)
    if (done.length === 0) return
    p.open = p.open.filter((b) => b.sisa > 0)
    done.forEach(closeBill)
  }
  const allocate = (
    b: Bill,
    jumlah: number,
    time: string,
    source: { payment_id: number | null; mutasi_id: number | null },
  ) => {
    b.alokasi.push({
      id: ids.next('billing_payment_alokasi'),
      ...source,
      billing_id: b.id,
      jumlah,
      void_at: null,
      created_at: time,
    })
    b.terbayar += jumlah
    b.sisa -= jumlah
    b.versi++
    b.row.updated_at = time
  }
  const mutate = (
    p: Payer,
    jenis: string,
    jumlah: number,
    keterangan: string,
    time: string,
    links: { payment_id?: number; billing_id?: number },
  ): Row => {
    p.saldo += jumlah
    return {
      id: ids.next('mutasi_saldo'),
      akun_billing_id: p.id,
      jenis,
      jumlah,
      payment_id: links.payment_id ?? null,
      billing_id: links.billing_id ?? null,
      keterangan,
      created_at: time,
      created_by: by,
    }
  }

  /** Makes a bill, and publishes it unless it stays a draft. */
  const issue = (
    p: Payer,
    drafts: readonly Draft[],
    o: {
      sumber: string
      periode: string | null
      terbit: string
      tempo: string
      time: string
      batch: number | null
      draft?: boolean
    },
  ): Bill => {
    const id = ids.next('billing')
    const items: (Row & ItemJumlah)[] = drafts.map((d, i) => ({
      id: ids.next('billing_item'),
      billing_id: id,
      urutan: i + 1,
      jenis_billing_id: d.jenis,
      biaya_id: null,
      produk_jasa_id: d.produk ?? null,
      stok_diambil: d.produk === undefined || o.draft ? null : d.qty,
      peserta_id: d.peserta_id,
      kursus_peserta_id: d.ikut?.id ?? null,
      kursus_id: d.ikut?.kelas.kursus.id ?? null,
      deskripsi: d.deskripsi,
      periode: d.periode,
      qty: d.qty,
      harga_satuan: d.harga,
      prorata_pembilang: d.bagian?.pembilang ?? null,
      prorata_penyebut: d.bagian?.penyebut ?? null,
      diskon_alasan: d.alasan,
      ppn_persen: 0,
      ...hitungItem({
        qty: d.qty,
        harga_satuan: d.harga,
        prorata: d.bagian,
        pembulatan: settings.pembulatan,
        diskon: d.diskon,
        ppn_persen: 0,
      }),
      kunci_unik: d.jenis === types.kursus && d.ikut ? `kp:${d.ikut.id}:${d.periode}` : null,
    }))
    const sums = totalTagihan(items)
    const no = o.draft ? null : nomor('tagihan', o.terbit)
    const cari = fold([p.nama, ...new Set(drafts.map((d) => d.peserta))].join(' '))
    const b: Bill = {
      id,
      jatuh_tempo: o.tempo,
      nomor: no,
      sisa: sums.total,
      total: sums.total,
      terbayar: 0,
      akun: p,
      versi: o.draft ? 1 : 2,
      items,
      alokasi: [],
      mutasi: [],
      row: {
        id,
        ...stamp(o.time, by),
        nomor: no,
        akun_billing_id: p.id,
        gedung_id: p.gedung_id,
        periode: o.periode,
        tanggal_terbit: o.terbit,
        jatuh_tempo: o.tempo,
        alamat: p.alamat,
        catatan: null,
        status: o.draft ? 0 : 1,
        payment_status: 0,
        ...sums,
        terbayar: 0,
        sisa: sums.total,
        nama_tagihan: p.nama,
        nama_tagihan_kunci: fold(p.nama),
        sumber: o.sumber,
        generate_batch_id: o.batch,
        kunci_generate: null,
        void_at: null,
        void_by: null,
        void_alasan: null,
        diterbitkan_at: o.draft ? null : o.time,
        diterbitkan_oleh: o.draft ? null : by,
        cari: no ? `${fold(no)} ${cari}` : cari,
      },
    }
    if (o.draft) {
      put('billing', b.row)
      items.forEach((item) => put('billing_item', item))
      return b
    }
    const pakai = Math.min(p.saldo, b.total)
    if (settings.auto_pakai_saldo && pakai > 0) {
      const m = mutate(p, 'pakai', -pakai, `Dipakai untuk ${no}`, o.time, { billing_id: id })
      b.mutasi.push(m)
      allocate(b, pakai, o.time, { payment_id: null, mutasi_id: m.id as number })
    }
    p.open.push(b)
    settle(p)
    return b
  }

  /** What a month asks of an enrolment; undefined where the generation would skip it. */
  const tuition = (e: Ikut, periode: string): Draft | undefined => {
    const [first, last] = [firstDay(periode), lastDay(periode)]
    if (e.mulai > last || (e.selesai && e.selesai < first)) return undefined
    if (!e.akun.aktif || (e.akun.blokir && periode > addMonths(sekarang, -2))) return undefined
    const onLeave = e.status === 2 || (e.cuti_mulai !== null && e.cuti_selesai !== null)
    const { kursus: k, hari } = e.kelas
    const part = prorata({
      periode,
      hari,
      mulai: e.mulai,
      selesai: e.selesai,
      cutiMulai: onLeave ? (e.cuti_mulai ?? first) : null,
      cutiSelesai: onLeave ? e.cuti_selesai : null,
      pertemuanPerBulan: k.pmb,
      mingguKelima: settings.minggu_kelima,
      hariLibur: [],
    })
    const harga = e.khusus ?? people.hargaOn(k.id, e.kelas.gedung_id, first) ?? k.biaya
    if (part.pembilang === 0 || harga === 0) return undefined
    return {
      jenis: types.kursus,
      ikut: e,
      peserta_id: e.peserta_id,
      peserta: e.peserta,
      deskripsi: deskripsiTuisi(k.nama, periode, part),
      periode,
      qty: 1,
      harga,
      bagian: terprorata(part) ? part : null,
      diskon: 0,
      alasan: null,
    }
  }
  /** When this payer will pay a bill. */
  const planPayment = (p: Payer, b: Bill, terbit: string, periode: string | null) => {
    if (b.sisa === 0) return
    const tempo = b.jatuh_tempo
    const apa = r.ya(0.025) ? 'lebih' : 'bayar'
    if (p.sifat === 'contoh') {
      if (periode === addMonths(sekarang, -1))
        plan(addDays(tempo, -4), { akun: p, apa: 'sebagian', sampai: tempo })
      else if (periode !== sekarang)
        plan(addDays(tempo, -r.int(1, 9)), {
          akun: p,
          apa: periode === addMonths(sekarang, -5) ? 'lebih' : 'bayar',
          sampai: tempo,
        })
    } else if (p.sifat === 'macet' && (periode ?? sekarang) >= macetSejak(p)) return
    else if (p.sifat === 'rajin')
      plan(addDays(terbit, r.int(1, 13)), { akun: p, apa, sampai: tempo })
    else if (p.sifat === 'biasa')
      plan(addDays(tempo, r.int(-7, 4)), { akun: p, apa, sampai: tempo })
    else if (p.sifat === 'cicil') {
      plan(addDays(tempo, r.int(-4, 2)), { akun: p, apa: 'sebagian', sampai: tempo })
      plan(addDays(tempo, r.int(22, 45)), { akun: p, apa: 'bayar', sampai: tempo })
    } else {
      const day = addDays(tempo, r.int(3, 24))
      plan(day, { akun: p, apa: r.ya(0.4) ? 'sebagian' : 'bayar', sampai: tempo })
      plan(addDays(day, r.int(8, 28)), { akun: p, apa: 'bayar', sampai: tempo })
    }
  }
  const afterIssue = (p: Payer, b: Bill, terbit: string, periode: string | null) => {
    planPayment(p, b, terbit, periode)
    if (p.sifat !== 'contoh' && r.ya(0.008)) plan(addDays(terbit, r.int(1, 4)), { batal: b })
  }
  const batch = (
    periode: string,
    time: string,
    drafts: number,
    akun: number,
    susulan: number,
  ): number => {
    const id = ids.next('generate_batch')
    put('generate_batch', {
      id,
      kunci: `demo-${periode}-${susulan}`,
      oleh: by,
      periode,
      gedung: '[]',
      mode: settings.mode_tagihan,
      status: 'selesai',
      jumlah_akun: akun,
      selesai_akun: akun,
      dilewati: Math.max(0, people.ikut.length - drafts),
      galat: '[]',
      created_at: time,
      updated_at: time,
    })
    return id
  }

  const generateMonth = (periode: string, day: string) => {
    const { tanggal_terbit, jatuh_tempo } = tanggalGenerate({
      periode,
      hari_terbit: settings.hari_terbit,
      jatuh_tempo_hari: settings.jatuh_tempo_hari,
      hariIni: day,
    })
    const plans = [...payers.values()].flatMap((p) => {
      const drafts = p.ikut.flatMap((e) => (e.daftar <= day ? (tuition(e, periode) ?? []) : []))
      return drafts.length > 0 ? [{ p, drafts }] : []
    })
    const id = batch(
      periode,
      at(day),
      plans.reduce((n, x) => n + x.drafts.length, 0),
      plans.length,
      0,
    )
    let total = 0
    for (const [i, { p, drafts }] of plans.entries()) {
      const b = issue(p, drafts, {
        sumber: 'generate',
        periode,
        terbit: tanggal_terbit,
        tempo: jatuh_tempo,
        time: at(day, 60 + Math.floor(i / 50)),
        batch: id,
      })
      total += b.total
      afterIssue(p, b, tanggal_terbit, periode)
    }
    audit(
      at(day, 50),
      'billing',
      null,
      'generate',
      { periode, dibuat: plans.length, total, generate_batch_id: id },
      null,
      null,
    )
  }
  /** An enrolment after its month was generated: its fee, and the rest of the month. */
  let susulanKe = 0
  const catchUp = (e: Ikut, day: string, time: string) => {
    const p = payers.get(e.akun.id)!
    const k = e.kelas.kursus
    if (e.khusus === null) {
      const b = issue(
        p,
        [
          {
            jenis: types.pendaftaran,
            ikut: e,
            peserta_id: e.peserta_id,
            peserta: e.peserta,
            deskripsi: `Biaya pendaftaran – ${k.nama}`,
            periode: null,
            qty: 1,
            harga: k.daftar,
            bagian: null,
            diskon: 0,
            alasan: null,
          },
        ],
        {
          sumber: 'pendaftaran',
          periode: null,
          terbit: day,
          tempo: addDays(day, 7),
          time,
          batch: null,
        },
      )
      if (p.sifat !== 'macet')
        plan(addDays(day, r.int(0, 5)), { akun: p, apa: 'bayar', sampai: b.jatuh_tempo })
      afterIssue(p, b, day, null)
    }
    const periode = e.mulai.slice(0, 7)
    if (periode < pertama || periode > sekarang || day <= issueDay(periode)) return
    const draft = tuition(e, periode)
    if (!draft) return
    const { tanggal_terbit, jatuh_tempo } = tanggalGenerate({
      periode,
      hari_terbit: settings.hari_terbit,
      jatuh_tempo_hari: settings.jatuh_tempo_hari,
      hariIni: day,
    })
    const b = issue(p, [draft], {
      sumber: 'generate',
      periode,
      terbit: tanggal_terbit,
      tempo: jatuh_tempo,
      time,
      batch: batch(periode, time, 1, 1, ++susulanKe),
    })
    planPayment(p, b, day, periode)
  }

  const channel = (p: Payer): Pick<Row, 'metode' | 'kanal' | 'bank_id'> => {
    const c = r.ya(0.85) ? p.cara : r.int(1, 100)
    if (c <= 22) return { metode: 0, kanal: null, bank_id: null }
    const found =
      people.bank[
        c <= 48 ? 0 : c <= 60 ? 1 : c <= 80 ? 2 : c <= 86 ? 3 : c <= 92 ? 4 : c <= 97 ? 5 : 6
      ]!
    return { metode: found.metode, kanal: found.kanal, bank_id: found.id }
  }
  const receipt = (
    p: Payer,
    day: string,
    time: string,
    jumlah: number,
    alokasi: readonly { billing_id: number; jumlah: number }[],
    more: Row = {},
  ): { id: number; no: string; row: Row; ke_saldo: number } => {
    const dialokasikan = alokasi.reduce((sum, a) => sum + a.jumlah, 0)
    const id = ids.next('billing_payment')
    const no = nomor('kuitansi', day)
    const cara = channel(p)
    const row: Row = {
      id,
      ...stamp(time, by),
      nomor: no,
      akun_billing_id: p.id,
      gedung_id: p.gedung_id,
      tanggal: day,
      ...cara,
      jumlah,
      referensi: cara.metode === 0 ? null : String(r.int(100_000, 999_999_999)),
      pembayar_nama: p.nama,
      catatan: null,
      dialokasikan,
      ke_saldo: jumlah - dialokasikan,
      diterima_oleh: by,
      void_at: null,
      void_by: null,
      void_alasan: null,
      ...more,
    }
    put('billing_payment', keyed('billing-payment', row))
    audit(
      time,
      'billing-payment',
      id,
      'create',
      {
        nomor: no,
        akun_billing_id: p.id,
        jumlah,
        metode: cara.metode,
        dialokasikan,
        ke_saldo: jumlah - dialokasikan,
      },
      null,
      p.gedung_id,
    )
    return { id, no, row, ke_saldo: jumlah - dialokasikan }
  }
  const pay = (
    p: Payer,
    apa: 'bayar' | 'sebagian' | 'lebih' | 'titip',
    sampai: string,
    day: string,
    time: string,
  ) => {
    const open = p.open.filter((b) => b.sisa > 0)
    const utang = open.reduce((sum, b) => sum + (b.jatuh_tempo <= sampai ? b.sisa : 0), 0)
    if (apa !== 'titip' && utang === 0) return
    const jumlah =
      apa === 'titip'
        ? 150_000
        : apa === 'sebagian' && utang >= 200_000
          ? Math.round(utang / 2 / 50_000) * 50_000
          : apa === 'lebih'
            ? r.ya()
              ? utang + 100_000
              : Math.ceil((utang + 1) / 500_000) * 500_000
            : utang
    const { alokasi } = apa === 'titip' ? { alokasi: [] } : alokasiTertua(open, jumlah)
    const billOf = new Map(open.map((b) => [b.id, b]))
    if (p.sifat !== 'contoh' && r.ya(0.008)) {
      // Entered wrongly, void, and entered again: the first leaves no trace in the sums.
      const alasan = dari(r, alasanBayarBatal)
      const later = new Date(Date.parse(time) + 300_000).toISOString()
      const salah = receipt(p, day, time, jumlah, alokasi, {
        versi: 2,
        updated_at: later,
        void_at: later,
        void_by: by,
        void_alasan: alasan,
      })
      for (const a of alokasi) {
        const b = billOf.get(a.billing_id)!
        b.alokasi.push({
          id: ids.next('billing_payment_alokasi'),
          payment_id: salah.id,
          mutasi_id: null,
          billing_id: a.billing_id,
          jumlah: a.jumlah,
          void_at: later,
          created_at: time,
        })
        b.versi += 2
      }
      if (salah.ke_saldo > 0) {
        put(
          'mutasi_saldo',
          mutate(p, 'lebih_bayar', salah.ke_saldo, `Lebih bayar ${salah.no}`, time, {
            payment_id: salah.id,
          }),
        )
        put(
          'mutasi_saldo',
          mutate(p, 'batal', -salah.ke_saldo, `Pembatalan ${salah.no}`, later, {
            payment_id: salah.id,
          }),
        )
      }
      audit(
        later,
        'billing-payment',
        salah.id,
        'batalkan',
        { void_at: later, void_by: by, void_alasan: alasan },
        alasan,
        p.gedung_id,
        { void_at: null, void_by: null, void_alasan: null },
      )
      time = new Date(Date.parse(later) + 60_000).toISOString()
    }
    const made = receipt(
      p,
      day,
      time,
      jumlah,
      alokasi,
      apa === 'titip' ? { catatan: 'Titipan untuk bulan depan' } : {},
    )
    for (const a of alokasi)
      allocate(billOf.get(a.billing_id)!, a.jumlah, time, { payment_id: made.id, mutasi_id: null })
    if (made.ke_saldo > 0)
      put(
        'mutasi_saldo',
        mutate(p, 'lebih_bayar', made.ke_saldo, `Lebih bayar ${made.no}`, time, {
          payment_id: made.id,
        }),
      )
    settle(p)
  }
  const voidBill = (b: Bill, day: string, time: string) => {
    const p = b.akun
    if (b.terbayar > 0 || b.row.void_at || !p.open.includes(b)) return
    const alasan = dari(r, alasanTagihanBatal)
    p.open = p.open.filter((x) => x !== b)
    Object.assign(b.row, { void_at: time, void_by: by, void_alasan: alasan, updated_at: time })
    b.versi++
    const drafts = b.items.map((i) => ({ ...i }))
    for (const i of b.items) {
      i.kunci_unik = null
      i.stok_diambil = null
    }
    closeBill(b)
    audit(
      time,
      'billing',
      b.id,
      'batalkan',
      { void_at: time, void_by: by, void_alasan: alasan },
      alasan,
      p.gedung_id,
      { void_at: null, void_by: null, void_alasan: null },
    )
    if (!/diganti/.test(alasan) || b.row.sumber !== 'generate') return
    const periode = b.row.periode as string
    const { tanggal_terbit, jatuh_tempo } = tanggalGenerate({
      periode,
      hari_terbit: settings.hari_terbit,
      jatuh_tempo_hari: settings.jatuh_tempo_hari,
      hariIni: day,
    })
    const lines = drafts.flatMap((i) =>
      p.ikut.filter((e) => e.id === i.kursus_peserta_id).flatMap((e) => tuition(e, periode) ?? []),
    )
    if (lines.length === 0) return
    const ganti = issue(p, lines, {
      sumber: 'generate',
      periode,
      terbit: tanggal_terbit,
      tempo: jatuh_tempo,
      time,
      batch: null,
    })
    planPayment(p, ganti, day, periode)
  }

  for (const e of people.ikut) if (e.baru) plan(e.daftar, { susulan: e })
  const contoh = [...payers.values()].find((p) => p.sifat === 'contoh')
  if (contoh) plan(yesterday, { akun: contoh, apa: 'titip', sampai: yesterday })
  const semua = [...payers.values()]
  for (let bulan = mulaiHari.slice(0, 7); bulan <= sekarang; bulan = addMonths(bulan, 1)) {
    for (
      let day = firstDay(bulan) < mulaiHari ? mulaiHari : firstDay(bulan);
      day <= lastDay(bulan) && day <= yesterday;
      day = addDays(day, 1)
    ) {
      const berikut = addMonths(bulan, 1)
      if (day === issueDay(berikut) && berikut <= sekarang) generateMonth(berikut, day)
      // The last day's sales still wait, as drafts, to be published.
      const terakhir = day === yesterday
      for (
        let n = terakhir ? 8 : Math.floor(semua.length / 1500 + r.int(0, 99) / 100);
        n > 0;
        n--
      ) {
        const p = dari(r, semua)
        const e = p.ikut.find((x) => x.status === 1 && x.mulai <= day)
        if (!e || p.sifat === 'contoh' || !p.aktif) continue
        const [nama, harga] = dari(r, dagangan)
        const diskon = r.ya(0.2) ? 10_000 : 0
        const b = issue(
          p,
          [
            {
              jenis: types.produk,
              produk: katalog.get(nama),
              peserta_id: e.peserta_id,
              peserta: e.peserta,
              deskripsi: nama,
              periode: null,
              qty: r.int(1, 2),
              harga,
              bagian: null,
              diskon,
              alasan: diskon ? 'Potongan pelanggan lama' : null,
            },
          ],
          {
            sumber: 'manual',
            periode: null,
            terbit: day,
            tempo: addDays(day, 7),
            time: at(day, 3000),
            batch: null,
            draft: terakhir,
          },
        )
        if (terakhir) continue
        if (p.sifat !== 'macet')
          plan(addDays(day, r.int(0, 6)), { akun: p, apa: 'bayar', sampai: b.jatuh_tempo })
        planPayment(p, b, day, null)
      }
      const acara = jadwal.get(day) ?? []
      jadwal.delete(day)
      // Events of the day itself may plan more for the same day; they come last.
      for (let i = 0; i < acara.length; i++) {
        const time = at(day, 4000 + Math.floor((i * 30_000) / acara.length) + r.int(0, 5))
        const a = acara[i]!
        if ('batal' in a) voidBill(a.batal, day, time)
        else if ('susulan' in a) catchUp(a.susulan, day, time)
        else pay(a.akun, a.apa, a.sampai, day, time)
        for (const lagi of jadwal.get(day) ?? []) acara.push(lagi)
        jadwal.delete(day)
      }
    }
    if (bulan === sekarang) {
      for (const p of semua) p.open.forEach(closeBill)
      for (const p of semua) put('akun_billing_profil', { ...p.profil, saldo_kredit: p.saldo })
      for (const counter of penghitung.values()) put('penghitung', counter)
    }
    await flush(bulan)
  }
}
