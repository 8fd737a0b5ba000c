/** Ids of the rows of the test school that the simulated users change concurrently. */
export interface Arena {
  gedung: readonly number[]
  akun: readonly number[]
  /** Classes, one for each outlet in the order of `gedung`. */
  kelas: readonly number[]
  /** Pairs of payers of the same family, between which credit may be transferred. */
  pairs: readonly (readonly [number, number])[]
  /** Kind of bill line other than tuition. */
  jenis: number
  /** Product with stock. */
  produk: number
  /** Codes of the promos that have a code. */
  kode: readonly string[]
  /** All promos. */
  promo: readonly number[]
  /** Bank account of all outlets. */
  bank: number
  /** Bank accounts, one for each outlet in the order of `gedung`. */
  banks: readonly number[]
  /** Card machine. */
  mesin: number
  /**
   * Text of the statement that was last imported for each bank account, by id of the account. An
   * action imports the text again.
   */
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
