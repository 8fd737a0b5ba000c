/**
 * Decides the direction of each entry of a file. If the direction of entries is unknown, asks the
 * user a question about these entries.
 */
import type {
  StatementMapping,
  StatementQuestion,
} from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import type { Direction } from '#contract/values/amount.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggalShort } from '#contract/values/tanggal.ts'
import type { Mappings } from '#server/modules/billing/mutasiBank/statementFile/chooseMapping.ts'
import {
  chainDirections,
  conventionOf,
  directionOf,
  directionOfWords,
  type Convention,
} from '#server/modules/billing/mutasiBank/statementFile/direction.ts'
import type {
  ChainEntry,
  Entry,
  SkippedLine,
} from '#server/modules/billing/mutasiBank/statementFile/entries.ts'

/** Maximum number of rows that a question shows as examples. */
const maxExamples = 5
const isEntry = (entry: ChainEntry): entry is Entry => 'flow' in entry
const exampleOf = ({ baris, tanggal, keterangan, flow }: Entry) => ({
  baris,
  teks: [formatTanggalShort(tanggal), keterangan.slice(0, 80), formatRupiah(flow.rupiah)]
    .filter(Boolean)
    .join(' · '),
})

const askDirection = (open: readonly Entry[]): StatementQuestion => ({
  jenis: 'arah',
  pesan: `Arah uang dari ${open.length} baris tidak dapat diketahui: tidak ada kolom, tanda, atau saldo yang menunjukkannya. Jika ada kolomnya, pilih pada bagian Kolom.`,
  contoh: open.slice(0, maxExamples).map(exampleOf),
  pilihan: [
    { label: 'Semuanya uang masuk', ubah: { tanpa_tanda: 'masuk' } },
    { label: 'Semuanya uang keluar', ubah: { tanpa_tanda: 'keluar' } },
    { label: 'Lewati baris-baris ini', ubah: { tanpa_tanda: 'lewati' } },
  ],
})
const askBalance = (open: readonly Entry[]): StatementQuestion => ({
  jenis: 'saldo',
  pesan: `Pada ${open.length} baris, kolom atau tandanya bertentangan dengan perubahan saldonya.`,
  contoh: open.slice(0, maxExamples).map(exampleOf),
  pilihan: [
    { label: 'Ikuti perubahan saldo', ubah: { ikut: 'saldo' } },
    { label: 'Ikuti kolom dan tandanya', ubah: { ikut: 'tanda' } },
  ],
})
const askKept = (
  keptDirection: 'masuk' | 'keluar',
  now: 'masuk' | 'keluar',
  open: readonly Entry[],
): StatementQuestion => ({
  jenis: 'arah',
  pesan: `Terakhir kali jumlah tanpa tanda adalah uang ${keptDirection}; menurut tanda di berkas ini uang ${now}.`,
  contoh: open.slice(0, maxExamples).map(exampleOf),
  pilihan: [
    { label: 'Jumlah tanpa tanda adalah uang masuk', ubah: { tanpa_tanda: 'masuk' } },
    { label: 'Jumlah tanpa tanda adalah uang keluar', ubah: { tanpa_tanda: 'keluar' } },
  ],
})
const meanings = { masuk: 1, keluar: -1 } as const
const nameOf = (direction: Direction) => (direction === 1 ? 'masuk' : 'keluar')

interface Settled {
  pemetaan: StatementMapping
  entries: { entry: Entry; direction: 1 | -1 }[]
  skipped: SkippedLine[]
  pertanyaan: StatementQuestion[]
  peringatan: string[]
}
/** Returns the direction of each entry as proven by the balances; 0 if unproven. */
const proofsOf = (all: readonly ChainEntry[]): ReadonlyMap<ChainEntry, Direction> => {
  const directions = chainDirections(
    all.map((entry) => ({
      saldo: entry.saldo,
      amount: isEntry(entry) ? BigInt(entry.flow.rupiah) * 100n : null,
      tanggal: isEntry(entry) ? entry.tanggal : undefined,
    })),
  )
  return new Map(all.map((entry, i) => [entry, directions[i] ?? 0]))
}
/**
 * Whether the amount of an entry is in the column `jumlah`, which contains both directions, and has
 * neither a sign nor a mark.
 */
const isBare = ({ flow }: Entry) =>
  flow.from === 'jumlah' && flow.sign === 0 && flow.mark === 0 && flow.column === 0

/** Direction of an entry and how it was found. Direction 0 means unknown. */
type Verdict =
  | { direction: 1 | -1; isAgainst?: boolean; isChosen?: true }
  | { direction: 0; isSkipped: boolean }
interface Grounds {
  m: StatementMapping
  isTold: boolean
  convention: Convention
  /** Direction of the entry as proven by the balances; 0 if unproven. */
  proof: Direction
  /** Whether the balances prove the direction of at least one entry of the file. */
  isProven: boolean
  /**
   * Whether the balances prove at least one direction, and contradict the columns, signs and marks
   * in every entry whose direction they prove.
   */
  isTurned: boolean
}
const chosenOf = ({ tanpa_tanda }: StatementMapping): Direction =>
  tanpa_tanda === null || tanpa_tanda === 'lewati' ? 0 : meanings[tanpa_tanda]

