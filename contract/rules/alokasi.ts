/** Splitting a payment over bills (domain.md 3.5). */
import type { Issue } from '#contract/resource.ts'

export interface TagihanTerbuka {
  id: number
  jatuh_tempo: string
  nomor: string | null
  sisa: number
}
export interface AlokasiInput {
  billing_id: number
  jumlah: number
}

// Numbers inside count as numbers, so that INV/2026/11/10000 follows INV/2026/11/9999.
const urut = new Intl.Collator('en', { numeric: true })
const banding = (a: TagihanTerbuka, b: TagihanTerbuka) =>
  a.jatuh_tempo < b.jatuh_tempo
    ? -1
    : a.jatuh_tempo > b.jatuh_tempo
      ? 1
      : urut.compare(a.nomor ?? '', b.nomor ?? '') || a.id - b.id

/** Fills bills from the oldest due date, then number; `sisa` is what is left over and becomes saldo. */
export const alokasiTertua = (
  tagihan: readonly TagihanTerbuka[],
  jumlah: number,
): { alokasi: AlokasiInput[]; sisa: number } => {
  const alokasi: AlokasiInput[] = []
  let sisa = jumlah
  for (const t of tagihan.toSorted(banding)) {
    const bagian = Math.min(sisa, t.sisa)
    if (bagian <= 0) continue
    alokasi.push({ billing_id: t.id, jumlah: bagian })
    sisa -= bagian
  }
  return { alokasi, sisa }
}

/** What is wrong with an allocation chosen by hand, as field errors of the payment form; empty when nothing is. Of `tagihan` some may be paid. */
export const periksaAlokasi = (
  alokasi: readonly AlokasiInput[],
  tagihan: readonly (Pick<TagihanTerbuka, 'id' | 'sisa'> & { nomor?: string | null })[],
  jumlah: number,
): Issue[] => {
  const sisa = new Map(tagihan.map((t) => [t.id, t.sisa]))
  const nomor = new Map(tagihan.map((t) => [t.id, t.nomor]))
  const sudah = new Set<number>()
  let total = 0
  const issues = alokasi.flatMap(({ billing_id, jumlah: bagian }, i): Issue[] => {
    const ada = sisa.get(billing_id)
    const kembar = sudah.has(billing_id)
    sudah.add(billing_id)
    total += bagian
    if (ada === undefined)
      return [
        {
          field: `alokasi.${i}.billing_id`,
          message: 'Tagihan tidak dikenal atau bukan milik akun billing ini',
        },
      ]
    if (ada === 0)
      return [
        {
          field: `alokasi.${i}.billing_id`,
          message: `${nomor.get(billing_id) ?? 'Tagihan ini'} sudah lunas`,
        },
      ]
    if (kembar)
      return [{ field: `alokasi.${i}.billing_id`, message: 'Tagihan sudah ada di baris lain' }]
    if (!Number.isSafeInteger(bagian) || bagian <= 0)
      return [{ field: `alokasi.${i}.jumlah`, message: 'Harus lebih dari Rp0' }]
    return bagian > ada ? [{ field: `alokasi.${i}.jumlah`, message: 'Melebihi sisa tagihan' }] : []
  })
  return total > jumlah
    ? [...issues, { field: 'alokasi', message: 'Jumlah alokasi melebihi jumlah pembayaran' }]
    : issues
}
