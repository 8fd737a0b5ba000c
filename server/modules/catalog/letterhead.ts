/** Call that returns the letterhead of an outlet for documents. */
import { inScope, type Handlers } from '#server/http/calls.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'

export const letterheadCalls: Pick<Handlers, 'letterhead'> = {
  letterhead: async (ctx, _, query) => {
    const id = Number(query.gedung_id)
    await inScope(ctx, gedungModule, id)
    return ctx.db
      .selectFrom('gedung')
      .select(['id', 'nama', 'alamat', 'kota', 'phone', 'email', 'logo', 'kop_surat'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  },
}
