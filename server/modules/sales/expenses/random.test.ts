/** Random actions of several people on expenses, in random order and sometimes concurrent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran, RoleId } from '#contract/enums.ts'
import { KategoriPengeluaran } from '#contract/sales/expenseEnums.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import type { Answer, Client } from '#mocks/api/api.ts'
import { checkMoney, setSetting } from '#mocks/people/family.ts'
import { pngOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  // Gives a sales person a role with the access codes to approve and reject expenses. The row scope
  // of this person contains only their own expenses, on which they may not decide.
  const codes = ['index', 'view', 'create', 'update', 'setujui', 'tolak']
  const { id: role_id } = must<{ id: number }>(
    await s.superadmin.post('/role/create', {
      name: 'Sales Kepala',
      dasar_role_id: RoleId.sales,
      accesses: [...codes.map((code) => `pengeluaran-sales/${code}`), 'gedung/index'],
    }),
  )
  await s.db.updateTable('user').set({ role_id }).where('id', '=', s.ids.sales).execute()
})
afterAll(() => s.close())

const months = ['2026-05', '2026-06', '2026-07'] as const
/** Expected state of an expense, as the latest response reported it. */
interface Known {
  id: number
  nomor: string
  sales_id: number
  jumlah: number
  status: string
  versi: number
  diajukan_oleh: number
  disetujui_oleh: number | null
  void_at: string | null
}
interface World {
  rows: Map<number, Known>
  log: string[]
  locked: string | null
}
interface Actor {
  client: Client
  id: number
  /**
   * Sales person and outlet for which the actor may file expenses; undefined for admins, who may
   * file for any sales person.
   */
  as?: { sales_id: number; gedung_id: number }
}
const actors = (): [Actor, ...Actor[]] => {
  const { ids } = s
  return [
    { client: s.sales, id: ids.sales, as: { sales_id: ids.sales, gedung_id: ids.gedung } },
    { client: s.sales2, id: ids.sales2, as: { sales_id: ids.sales2, gedung_id: ids.gedung2 } },
    { client: s.admin, id: ids.admin },
    { client: s.admin2, id: ids.admin2 },
    { client: s.superadmin, id: ids.superadmin },
  ]
}
const anyRow = (r: Random, w: World): Known | undefined => {
  const [first, ...rest] = w.rows.values()
  return first && r.pick([first, ...rest])
}
const body = (r: Random) => ({
  tanggal: `${r.pick(months)}-${String(r.int(1, 28)).padStart(2, '0')}`,
  jumlah: 1 + r.anySize(2_000_000),
  bukan_kembar: r.chance(0.7),
})
type Step = (r: Random, w: World, by: Actor) => Promise<Answer<any> | undefined>

const steps: Record<string, Step> = {
  create: async (r, _, by) => {
    const owner = by.as ?? {
      sales_id: by.id === s.ids.admin2 ? s.ids.sales2 : r.pick([s.ids.sales, s.ids.sales2]),
      gedung_id: by.id === s.ids.admin2 ? s.ids.gedung2 : r.pick([s.ids.gedung, s.ids.gedung2]),
    }
    const bukti = r.chance(0.2)
      ? must<any>(
          await by.client.upload('/berkas/unggah', 'nota.png', pngOf(r.int(1, 9), 1), {
            jenis: 'bukti',
          }),
        ).id
      : null
    const { value: kategori } = r.pick([
      KategoriPengeluaran.options[0]!,
      ...KategoriPengeluaran.options,
    ])
    const filed = { ...owner, ...body(r), kategori, bukti, keterangan: 'Uji acak' }
    const key = `acak-${r.int(1, 1e9)}`
    const send = () =>
      by.client.post<any>(
        '/pengeluaran-sales/create',
        { ...filed, metode: MetodePembayaran.tunai },
        key,
      )
    // Sends the request sometimes twice at the same time, as a double click does.
    const [first] = r.chance(0.3) ? await Promise.all([send(), send()]) : [await send()]
    return first
  },
  update: async (r, w, by) => {
    const row = anyRow(r, w)
    return (
      row &&
      by.client.post<any>(`/pengeluaran-sales/update?id=${row.id}`, {
        versi: row.versi,
        ...(r.chance() ? body(r) : { keterangan: `Lain ${r.int(1, 99)}` }),
      })
    )
  },
  setujui: async (r, w, by) => {
    const row = anyRow(r, w)
    const version = row && (r.chance() ? { versi: row.versi } : {})
    return row && by.client.post<any>(`/pengeluaran-sales/setujui?id=${row.id}`, version)
  },
  tolak: async (r, w, by) => {
    const row = anyRow(r, w)
    const alasan = 'Ditolak oleh uji acak'
    return row && by.client.post<any>(`/pengeluaran-sales/tolak?id=${row.id}`, { alasan })
  },
  batalkan: async (r, w, by) => {
    const row = r.chance(0.5) ? anyRow(r, w) : undefined
    const alasan = 'Dibatalkan oleh uji acak'
    return row && by.client.post<any>(`/pengeluaran-sales/batalkan?id=${row.id}`, { alasan })
  },
  lock: async (r, w) => {
    w.locked = r.chance(0.3) ? '2026-05-31' : null
    await setSetting(s, 'kunci_buku_sampai', w.locked)
    return undefined
  },
}
const names = ['create', 'create', 'update', 'setujui', 'tolak', 'batalkan'] as const

