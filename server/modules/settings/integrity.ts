/**
 * Call that returns the findings of the last integrity check, limited to the rows that the actor
 * may see.
 */
import { sql } from 'kysely'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { Finding } from '#server/db/brokenRules.ts'
import { fromJson } from '#server/db/json.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { integrityRules } from '#server/jobs/integrity.ts'
import type { ModuleOf } from '#server/resource/module.ts'

/** Reads the names of a finding's rows that are in the actor's scope. */
const readRows = async (ctx: Ctx, moduleOf: ModuleOf, { entitas, ids }: Finding) => {
  const module = moduleOf(entitas)
  if (!module || ids.length === 0) return []
  const resource: AnyResource = resources[entitas]
  const table = tableOf(entitas)
  const column = 'nomor' in resource.computed ? 'nomor' : resource.choice?.label
  const name = column ? sql.ref(`${table}.${column}`) : sql`null`
  const { rows } = await sql<{
    id: number
    nama: string | null
  }>`select ${sql.ref(`${table}.id`)} as id, ${name} as nama
    from ${sql.table(table)} where ${sql.ref(`${table}.id`)} in (${sql.join(ids)}) and ${scopeOf(ctx, module)} order by ${sql.ref(`${table}.id`)}`.execute(
    ctx.db,
  )
  return rows.map(({ id, nama }) => ({ id, nama: nama ?? `${resource.label[0]} #${id}` }))
}

export const integrityCalls = (moduleOf: ModuleOf): Pick<Handlers, 'integrity'> => ({
  integrity: async (ctx) => {
    const run = await ctx.db
      .selectFrom('integritas')
      .leftJoin('user', 'user.id', 'integritas.oleh')
      .select(['mulai', 'selesai', 'temuan', 'user.name as oleh'])
      .orderBy('integritas.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!run) return { aturan: [...integrityRules], terakhir: null }
    const temuan = []
    for (const finding of fromJson<Finding[]>(run.temuan)) {
      const baris = await readRows(ctx, moduleOf, finding)
      temuan.push({
        aturan: finding.aturan,
        entitas: finding.entitas,
        baris,
        di_luar_wilayah: finding.ids.length - baris.length,
        lebih: finding.lebih,
      })
    }
    const { mulai, selesai, oleh } = run
    return { aturan: [...integrityRules], terakhir: { mulai, selesai, oleh, temuan } }
  },
})
