/** Amounts in Indonesian words, for the kwitansi (domain.md 0.2). */

const satuan = [
  'nol',
  'satu',
  'dua',
  'tiga',
  'empat',
  'lima',
  'enam',
  'tujuh',
  'delapan',
  'sembilan',
  'sepuluh',
  'sebelas',
] as const
const tingkat = [
  [1e12, 'triliun'],
  [1e9, 'miliar'],
  [1e6, 'juta'],
  [1e3, 'ribu'],
  [100, 'ratus'],
  [10, 'puluh'],
] as const

/** Words of a whole number from 0 to below 10^15. One is contracted before ratus and ribu (seratus, seribu), never before juta and above. */
const kata = (n: number): string => {
  if (n < 12) return satuan[n] ?? ''
  if (n < 20) return `${satuan[n - 10]} belas`
  for (const [nilai, nama] of tingkat) {
    if (n < nilai) continue
    const kali = Math.floor(n / nilai)
    const sisa = n % nilai
    const depan = kali === 1 && nilai <= 1000 ? `se${nama}` : `${kata(kali)} ${nama}`
    return sisa === 0 ? depan : `${depan} ${kata(sisa)}`
  }
  return ''
}

/** `1250000` → `Satu juta dua ratus lima puluh ribu rupiah`. Throws RangeError unless a whole number below a thousand trillion. */
export const terbilang = (n: number): string => {
  if (!Number.isInteger(n) || n < 0 || n >= 1e15)
    throw new RangeError(`Tidak dapat dijadikan terbilang: ${n}`)
  const text = kata(n)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} rupiah`
}
