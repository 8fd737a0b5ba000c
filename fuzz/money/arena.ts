/** Ids of the rows of the test school that the simulated users change concurrently. */
export interface Arena {
  gedung: readonly number[]
  akun: readonly number[]
  /** Classes, one for each outlet in the order of `gedung`. */
  kelas: readonly number[]
  /** Pairs of payers of the same family, between which credit may be transferred. */
  pairs: readonly (readonly [number, number])[]
  /**
   * Kind of bill line other than tuition. `produk` is a product with stock, `kode` contains promo
   * codes, and `promo` contains the ids of all promos.
   */
  jenis: number
  produk: number
  kode: readonly string[]
  promo: readonly number[]
  /**
   * Bank account used by all outlets. `banks` contains one bank account for each outlet, and
   * `mesin` is a card machine.
   */
  bank: number
  banks: readonly number[]
  mesin: number
  /** Text of the last imported statement by id of the bank account, to import it again. */
  brought: Map<number, string>
  admin: number
  kasir: number
  /** Admin of the second outlet only. */
  admin2: number
}
/** Returns the arena with only those payers, classes and banks that belong to outlet number `i`. */
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
