/** Rows of the school that people contend for. */
export interface Arena {
  gedung: readonly number[]
  akun: readonly number[]
  /** A class at each outlet. */
  kelas: readonly number[]
  /** Pairs of accounts of the same family, between which saldo may move. */
  pairs: readonly (readonly [number, number])[]
  /** A kind of line that is no tuition, something of which there is a stock, codes of promos. */
  jenis: number
  produk: number
  kode: readonly string[]
  promo: readonly number[]
  /** An account of all outlets, and one of each. */
  bank: number
  banks: readonly number[]
  mesin: number
  /** The last statement of each account, to bring in once more. */
  brought: Map<number, string>
  admin: number
  kasir: number
  /** Admin of the second outlet alone. */
  admin2: number
}
/** Rows of one outlet. */
export const atOutlet = (arena: Arena, i: number): Arena => {
  const own = <T>(list: readonly T[]) => list.filter((_, n) => n % arena.gedung.length === i)
  const { gedung, kelas, banks, akun, pairs } = arena
  return {
    ...arena,
    gedung: own(gedung),
    kelas: own(kelas),
    banks: own(banks),
    akun: own(akun),
    pairs: own(pairs),
  }
}
