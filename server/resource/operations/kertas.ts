/**
 * `GET /<name>/kertas?id=`: returns the printable document of a row, such as a bill, as JSON. The
 * app shows and prints it.
 */
import { notFound } from '#server/errors.ts'
import { json, type Handler } from '#server/http/routes.ts'
import type { Papers } from '#server/resource/module.ts'
import type { OperationContext } from '#server/resource/operations/context.ts'
import { oneRow, paperRequest, sizeOf } from '#server/resource/operations/pdf.ts'

export const kertasOperation =
  (context: OperationContext, papers: Papers): Handler =>
  async (ctx) => {
    const size = sizeOf(ctx.url.searchParams)
    const { ids } = await oneRow(ctx, context.module)
    const [paper] = await papers({ ...(await paperRequest(context, ctx, size)), ids })
    if (!paper) throw notFound(context.module.resource.label[0])
    return json(paper)
  }
