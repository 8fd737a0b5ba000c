import { formatBilangan, formatRupiah, percentOf } from '#contract/rules/rupiah.ts'
/**
 * What promos take off the lines of a family (domain.md 2.5, 3.4), in one pure function: generation, the bill form, `Hitung ulang promo` and the
 * try-out all ask it. A family is everything that one akun billing pays for in one period.
 */
import type { ItemJumlah, Sifat } from '#contract/rules/tagihan.ts'
import {
  addDays,
  addMonths,
  firstDay,
  formatPeriode,
  formatTanggal,
} from '#contract/rules/tanggal.ts'

export type TipePromo = 'persen' | 'nominal' | 'gratis_pendaftaran' | 'gratis_bulan_ke_n'
/** A promo as it is stored, and how much of it is used already. Empty lists mean all. */
export interface Promo {
  id: number
  kode: string | null
  nama: string
  tipe: TipePromo
  /** Hundredths of a percent, rupiah a line, or the month n, by `tipe`. */
  nilai: number
  maks_diskon: number | null
  jenis_sifat: readonly string[]
  kursus: readonly number[]
  kategori: readonly number[]
  gedung: readonly number[]
  min_kursus_keluarga: number | null
  urutan_anak: number | null
  peserta_baru: boolean
  mulai: string
  selesai: string | null
  durasi_bulan: number | null
  /** Of lines, of all families and of each. */
  kuota: number | null
  kuota_per_akun: number | null
  dapat_digabung: boolean
  prioritas: number
  status: 'aktif' | 'nonaktif'
  /** Published uses that count, of all and of this family. */
  terpakai: number
  terpakai_akun: number
  /** Period of each student's first use, by student id, where `durasi_bulan` asks for it. */
  pertama: ReadonlyMap<number, string>
}

/** A line of the family's period. */
export interface BarisPromo {
  /** Any number that tells it from the others; of equal lines the smaller comes first. */
  id: number
  peserta_id: number | null
  /** Enrolment, its first day, and the course it is for; null on lines that are no tuition. */
  kursus_peserta_id: number | null
  mulai: string | null
  kursus_id: number | null
  kategori_kursus_id: number | null
  /** First day of the student's first enrolment ever; null before there is one. */
  mulai_pertama: string | null
  gedung_id: number
  sifat: Sifat
  /** The day by which promos must hold for it (`hariBaris`). */
  tanggal: string
  /** After proration, before discounts, in rupiah. */
  bruto: number
  /** Stands already: counts for the family's order, but nothing is taken off it any more. Its promos decide what may still join. */
  tetap?: readonly Pick<Promo, 'id' | 'nama' | 'dapat_digabung'>[]
}

/** What a promo gives a line; `alasan` says why not, null when it is given. */
export interface Putusan {
  promo_id: number
  baris_id: number
  diskon: number
  alasan: string | null
}
export interface HasilPromo {
  /** For each line that does not stand yet: what is taken off, promo by promo in the order in which they were computed. */
  baris: { id: number; diskon: number; promo: { id: number; diskon: number }[] }[]
  /** For each promo and each of those lines. */
  putusan: Putusan[]
}

/** Month of an enrolment, 1 for the one in which it starts. */
export const bulanKe = (mulai: string, periode: string): number =>
  (Number(periode.slice(0, 4)) - Number(mulai.slice(0, 4))) * 12 +
  Number(periode.slice(5, 7)) -
  Number(mulai.slice(5, 7)) +
  1

/** The day by which a promo must hold for a line without a month: the bill's issue date, but never a day that is gone. */
export const hariPromo = (tanggal_terbit: string | null, hariIni: string): string =>
  tanggal_terbit !== null && tanggal_terbit > hariIni ? tanggal_terbit : hariIni
/** The day by which a promo must hold for a line: the first of the month that it is for; without one that of its bill (`hariPromo`). */
export const hariBaris = (periode: string | null, hariTagihan: string): string =>
  periode === null ? hariTagihan : firstDay(periode)

