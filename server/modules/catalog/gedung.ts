import { sql } from 'kysely'
import { gedung } from '#contract/catalog/gedung.ts'
import { isClosed } from '#contract/schedule/rules/weekly.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { refuseMoved } from '#server/modules/schedule/classEngine.ts'
import { rezoneLessons } from '#server/modules/schedule/classLessons.ts'
import { readActive } from '#server/modules/schedule/classRows.ts'
import { kelasText } from '#server/modules/schedule/kelasText.ts'
import { isDoubled, refuseLeft } from '#server/modules/schedule/lessonsLeft.ts'
import { byRole, outlets, labelRows, seesAllOutlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'

type Outlet = Stored<typeof gedung>
/**
 * Classes are inside the outlet's hours; in another zone, a coach's classes here are at another
 * moment than before.
 */
const refuseMovedHours = async (
  trx: Trx,
  actor: Actor,
  current: Outlet,
  input: Pick<Outlet, 'nama' | 'jam_buka' | 'jam_tutup' | 'zona_waktu'>,
): Promise<void> => {
  const { zona_waktu } = input
  const shorter = input.jam_buka > current.jam_buka || input.jam_tutup < current.jam_tutup
  if (!shorter && zona_waktu === current.zona_waktu) return
  const classes = await readActive(trx, actor, sql`gedung.id = ${current.id}`)
  const outlet = {
    id: current.id,
    nama: input.nama,
    jam_buka: input.jam_buka,
    jam_tutup: input.jam_tutup,
  }
  // What was outside of the old hours already is not what this change does.
  const outside = shorter ? classes.filter((c) => isClosed(c, input) && !isClosed(c, current)) : []
  const named = labelRows(outside, 'kelas')
  const field = input.jam_buka > current.jam_buka ? 'jam_buka' : 'jam_tutup'
  if (named)
    throw conflict(`Ada kelas di luar jam buka itu: ${named}`, {
      errors: [{ field, message: `Ada kelas di luar jam buka itu: ${named}` }],
    })
  if (shorter)
    await refuseLeft(trx, actor, {
      which: sql`pertemuan.gedung_id = ${current.id} and (pertemuan.jam_mulai < ${input.jam_buka} or pertemuan.jam_selesai > ${input.jam_tutup}) and pertemuan.jam_mulai >= ${current.jam_buka} and pertemuan.jam_selesai <= ${current.jam_tutup}`,
      jenis: 'tutup',
      field,
      text: 'Di luar jam buka itu ada',
    })
  if (zona_waktu !== current.zona_waktu)
    await refuseMoved(trx, actor, {
      moved: classes.map((c) => ({ ...c, zona_waktu, outlet })),
      field: 'zona_waktu',
      hours: false,
    })
}

export const gedungModule = module(gedung, {
  scope: (actor) =>
    byRole(actor, {
      2: seesAllOutlets(actor) ? 'all' : sql`gedung.id in (${outlets(actor)})`,
      3: 'all',
      4: 'all',
      5: 'all',
      6: 'all',
    }),
  // Its logo is on the bills of whoever may choose the outlet.
  fileCodes: ['gedung/pilihan'],
  before: async ({ trx, ctx, input, current }) => {
    if (current) await refuseMovedHours(trx, ctx.actor, current, input)
    if (current?.status !== 'aktif' || input.status === 'aktif') return
    const active = await kelasText(
      trx,
      ctx.actor,
      sql`gedung_id = ${current.id} and status = 'aktif'`,
    )
    if (active) throw conflict(`Outlet masih punya kelas aktif: ${active}`)
  },
  after: async ({ trx, ctx, input, current, id }) => {
    if (!current || input.zona_waktu === current.zona_waktu) return
    await rezoneLessons(trx, id, input.zona_waktu)
    await refuseLeft(trx, ctx.actor, {
      which: sql`pertemuan.gedung_id = ${id} and ${isDoubled}`,
      jenis: 'pelatih',
      field: 'zona_waktu',
      text: 'Pada saat yang sama gurunya mengajar di tempat lain:',
    })
  },
})
