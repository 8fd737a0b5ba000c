/** Ids of the rows of the school that the users compete for. */
export interface Arena {
  gedung: readonly number[]
  akun: readonly number[]
  /** Class of each outlet. */
  kelas: readonly number[]
  /** Pairs of accounts of a family, between which credit may be transferred. */
  pairs: readonly (readonly [number, number])[]
  /**
   * Kind of a line other than tuition. Below: a product with stock, codes of promos, and ids of
   * promos.
   */
  jenis: number
  produk: number
  kode: readonly string[]
  promo: readonly number[]
  /** Bank account for all outlets, followed by the accounts of each outlet and a card machine. */
  bank: number
  banks: readonly number[]
  mesin: number
  /** Last imported statement by bank account, to be imported again. */
  brought: Map<number, string>
  admin: number
  kasir: number
  /** Admin of the second outlet only. */
  admin2: number
}
/** Returns the part of the arena that belongs to the outlet with index `i`. */
export const atOutlet = (arena: Arena, i: number): Arena => {
  const share = <T>(list: readonly T[]) => list.filter((_, n) => n % arena.gedung.length === i)
  const { gedung, kelas, banks, akun, pairs } = arena
  return {
    ...arena,
    gedung: share(gedung),
    kelas: share(kelas),
    banks: share(banks),
    akun: share(akun),
    pairs: share(pairs),
  }
}