/**
 * Returns the direction that column, sign and mark of an entry indicate; 0 if unknown. For an
 * amount without sign and mark, returns the direction that the user chose for such amounts of this
 * file, if any. If `isTurned` is set and the user chose to follow the balances, the direction is
 * reversed.
 */
const ownDirection = (entry: Entry, { m, isTold, convention, isTurned }: Grounds): Direction => {
  const chosen = chosenOf(m)
  // A choice that the user made for this file takes precedence over the direction that was derived
  // from the signs and marks of other amounts.
  if (isBare(entry) && isTold && chosen !== 0) return chosen
  const flowDirection = directionOf(entry.flow, convention)
  if (!isTurned || m.ikut !== 'saldo' || flowDirection === 0) return flowDirection
  return flowDirection === 1 ? -1 : 1
}
const verdictOf = (entry: Entry, grounds: Grounds): Verdict => {
  const { m, proof, isProven } = grounds
  const bare = isBare(entry)
  const entryDirection = ownDirection(entry, grounds)
  const isBelieved = bare || entryDirection === 0 || entryDirection === proof || m.ikut === 'saldo'
  if (proof !== 0 && isBelieved) return { direction: proof }
  if (entryDirection !== 0)
    return { direction: entryDirection, isAgainst: proof !== 0 && m.ikut === null }
  const words = isProven && bare ? directionOfWords(entry.keterangan) : 0
  if (words !== 0) return { direction: words }
  const chosen = chosenOf(m)
  return chosen === 0
    ? { direction: 0, isSkipped: m.tanpa_tanda === 'lewati' }
    : { direction: chosen, isChosen: true }
}

/**
 * Whether the direction proven by the balances is the opposite of the direction that column, sign
 * and mark indicate. Also true if the balances prove no direction for the entry.
 */
const isOpposite = (
  entry: Entry,
  proofs: ReadonlyMap<ChainEntry, Direction>,
  convention: Convention,
): boolean => {
  const proof = proofs.get(entry) ?? 0
  return proof === 0 || directionOf(entry.flow, convention) === -proof
}

/**
 * Returns a question if unsigned amounts have another direction in this file than in the last
 * import; otherwise an empty list.
 */
const keptQuestion = (
  m: StatementMapping,
  unsigned: Direction,
  bare: readonly Entry[],
): StatementQuestion[] => {
  const keptDirection = chosenOf(m)
  return unsigned !== 0 && keptDirection !== 0 && keptDirection !== unsigned && bare.length > 0
    ? [askKept(nameOf(keptDirection), nameOf(unsigned), bare)]
    : []
}
const unknown = ({ baris, keterangan, flow }: Entry): SkippedLine => ({
  baris,
  keterangan,
  pesan: `Arah uang tidak diketahui: ${formatRupiah(flow.rupiah)}`,
})

/**
 * Decides the directions of the entries of a file. Returns the entries with their directions, the
 * skipped rows, the open questions and the warnings.
 */
export const settleDirections = (
  all: readonly ChainEntry[],
  m: StatementMapping,
  { told }: Pick<Mappings, 'told'>,
): Settled => {
  const entries = all.filter(isEntry)
  const convention = conventionOf(entries.map((entry) => entry.flow))
  const proofs = proofsOf(all)
  const isProven = [...proofs.values()].some((direction) => direction !== 0)
  const isTurned = isProven && entries.every((entry) => isOpposite(entry, proofs, convention))
  const isTold = told !== undefined
  const settled: Settled['entries'] = []
  const skipped: Entry[] = []
  const open: Entry[] = []
  const against: Entry[] = []
  const chosen: Entry[] = []
  for (const entry of entries) {
    const proof = proofs.get(entry) ?? 0
    const verdict = verdictOf(entry, { m, isTold, convention, proof, isProven, isTurned })
    if (verdict.direction === 0) (verdict.isSkipped ? skipped : open).push(entry)
    else {
      settled.push({ entry, direction: verdict.direction })
      if (verdict.isAgainst) against.push(entry)
      if (verdict.isChosen) chosen.push(entry)
    }
  }
  const { unsigned } = convention
  const bare = entries.filter((entry) => isBare(entry) && !proofs.get(entry))
  return {
    pemetaan: isTold || unsigned === 0 ? m : { ...m, tanpa_tanda: nameOf(unsigned) },
    entries: settled,
    // Entries with an unknown direction are also skipped until the user has answered the question
    // about them.
    skipped: [...skipped, ...open].map(unknown),
    pertanyaan: [
      ...(open.length > 0 ? [askDirection(open)] : []),
      ...(against.length > 0 ? [askBalance(against)] : []),
      ...(isTold ? [] : keptQuestion(m, unsigned, bare)),
    ],
    peringatan:
      chosen.length > 0
        ? [
            `${chosen.length} baris tidak menunjukkan arah uang: ${isTold ? 'menurut pilihan Anda' : 'seperti pada impor terakhir'} dibaca sebagai uang ${m.tanpa_tanda}.`,
          ]
        : [],
  }
}