/** Rupiah that a promo takes off a line alone; percent rounds to `pembulatan`. */
export const nilaiPromo = (
  { tipe, nilai, maks_diskon }: Pick<Promo, 'tipe' | 'nilai' | 'maks_diskon'>,
  bruto: number,
  pembulatan: number,
): number =>
  Math.min(
    bruto,
    maks_diskon ?? Infinity,
    tipe === 'persen' ? percentOf(bruto, nilai, pembulatan) : tipe === 'nominal' ? nilai : bruto,
  )

/** What a promo gives, in words: `5 %, paling banyak Rp50.000`. */
export const sebutPromo = ({
  tipe,
  nilai,
  maks_diskon,
}: Pick<Promo, 'tipe' | 'nilai' | 'maks_diskon'>): string => {
  const cap = maks_diskon === null ? '' : `, paling banyak ${formatRupiah(maks_diskon)}`
  switch (tipe) {
    case 'persen':
      return `${formatBilangan(Math.floor(nilai / 100))}${
        nilai % 100
          ? `,${String(nilai % 100)
              .padStart(2, '0')
              .replace(/0$/, '')}`
          : ''
      } %${cap}`
    case 'nominal':
      return `${formatRupiah(nilai)} per baris`
    case 'gratis_pendaftaran':
      return `Gratis pendaftaran${cap}`
    case 'gratis_bulan_ke_n':
      return `Gratis bulan ke-${nilai}${cap}`
  }
}

/** Why a promo does not hold on a day, whatever the line; null when it does. */
export const alasanTidakBerlaku = (
  p: Pick<
    Promo,
    'status' | 'mulai' | 'selesai' | 'kuota' | 'terpakai' | 'kuota_per_akun' | 'terpakai_akun'
  >,
  tanggal: string,
): string | null => {
  if (p.status !== 'aktif') return 'Promo tidak aktif'
  if (tanggal < p.mulai) return `Baru berlaku ${formatTanggal(p.mulai)}`
  if (p.selesai !== null && tanggal > p.selesai) return `Sudah berakhir ${formatTanggal(p.selesai)}`
  if (p.kuota !== null && p.terpakai >= p.kuota)
    return `Kuota ${formatBilangan(p.kuota)} sudah habis`
  if (p.kuota_per_akun !== null && p.terpakai_akun >= p.kuota_per_akun)
    return `Keluarga ini sudah memakainya ${formatBilangan(p.terpakai_akun)} kali`
  return null
}

/** Place of each student in the family, 1 for the one who began first: by the first day of those who take courses, then by id. Who takes none comes last. */
const urutanKeluarga = (baris: readonly BarisPromo[]): Map<number, number> => {
  const mulai = new Map<number, string>()
  for (const { peserta_id, mulai: day } of baris)
    if (peserta_id !== null)
      mulai.set(
        peserta_id,
        [mulai.get(peserta_id) ?? '9999', day ?? '9999'].toSorted()[0] ?? '9999',
      )
  return new Map(
    [...mulai]
      .toSorted(([a, x], [b, y]) => (x < y ? -1 : x > y ? 1 : a - b))
      .map(([id], i) => [id, i + 1]),
  )
}

