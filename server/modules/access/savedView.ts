import { sql } from 'kysely'
import { savedView } from '#contract/access/savedView.ts'
import { conflict } from '#server/errors.ts'
import { module } from '#server/resource/module.ts'

/**
 * Maximum number of saved views of a user for one list. The views are items of a menu; a longer
 * menu would be useless.
 */
const most = 50
/**
 * Maximum number of saved views of a user in all lists. The name of a list is free text, so the
 * limit per list alone would not bound the storage.
 */
const mostOfAll = 300
/** Maximum number of characters in all saved views of a user together. */
const mostCharacters = 300_000

const characters = sql<number>`coalesce(sum(length(nama) + length(search) + length(kolom)), 0)`

/** Module of saved views. Users of every role read and change only their own views. */
export const savedViewModule = module(savedView, {
  scope: (actor) => sql`saved_view.user_id = ${actor.id}`,
  before: async ({ trx, ctx: { actor }, input, current }) => {
    const groups = await trx
      .selectFrom('saved_view')
      .select((eb) => ['resource', eb.fn.countAll<number>().as('n'), characters.as('size')])
      .where('user_id', '=', actor.id)
      .where('id', '<>', current?.id ?? 0)
      .groupBy('resource')
      .execute()
    const sum = (of: (row: (typeof groups)[number]) => number) =>
      groups.reduce((all, row) => all + Number(of(row)), 0)
    const size = input.nama.length + input.search.length + input.kolom.length
    if (sum((row) => row.size) + size > mostCharacters)
      throw conflict('Tampilan tersimpan Anda terlalu besar. Hapus yang tidak dipakai.')
    if (current) return
    if (sum((row) => (row.resource === input.resource ? row.n : 0)) >= most)
      throw conflict(`Paling banyak ${most} tampilan untuk satu daftar`)
    if (sum((row) => row.n) >= mostOfAll)
      throw conflict(`Paling banyak ${mostOfAll} tampilan untuk satu orang`)
    return { user_id: actor.id }
  },
})
