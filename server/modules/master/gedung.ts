import { sql } from 'kysely'
import { gedung } from '#contract/resources/gedung.ts'
import { conflict } from '#server/errors.ts'
import { module } from '#server/http/module.ts'
import { sebutKelas } from '#server/modules/sebutKelas.ts'
import { byRole, outlets, seesAllOutlets } from '#server/modules/scope.ts'

export const gedungModule = module(gedung, {
  scope: (actor) => byRole(actor, { 2: seesAllOutlets(actor) ? 'all' : sql`gedung.id in (${outlets(actor)})`, 3: 'all', 4: 'all', 5: 'all', 6: 'all' }),
  // Its logo is on the bills of whoever may choose the outlet.
  fileCodes: ['gedung/pilihan'],
  before: async ({ trx, ctx, input, current }) => {
    if (current?.status !== 'aktif' || input.status === 'aktif') return
    const active = await sebutKelas(trx, ctx.actor, sql`gedung_id = ${current.id} and status = 'aktif'`)
    if (active) throw conflict(`Outlet masih punya kelas aktif: ${active}`)
  },
})