interface Keadaan {
  periode: string
  kode: string | null
  kursus: number
  urutan: ReadonlyMap<number, number>
}
const keadaan = (periode: string, kode: string | null, baris: readonly BarisPromo[]): Keadaan => ({
  periode,
  kode,
  urutan: urutanKeluarga(baris),
  kursus: baris.filter((b) => b.sifat === 'kursus').length,
})
/** Why a promo gives this line nothing; null when it fits. */
const alasanTidakCocok = (p: Promo, b: BarisPromo, k: Keadaan): string | null => {
  const anak = b.peserta_id === null ? undefined : k.urutan.get(b.peserta_id)
  const pertama = b.peserta_id === null ? undefined : p.pertama.get(b.peserta_id)
  if (p.kode !== null && p.kode !== k.kode) return 'Perlu kode promo'
  const gone = alasanTidakBerlaku(p, b.tanggal)
  if (gone) return gone
  if (p.gedung.length > 0 && !p.gedung.includes(b.gedung_id)) return 'Tidak berlaku di outlet ini'
  if (p.tipe === 'gratis_pendaftaran' && b.sifat !== 'pendaftaran')
    return 'Hanya untuk biaya pendaftaran'
  if (p.tipe === 'gratis_bulan_ke_n' && b.sifat !== 'kursus') return 'Hanya untuk biaya kursus'
  if (p.jenis_sifat.length > 0 && !p.jenis_sifat.includes(b.sifat))
    return 'Tidak berlaku untuk jenis tagihan ini'
  if (p.kursus.length > 0 && (b.kursus_id === null || !p.kursus.includes(b.kursus_id)))
    return 'Tidak berlaku untuk kursus ini'
  if (
    p.kategori.length > 0 &&
    (b.kategori_kursus_id === null || !p.kategori.includes(b.kategori_kursus_id))
  )
    return 'Tidak berlaku untuk kategori kursus ini'
  if (p.min_kursus_keluarga !== null && k.kursus < p.min_kursus_keluarga)
    return `Keluarga ini mengambil ${k.kursus} kursus, promo mulai ${p.min_kursus_keluarga}`
  if (p.urutan_anak !== null && anak === undefined) return 'Baris ini tanpa peserta'
  if (p.urutan_anak !== null && anak !== undefined && anak < p.urutan_anak)
    return `Anak ke-${anak} dalam keluarga, promo mulai anak ke-${p.urutan_anak}`
  // Whoever was new at the first use stays so for as long as the promo lasts.
  if (
    p.peserta_baru &&
    pertama === undefined &&
    b.mulai_pertama !== null &&
    b.mulai_pertama < p.mulai
  )
    return `Hanya untuk peserta baru sejak ${formatTanggal(p.mulai)}`
  if (
    p.durasi_bulan !== null &&
    pertama !== undefined &&
    k.periode >= addMonths(pertama, p.durasi_bulan)
  )
    return `Sudah ${p.durasi_bulan} bulan sejak pertama dipakai pada ${formatPeriode(pertama)}`
  if (p.tipe === 'gratis_bulan_ke_n') {
    const bulan = b.mulai === null ? undefined : bulanKe(b.mulai, k.periode)
    if (bulan !== p.nilai)
      return bulan === undefined
        ? 'Baris ini tanpa jadwal kursus'
        : `Bulan ke-${bulan} kursus ini, promo untuk bulan ke-${p.nilai}`
  }
  return null
}

interface Pilihan {
  utama: Promo | undefined
  total: number
  beri: Map<number, { id: number; diskon: number }[]>
}
/** How many lines of this family a promo may still be given to. */
const sisaKuota = (p: Promo): number =>
  Math.min(
    p.kuota === null ? Infinity : p.kuota - p.terpakai,
    p.kuota_per_akun === null ? Infinity : p.kuota_per_akun - p.terpakai_akun,
  )

/**
 * Discounts of a family's lines. Automatic promos come first, on each line the one of the highest `prioritas` (then the larger, then the older);
 * the promo of the code `kode` is taken off what they leave. A promo that cannot be combined stands alone: of it and all the others together the
 * family gets what takes off most. What stands already (`tetap`) keeps its promos, and only what goes with them is added. Quotas are given out in
 * the family's order: student by student, the oldest enrolment first. The order of `baris` and `promo` makes no difference, no line falls below 0.
 * PPN comes after it, and so does a manual discount.
 */
