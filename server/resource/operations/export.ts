/** `GET /<name>/ekspor`: exports a whole list as a file. */
import { exportList } from '#server/export/export.ts'
import type { Handler } from '#server/http/routes.ts'
import type { OperationContext } from '#server/resource/operations/context.ts'
import { listQueryOf } from '#server/resource/operations/listQuery.ts'

export const exportOperation =
  ({ module, moduleOf }: OperationContext): Handler =>
  async (ctx) => {
    const params = new URLSearchParams(
      [...ctx.url.searchParams].filter(([name]) => name !== 'format' && name !== 'kolom'),
    )
    return exportList(ctx, module, listQueryOf(module, ctx, params), moduleOf)
  }
