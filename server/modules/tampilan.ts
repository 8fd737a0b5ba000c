import { sql } from 'kysely'
import { savedView } from '#contract/resources/savedView.ts'
import { conflict } from '#server/errors.ts'
import { module } from '#server/http/module.ts'

/** Views that one list keeps for one person at most: a menu longer than this helps nobody. */
const most = 50

/** Each sees and changes their own views only, whatever the role. */
export const savedViewModule = module(savedView, {
  scope: (actor) => sql`saved_view.user_id = ${actor.id}`,
  before: async ({ trx, ctx: { actor }, input, current }) => {
    if (current) return
    const { n } = await trx.selectFrom('saved_view').select((eb) => eb.fn.countAll<number>().as('n')).where('user_id', '=', actor.id).where('resource', '=', input.resource).executeTakeFirstOrThrow()
    if (n >= most) throw conflict(`Paling banyak ${most} tampilan untuk satu daftar`)
    return { user_id: actor.id }
  },
})