export const hitungPromo = ({
  periode,
  kode,
  pembulatan,
  baris,
  promo,
}: {
  periode: string
  kode: string | null
  /** Rounding unit of percent results. */ pembulatan: number
  baris: readonly BarisPromo[]
  promo: readonly Promo[]
}): HasilPromo => {
  const k = keadaan(periode, kode, baris)
  const { urutan } = k
  const tempat = (b: BarisPromo) =>
    b.peserta_id === null ? Infinity : (urutan.get(b.peserta_id) ?? Infinity)
  const lines = baris
    .filter((b) => !b.tetap)
    .toSorted(
      (a, b) =>
        (tempat(a) === tempat(b) ? 0 : tempat(a) - tempat(b)) ||
        (a.mulai ?? '9999').localeCompare(b.mulai ?? '9999') ||
        (a.kursus_peserta_id ?? Infinity) - (b.kursus_peserta_id ?? Infinity) ||
        a.id - b.id,
    )
  const urut = promo.toSorted((a, b) => b.prioritas - a.prioritas || a.id - b.id)
  const alasan = new Map(
    urut.map((p) => [p.id, new Map(lines.map((b) => [b.id, alasanTidakCocok(p, b, k)]))]),
  )
  const nilai = (p: Promo, b: BarisPromo) =>
    alasan.get(p.id)?.get(b.id) === null ? nilaiPromo(p, b.bruto, pembulatan) : 0

  const coba = (boleh: readonly Promo[], utama?: Promo): Pilihan => {
    const sisa = new Map(boleh.map((p) => [p.id, sisaKuota(p)]))
    const beri: Pilihan['beri'] = new Map()
    let total = 0
    for (const b of lines) {
      const cocok = boleh.filter((p) => nilai(p, b) > 0 && (sisa.get(p.id) ?? 0) > 0)
      const otomatis = cocok.filter((p) => p.kode === null)
      const terbaik = otomatis
        .filter((p) => p.prioritas === otomatis[0]?.prioritas)
        .toSorted((a, c) => nilai(c, b) - nilai(a, b) || a.id - c.id)[0]
      let neto = b.bruto
      for (const p of [...(terbaik ? [terbaik] : []), ...cocok.filter((c) => c.kode !== null)]) {
        const diskon = Math.min(neto, nilai(p, b))
        if (diskon === 0) continue
        neto -= diskon
        total += diskon
        sisa.set(p.id, (sisa.get(p.id) ?? 0) - 1)
        beri.set(b.id, [...(beri.get(b.id) ?? []), { id: p.id, diskon }])
      }
    }
    return { utama, total, beri }
  }
  const ada = baris.flatMap((b) => b.tetap ?? []).toSorted((a, b) => a.id - b.id)
  const sendiri = ada.find((p) => !p.dapat_digabung)
  const semua = [
    coba(urut.filter((p) => p.dapat_digabung)),
    ...urut.filter((p) => !p.dapat_digabung).map((p) => coba([p], p)),
  ]
  const mungkin = semua.filter((s) =>
    sendiri ? s.utama?.id === sendiri.id : ada.length === 0 || !s.utama,
  )
  const dipakai = mungkin.reduce<Pilihan>((best, s) => (s.total > best.total ? s : best), {
    utama: undefined,
    total: 0,
    beri: new Map(),
  })
  const nama = new Map(promo.map((p) => [p.id, p.nama]))
  const pemenang =
    dipakai.utama?.nama ??
    [
      ...new Set([...dipakai.beri.values()].flatMap((list) => list.map((d) => nama.get(d.id)))),
    ].join(', ')

  const kalah = (p: Promo, b: BarisPromo): string => {
    if (b.bruto === 0) return 'Tidak ada yang dipotong'
    if (nilai(p, b) === 0) return 'Potongannya Rp0'
    if (sendiri && sendiri.id !== p.id)
      return `Tidak dapat digabung dengan ${sendiri.nama} yang sudah dipakai keluarga ini`
    if (ada.length > 0 && !p.dapat_digabung && !sendiri)
      return `Tidak dapat digabung dengan ${ada[0]?.nama} yang sudah dipakai keluarga ini`
    if (
      dipakai.total > 0 &&
      (p.dapat_digabung ? dipakai.utama !== undefined : dipakai.utama?.id !== p.id)
    )
      return `Tidak dapat digabung, ${pemenang} memberi lebih banyak`
    const lain = dipakai.beri.get(b.id)
    const first = lain?.[0]
    if (first && p.kode === null) return `${nama.get(first.id)} didahulukan`
    return first && p.kode !== null
      ? 'Baris ini sudah gratis'
      : 'Kuota yang tersisa dipakai baris lain'
  }
  return {
    baris: lines.map(({ id }) => {
      const list = dipakai.beri.get(id) ?? []
      return { id, diskon: list.reduce((sum, d) => sum + d.diskon, 0), promo: list }
    }),
    putusan: urut.flatMap((p) =>
      lines.map((b): Putusan => {
        const given = dipakai.beri.get(b.id)?.find((d) => d.id === p.id)
        return given
          ? { promo_id: p.id, baris_id: b.id, diskon: given.diskon, alasan: null }
          : {
              promo_id: p.id,
              baris_id: b.id,
              diskon: 0,
              alasan: alasan.get(p.id)?.get(b.id) ?? kalah(p, b),
            }
      }),
    ),
  }
}

