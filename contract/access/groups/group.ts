/** Parts of the groups of access codes: types, and sentences of codes that every entity has. */
import type { AccessCode } from '#contract/access/access.ts'

/** Access codes, each with a sentence that says what the code permits. */
export type Sentences = Partial<Record<AccessCode, string>>

/** Access codes of a group that are usually granted together. */
export interface Ability {
  /** Verb phrase in lower case, such as `menerima uang`. It follows `boleh` or `tidak boleh`. */
  phrase: string
  codes: Sentences
}
/** Access codes of a task of the school, such as receiving money. */
export interface AccessGroup {
  label: string
  abilities: readonly Ability[]
}

const verbs = {
  index: (noun: string) => `Membuka daftar ${noun}`,
  view: (noun: string) => `Membuka rincian ${noun}`,
  create: (noun: string) => `Menambah ${noun}`,
  update: (noun: string) => `Mengubah ${noun}`,
  delete: (noun: string) => `Menghapus ${noun}`,
  ekspor: (noun: string) => `Mengekspor daftar ${noun}`,
  import: (noun: string) => `Mengimpor ${noun}`,
  template: (noun: string) => `Mengunduh contoh berkas impor ${noun}`,
  pilihan: (noun: string) => `Memilih ${noun} di formulir`,
}
type Verb = keyof typeof verbs
/** Verbs that the access codes of an entity contain. */
type VerbOf<Name extends string> = {
  [V in Verb]: `${Name}/${V}` extends AccessCode ? V : never
}[Verb]

/** Returns an ability. */
export const ability = (phrase: string, ...codes: readonly Sentences[]): Ability => ({
  phrase,
  codes: Object.assign({}, ...codes) as Sentences,
})
/**
 * Returns the codes of an entity for common operations, with their sentences. `noun`: Indonesian
 * name of the entity inside a sentence.
 */
export const operations = <Name extends string>(
  name: Name,
  noun: string,
  ...names: readonly VerbOf<Name>[]
): Sentences =>
  Object.fromEntries(names.map((verb) => [`${name}/${verb}`, verbs[verb as Verb](noun)]))
