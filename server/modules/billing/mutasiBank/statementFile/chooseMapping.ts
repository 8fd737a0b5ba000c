/**
 * Chooses the mapping of a file. The mapping is given by the user, or taken from an earlier import
 * of the account with the same headings, or guessed. The notation of amounts and dates is guessed
 * for each file. If the file contradicts the notation of an earlier mapping, the user is asked.
 */
import type {
  StatementMapping,
  StatementQuestion,
} from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { formatTanggalShort } from '#contract/values/tanggal.ts'
import type { Sheet, SheetRow } from '#server/import/sheets/sheetTypes.ts'
import type { Period } from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'
import {
  blankMappingOf,
  guessMapping,
} from '#server/modules/billing/mutasiBank/statementFile/guessColumns.ts'
import {
  headAt,
  lineOfHeadings,
  type Head,
} from '#server/modules/billing/mutasiBank/statementFile/headings.ts'
import {
  dayOrderOf,
  decimalOf,
  type OrderGuess,
} from '#server/modules/billing/mutasiBank/statementFile/notation.ts'

/**
 * Mapping of an earlier import of the account. `judul` is the key of the headings (`headingsKey`)
 * of the file that was imported.
 */
export interface KeptMapping {
  pemetaan: StatementMapping
  judul: string
}
export interface Mappings {
  told?: StatementMapping | undefined
  /** Mappings of earlier imports, newest first. */
  kept?: readonly KeptMapping[] | undefined
  /** Today's date as `YYYY-MM-DD`. */
  today: string
}
export interface Chosen {
  pemetaan: StatementMapping
  asal_pemetaan: 'diberikan' | 'terakhir' | 'dikenali' | 'belum_dikenali'
  head: Head | undefined
  pertanyaan: StatementQuestion[]
  peringatan: string[]
}

const amountColumns = (m: StatementMapping) => [m.debit, m.kredit, m.jumlah, m.saldo]
const decimalNames = {
  titik: { sign: 'titik', group: 'koma' },
  koma: { sign: 'koma', group: 'titik' },
} as const
const decimalChoices: StatementQuestion['pilihan'] = [
  {
    label: 'Titik memisahkan ribuan: 350.000 adalah Rp350.000',
    ubah: { desimal: 'koma' },
  },
  {
    label: 'Koma memisahkan ribuan: 350,000 adalah Rp350.000',
    ubah: { desimal: 'titik' },
  },
]
const askDecimal = (pesan: string, contoh: StatementQuestion['contoh']): StatementQuestion => ({
  jenis: 'desimal',
  pesan,
  contoh,
  pilihan: decimalChoices,
})
const orderNames = {
  dmy: 'hari di depan',
  mdy: 'bulan di depan',
  ymd: 'tahun di depan',
} as const
const askOrder = (pesan: string, { example }: OrderGuess): StatementQuestion => ({
  jenis: 'urutan_tanggal',
  pesan,
  contoh: example ? [{ baris: example.baris, teks: example.teks }] : [],
  pilihan: (['dmy', 'mdy'] as const).map((order) => {
    const day = example?.[order]
    const meaning = day ? `: ${example.teks} adalah ${formatTanggalShort(day)}` : ''
    return {
      label: `${order === 'dmy' ? 'Hari di depan' : 'Bulan di depan'}${meaning}`,
      ubah: { urutan_tanggal: order },
    }
  }),
})

/**
 * Value chosen for a property of the notation, such as the decimal sign, with the open questions
 * about this property.
 */
interface Opinion<V> {
  value: V
  pertanyaan: StatementQuestion[]
  /** Warnings about contradictions between the file and a mapping given by the user. */
  peringatan: string[]
}
interface Context {
  period: Period | undefined
  today: string
  heading: string
  /**
   * Whether the mapping comes from an earlier import. False if the mapping was given by the user or
   * guessed.
   */
  isKept: boolean
}
/**
 * Returns a question if the file contradicts the mapping of an earlier import. Otherwise returns a
 * warning that the file contradicts the mapping given by the user.
 */
const contradiction = (
  isKept: boolean,
  said: string,
  ask: (pesan: string) => StatementQuestion,
): Omit<Opinion<never>, 'value'> =>
  isKept
    ? { pertanyaan: [ask(`Terakhir kali ${said}.`)], peringatan: [] }
    : { pertanyaan: [], peringatan: [`Menurut pilihan Anda ${said}.`] }
const nothingOpen = { pertanyaan: [], peringatan: [] }

