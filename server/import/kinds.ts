/** Kinds of import by name. */
import { imporNames } from '#contract/import/importKeys.ts'
import { kelasImport, pendaftaranImport } from '#server/import/classes.ts'
import type { ImportKind } from '#server/import/columns.ts'
import { masterImport } from '#server/import/master.ts'
import { openBillImport, openingSaldoImport } from '#server/import/opening.ts'
import { akunBillingImport, pelatihImport } from '#server/import/people.ts'
import { pesertaImport } from '#server/import/peserta.ts'

const kinds: ReadonlyMap<string, ImportKind> = new Map(
  [
    pesertaImport,
    pelatihImport,
    akunBillingImport,
    kelasImport,
    pendaftaranImport,
    openBillImport,
    openingSaldoImport,
    ...imporNames.flatMap((nama) => (nama === 'user' ? [] : [masterImport(nama)])),
  ].map((jenis) => [jenis.nama, jenis]),
)
/** Returns the kind of import with a name. Throws RangeError for an unknown name. */
export const jenisOf = (nama: string): ImportKind => {
  const jenis = kinds.get(nama)
  if (!jenis) throw new RangeError(`Impor ${nama} tidak dikenal`)
  return jenis
}