const sum = (rows: readonly Known[]): number => rows.reduce((all, { jumlah }) => all + jumlah, 0)
/** Checks that the totals that each actor reads equal the sums of the rows that the actor lists. */
const compareTotals = async (): Promise<void> => {
  for (const { client } of actors()) {
    const rows: Known[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await client.get<Known[]>(`/pengeluaran-sales?per-page=100&page=${page}`)
      rows.push(...must(answer))
      pages = Number(answer.headers.get('x-pagination-page-count'))
    }
    const live = rows.filter((row) => row.void_at === null)
    const of = (status: string) => live.filter((row) => row.status === status)
    expect(must(await client.get('/pengeluaran-sales/total'))).toEqual({
      jumlah_baris: rows.length,
      jumlah: sum(live),
      ...Object.fromEntries(
        ['diajukan', 'disetujui', 'ditolak'].flatMap((status) => [
          [`jumlah_baris_${status}`, of(status).length],
          [`jumlah_${status}`, sum(of(status))],
        ]),
      ),
    })
  }
}

const story = async (seed: number): Promise<string[]> => {
  const r = makeRandom(seed)
  const w: World = { rows: new Map(), log: [], locked: null }
  const act = async (name: string) => {
    const by = r.pick(actors())
    const answer = await steps[name]!(r, w, by)
    if (!answer) return
    w.log.push(`${name} ${answer.status}`)
    if (![200, 201, 403, 404, 409, 422].includes(answer.status))
      throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.data)}`)
    if (!answer.success) return
    const row: Known = answer.data
    // After two concurrent changes, the response with the later version describes the current row.
    if ((w.rows.get(row.id)?.versi ?? 0) <= row.versi) w.rows.set(row.id, row)
    if (name === 'setujui') expect([row.sales_id, row.diajukan_oleh]).not.toContain(by.id)
  }
  await setSetting(s, 'kunci_buku_sampai', null)
  for (let i = 0; i < 30; i++) {
    if (i % 10 === 9) await act('lock')
    if (r.chance(0.35))
      await Promise.all(Array.from({ length: r.int(2, 4) }, () => act(r.pick(names))))
    else await act(r.pick(names))
  }
  expect(await checkMoney(s.db)).toEqual([])
  await compareTotals()
  for (const row of w.rows.values()) {
    const now = must<Known>(await s.superadmin.get(`/pengeluaran-sales/view?id=${row.id}`))
    expect(now).toMatchObject({ nomor: row.nomor, versi: row.versi, jumlah: row.jumlah })
    expect(now.disetujui_oleh).not.toBe(now.sales_id)
  }
  return w.log
}

test(
  'counts only rows approved by somebody else, with complete and unique numbers',
  { timeout: 120_000 },
  async () => {
    const seeds = engineOf(s.db) === 'sqlite' ? 15 : 6
    const done = new Map<string, number>()
    for (let seed = 1; seed <= seeds; seed++) {
      const log = await story(seed).catch((error: unknown) => {
        throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
      })
      for (const entry of log) done.set(entry, (done.get(entry) ?? 0) + 1)
    }
    // Checks the coverage of the random actions: every kind of change occurred, and some were
    // rejected.
    for (const entry of [
      'create 201',
      'create 409',
      'update 200',
      'update 409',
      'setujui 200',
      'setujui 403',
      'setujui 409',
      'tolak 200',
      'batalkan 200',
    ])
      expect(done.get(entry) ?? 0, entry).toBeGreaterThan(0)
    if (process.env.LOG_STORY) console.log(Object.fromEntries([...done].toSorted()))
  },
)
