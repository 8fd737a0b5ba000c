import { sql } from 'kysely'
import { gedung } from '#contract/resources/gedung.ts'
import { conflict } from '#server/errors.ts'
import { module } from '#server/http/module.ts'
import { byRole, outlets, seesAllOutlets } from '#server/modules/scope.ts'

export const gedungModule = module(gedung, {
  scope: (actor) => byRole(actor, { 2: seesAllOutlets(actor) ? 'all' : sql`gedung.id in (${outlets(actor)})`, 3: 'all', 4: 'all', 5: 'all', 6: 'all' }),
  before: async ({ trx, input, current }) => {
    if (current?.status !== 'aktif' || input.status === 'aktif') return
    const classes = await trx.selectFrom('kursus_pelatih').select('nama').where('gedung_id', '=', current.id).where('status', '=', 'aktif').limit(5).execute()
    if (classes.length > 0) throw conflict(`Outlet masih punya kelas aktif: ${classes.map((c) => c.nama).join(', ')}`)
  },
})
