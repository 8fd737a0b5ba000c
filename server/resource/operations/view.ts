/** `GET /<name>/view?id=`: returns one row, with the expands that the query names. */
import { notFound } from '#server/errors.ts'
import { json, type Handler } from '#server/http/routes.ts'
import type { OperationContext } from '#server/resource/operations/context.ts'
import { parseExpand, parseId } from '#server/resource/query/query.ts'
import { findRow } from '#server/resource/rows.ts'

export const viewOperation =
  ({ module }: OperationContext): Handler =>
  async (ctx) => {
    const [id, expand] = [parseId(ctx.url), parseExpand(module.resource, ctx.url.searchParams)]
    const row = await findRow(ctx.db, module, ctx.actor, id, expand)
    if (!row) throw notFound(module.resource.label[0])
    return json(row)
  }