/** How many days before and after a line's own a promo's first or last day is worth telling. */
const hariDekat = 31
/** The days in which a promo must lie to be told of, or to hold, for lines of these days. */
export const jendelaPromo = (
  hari: readonly string[],
): { dari: string; sampai: string } | undefined => {
  const [first, last] = [hari.toSorted()[0], hari.toSorted().at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { dari: addDays(first, -hariDekat), sampai: addDays(last, hariDekat) }
}
/** What an automatic promo does near a line's day, in words; undefined when it neither begins nor ends there. */
const sebutDekat = (p: Promo, tanggal: string): { pada: string; teks: string } | undefined => {
  if (p.mulai > tanggal && p.mulai <= addDays(tanggal, hariDekat))
    return { pada: p.mulai, teks: `${p.nama} baru mulai ${formatTanggal(p.mulai)}` }
  if (
    p.selesai === null ||
    p.selesai < addDays(tanggal, -hariDekat) ||
    p.selesai > addDays(tanggal, hariDekat)
  )
    return undefined
  return p.selesai < tanggal
    ? { pada: p.selesai, teks: `${p.nama} sudah berakhir ${formatTanggal(p.selesai)}` }
    : { pada: tanggal, teks: `${p.nama} berakhir ${formatTanggal(p.selesai)}` }
}
/**
 * For each line of a family the automatic promos that fit it but for their days, and begin or end near its own: so that nobody wonders why a line
 * has a promo or has it not. Lines without any are left out.
 */
export const promoDekat = ({
  periode,
  baris,
  promo,
}: {
  periode: string
  baris: readonly BarisPromo[]
  promo: readonly Promo[]
}): Map<number, string[]> => {
  const k = keadaan(periode, null, baris)
  const found = new Map<number, string[]>()
  for (const b of baris) {
    if (b.tetap) continue
    const near = promo
      .toSorted((a, c) => a.id - c.id)
      .flatMap((p) => {
        const dekat = p.kode === null ? sebutDekat(p, b.tanggal) : undefined
        return dekat && alasanTidakCocok(p, { ...b, tanggal: dekat.pada }, k) === null
          ? [dekat.teks]
          : []
      })
    if (near.length > 0) found.set(b.id, near)
  }
  return found
}

/** What a stored line keeps of its promos: the first and, where a code joins an automatic one, the second, with the rupiah of each, and their names. */
export interface PromoBaris {
  promo_id: number | null
  promo_diskon: number
  promo_kedua_id: number | null
  promo_kedua_diskon: number
  promo_alasan: string | null
}
export const tanpaPromo: PromoBaris = {
  promo_id: null,
  promo_diskon: 0,
  promo_kedua_id: null,
  promo_kedua_diskon: 0,
  promo_alasan: null,
}
/** The promos of a line as it stores them. */
export const simpanPromo = (
  list: readonly { id: number; diskon: number }[],
  of: ReadonlyMap<number, Pick<Promo, 'nama'>>,
): PromoBaris => {
  const [satu, dua] = list
  const names = list.map((d) => of.get(d.id)?.nama).filter((n) => n !== undefined)
  return satu
    ? {
        promo_id: satu.id,
        promo_diskon: satu.diskon,
        promo_kedua_id: dua?.id ?? null,
        promo_kedua_diskon: dua?.diskon ?? 0,
        promo_alasan: names.join(' + '),
      }
    : tanpaPromo
}
/** The reason of a line's whole discount: its promos, then what somebody wrote. */
export const alasanDiskon = (promo: PromoBaris, manual: string | null): string | null =>
  [promo.promo_alasan, manual].filter(Boolean).join('; ') || null
/** The part of a stored line's discount that somebody typed, with its reason. */
export const diskonManual = (
  item: Pick<ItemJumlah, 'diskon'> & PromoBaris & { diskon_alasan: string | null },
): { diskon: number; diskon_alasan: string | null } => ({
  diskon: item.diskon - item.promo_diskon - item.promo_kedua_diskon,
  diskon_alasan:
    item.promo_alasan === null
      ? item.diskon_alasan
      : item.diskon_alasan?.slice(item.promo_alasan.length + 2) || null,
})
