/** `GET /<name>/total`: sums over all rows of a list, whatever the page. */
import { sql } from 'kysely'
import { tableOf } from '#server/db/tables.ts'
import { json, type Handler } from '#server/http/routes.ts'
import { column } from '#server/resource/conditions.ts'
import type { OperationContext } from '#server/resource/operations/context.ts'
import { listQueryOf } from '#server/resource/operations/listQuery.ts'
import { where } from '#server/resource/rows.ts'

export const totalOperation =
  ({ module }: OperationContext): Handler =>
  async (ctx) => {
    const { resource } = module
    const query = listQueryOf(module, ctx)
    const condition = where([...query.conditions, module.scope?.(ctx.actor)])
    // A void row is listed but counts for nothing (domain.md 3.6).
    const live =
      'void_at' in resource.entity.shape
        ? sql` filter (where ${column(resource, 'void_at')} is null)`
        : sql``
    const sums = sql.join(
      resource.totals.map(
        (t) => sql`coalesce(sum(${column(resource, t)})${live}, 0) as ${sql.ref(t)}`,
      ),
    )
    const { rows } = await sql<
      Record<string, number>
    >`select count(*) as jumlah_baris, ${sums} from ${sql.table(tableOf(resource.name))}${condition}`.execute(
      ctx.reader,
    )
    return json(rows[0])
  }
