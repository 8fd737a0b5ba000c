/** Calls that list a user's notices and mark them as read. */
import { can } from '#contract/access/access.ts'
import { menuCountLimit } from '#contract/access/menuCounts.ts'
import { noticeLimit, noticeRecords, type NoticePlace } from '#contract/access/noticeCalls.ts'
import { routes } from '#contract/routes.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now } from '#server/http/context.ts'
import { countUnread } from '#server/notices/notice.ts'

/** User names of the accounts of the demo school. */
const demoNames = ['superadmin', 'admin', 'pelatih', 'sales', 'akunbilling', 'peserta']
const isDemo = async (db: Db): Promise<boolean> => {
  const rows = await db
    .selectFrom('user')
    .select('username')
    .where('username', 'in', demoNames)
    .execute()
  return rows.length === demoNames.length
}

type NoticeRecord = (typeof noticeRecords)[number]
const isRecord = (place: NoticePlace): place is NoticeRecord =>
  noticeRecords.some((record) => record === place)

export const noticeCalls: Pick<Handlers, 'pemberitahuan' | 'bacaPemberitahuan'> = {
  pemberitahuan: async ({ db, actor }) => {
    const rows = await db
      .selectFrom('pemberitahuan')
      .select(['id', 'teks', 'rute', 'rute_id', 'created_at', 'dibaca_at'])
      .where('user_id', '=', actor.id)
      .orderBy('id', 'desc')
      .limit(noticeLimit)
      .execute()
    const reader = { role: { accesses: actor.accesses } }
    const placeOf = ({ rute, rute_id }: (typeof rows)[number]) => {
      if (!can(reader, routes[rute].access)) return null
      if (isRecord(rute)) return rute_id === null ? null : { to: rute, id: rute_id }
      return { to: rute, id: null }
    }
    return {
      baris: rows.map((row) => ({
        id: row.id,
        teks: row.teks,
        created_at: row.created_at,
        dibaca: row.dibaca_at !== null,
        tujuan: placeOf(row),
      })),
      belum_dibaca: await countUnread(db, actor.id, menuCountLimit),
      contoh: rows.length === 0 && (await isDemo(db)),
    }
  },
  bacaPemberitahuan: (ctx, _, { id }) =>
    transaction(ctx.db, async (trx) => {
      if (id !== undefined) {
        const notice = await trx
          .selectFrom('pemberitahuan')
          .select('id')
          .where('id', '=', id)
          .where('user_id', '=', ctx.actor.id)
          .executeTakeFirst()
        if (!notice) throw notFound('Pemberitahuan')
      }
      await trx
        .updateTable('pemberitahuan')
        .set({ dibaca_at: now() })
        .where('user_id', '=', ctx.actor.id)
        .where('dibaca_at', 'is', null)
        .$if(id !== undefined, (q) => q.where('id', '=', id ?? 0))
        .execute()
      return { belum_dibaca: await countUnread(trx, ctx.actor.id, menuCountLimit) }
    }),
}