const decimalOpinion = (
  rows: readonly SheetRow[],
  m: StatementMapping,
  { isKept }: Context,
): Opinion<StatementMapping['desimal']> => {
  const { sign, conflict, example } = decimalOf(rows, amountColumns(m))
  const value = sign ?? m.desimal
  if (conflict.length > 0) {
    const pesan = 'Berkas ini memakai titik dan koma berganti-ganti. Mana yang memisahkan ribuan?'
    return { value, pertanyaan: [askDecimal(pesan, conflict)], peringatan: [] }
  }
  if (value === m.desimal) return { value, ...nothingOpen }
  const [keptDecimal, fileDecimal] = [decimalNames[m.desimal], decimalNames[value]]
  const said = `${keptDecimal.sign} adalah tanda desimal; berkas ini memakai ${fileDecimal.group} sebagai pemisah ribuan`
  const contoh = example ? [example] : []
  return { value, ...contradiction(isKept, said, (pesan) => askDecimal(pesan, contoh)) }
}
const orderOpinion = (
  rows: readonly SheetRow[],
  m: StatementMapping,
  context: Context,
): Opinion<StatementMapping['urutan_tanggal']> => {
  const guess = dayOrderOf(rows, m.tanggal, context)
  const value = guess.order ?? m.urutan_tanggal
  if (guess.example === undefined) return { value, ...nothingOpen }
  if (guess.order === undefined && !context.isKept) {
    const pesan = 'Urutan hari dan bulan tidak dapat dipastikan dari berkas ini.'
    return { value, pertanyaan: [askOrder(pesan, guess)], peringatan: [] }
  }
  // Asks no question if the file and the mapping have the same order, or if one of them has the
  // year first. A date with the year first is read correctly, whatever order the mapping has.
  if (value === m.urutan_tanggal || value === 'ymd' || m.urutan_tanggal === 'ymd')
    return { value, ...nothingOpen }
  const said = `urutan tanggal ${orderNames[m.urutan_tanggal]}; berkas ini ${orderNames[value]}`
  return { value, ...contradiction(context.isKept, said, (pesan) => askOrder(pesan, guess)) }
}
/** Returns the decimal sign and the date order of a file, with the open questions and warnings. */
const notationOf = (rows: readonly SheetRow[], m: StatementMapping, context: Context) => {
  const [decimal, order] = [decimalOpinion(rows, m, context), orderOpinion(rows, m, context)]
  return {
    notation: { desimal: decimal.value, urutan_tanggal: order.value },
    pertanyaan: [...decimal.pertanyaan, ...order.pertanyaan],
    peringatan: [...decimal.peringatan, ...order.peringatan],
  }
}

const below = (rows: readonly SheetRow[], line: number) => rows.filter((row) => row.line > line)
/**
 * Returns the first mapping of an earlier import whose headings equal those of the file. Sets
 * `baris_judul` to the line of the headings in this file.
 */
const findKept = (
  rows: readonly SheetRow[],
  keptMappings: readonly KeptMapping[],
): StatementMapping | undefined => {
  for (const { pemetaan, judul } of keptMappings) {
    const line = lineOfHeadings(rows, judul)
    // Resets two decisions that the user made only for the earlier file: to skip lines without a
    // direction (`lewati`), and to follow either the signs or the balances (`ikut`).
    const tanpa_tanda = pemetaan.tanpa_tanda === 'lewati' ? null : pemetaan.tanpa_tanda
    if (line !== undefined) return { ...pemetaan, baris_judul: line, tanpa_tanda, ikut: null }
  }
  return undefined
}

/** Chooses the mapping of a file. Returns the mapping with the questions that are still open. */
export const chooseMapping = (
  { rows }: Sheet,
  period: Period | undefined,
  { told, kept = [], today }: Mappings,
): Chosen => {
  const guess = guessMapping(rows)
  const headingOf = (m: StatementMapping) => headAt(rows, m.baris_judul)?.texts.get(m.tanggal) ?? ''
  const read = (m: StatementMapping, isKept: boolean) =>
    notationOf(below(rows, m.baris_judul), m, {
      period,
      today,
      heading: headingOf(m),
      isKept,
    })
  if (told) {
    const { peringatan } = read(told, false)
    const head = headAt(rows, told.baris_judul)
    return { pemetaan: told, asal_pemetaan: 'diberikan', head, pertanyaan: [], peringatan }
  }
  const last = findKept(rows, kept)
  if (last) {
    const { notation, pertanyaan } = read(last, true)
    return {
      pemetaan: { ...last, ...notation },
      asal_pemetaan: 'terakhir',
      head: headAt(rows, last.baris_judul),
      pertanyaan,
      peringatan: [],
    }
  }
  if (!guess) {
    const pemetaan = blankMappingOf(rows)
    return {
      pemetaan,
      asal_pemetaan: 'belum_dikenali',
      head: undefined,
      pertanyaan: [],
      peringatan: [],
    }
  }
  const { notation, pertanyaan } = read(guess.mapping, false)
  return {
    pemetaan: { ...guess.mapping, ...notation },
    asal_pemetaan: 'dikenali',
    head: guess.head,
    // A guessed mapping has no warnings, because the user has chosen nothing that the file could
    // contradict. Uncertain points of the guess are questions.
    pertanyaan,
    peringatan: [],
  }
}
