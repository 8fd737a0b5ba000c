import { existsSync, readdirSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'
import { RoleId } from '#contract/enums.ts'
import { partsOf, pictureOf, picturesOf, plainStep } from '#contract/guide/task.ts'
import { guides, guidesFor, isScreen, tasksOfScreen, tasksWith } from '#contract/guide/tasks.ts'

const folder = 'public/panduan'
const all = guides.flatMap(({ role, tasks }) => tasks.map((task) => ({ role, task })))
const names: Record<number, string> = {
  [RoleId.admin]: 'admin',
  [RoleId.pelatih]: 'pelatih',
  [RoleId.sales]: 'sales',
  [RoleId.akunBilling]: 'akunbilling',
  [RoleId.peserta]: 'peserta',
}
/** Returns a user with the codes that a role has by default. */
const holderOf = (role: number) => ({
  role: {
    accesses:
      role === RoleId.superadmin
        ? ['*']
        : accessCodes.flatMap(({ kode, roles }) =>
            (roles as readonly string[]).includes(names[role] ?? '') ? [kode] : [],
          ),
  },
})

describe('the tasks', () => {
  test('are ten of each role, with ids of their own', () => {
    expect(guides.map(({ role }) => role).toSorted()).toEqual(
      RoleId.options.map(({ value }) => value).toSorted(),
    )
    expect(guides.map(({ tasks }) => tasks.length)).toEqual(guides.map(() => 10))
    expect(new Set(all.map(({ task }) => task.id)).size).toBe(all.length)
  })
  test.each(all.map(({ role, task }) => [task.id, role, task] as const))(
    '%s begins on a screen of its role and has one to six steps',
    (_, role, task) => {
      expect(isScreen(task.to)).toBe(true)
      expect(guidesFor(holderOf(role), role).flatMap(({ tasks }) => tasks)).toContain(task)
      expect(task.steps.length).toBeGreaterThan(0)
      expect(task.steps.length).toBeLessThanOrEqual(6)
      // A step without a mark could not fail when the screen changes.
      expect(task.steps.flatMap(partsOf).some(({ kind }) => kind !== 'text')).toBe(true)
      for (const step of picturesOf(task))
        expect(partsOf(task.steps[step - 1] ?? '').some(({ kind }) => kind !== 'text')).toBe(true)
      for (const step of task.steps) expect(plainStep(step)).not.toMatch(/[[\]{}<>`]/)
    },
  )
  test('have exactly the pictures of the folder, 2 MB together', () => {
    const named = all.flatMap(({ task }) => picturesOf(task).map((step) => pictureOf(task, step)))
    expect(existsSync(folder) ? readdirSync(folder).toSorted() : []).toEqual(named.toSorted())
    const bytes = named.reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0)
    expect(bytes).toBeLessThan(2_000_000)
  })
})

describe('a step', () => {
  test('is parsed into words and marks', () => {
    expect(
      partsOf('Tekan [Tambah], isi {Nama=Budi}, lihat <Tersimpan>, buka [> baris] `n`.'),
    ).toEqual([
      { kind: 'text', text: 'Tekan ' },
      { kind: 'press', text: 'Tambah' },
      { kind: 'text', text: ', isi ' },
      { kind: 'fill', text: 'Nama', value: 'Budi' },
      { kind: 'text', text: ', lihat ' },
      { kind: 'see', text: 'Tersimpan' },
      { kind: 'text', text: ', buka ' },
      { kind: 'row', text: 'baris' },
      { kind: 'text', text: ' ' },
      { kind: 'key', text: 'n' },
      { kind: 'text', text: '.' },
    ])
    expect(plainStep('Tekan [? Simpan] di {Outlet=}.')).toBe('Tekan Simpan di Outlet.')
  })
})

describe('the guides of a user', () => {
  test('are those of the own role, and all for a superadmin', () => {
    const rolesOf = (role: number) => guidesFor(holderOf(role), role).map((guide) => guide.role)
    expect(rolesOf(RoleId.sales)).toEqual([RoleId.sales])
    expect(rolesOf(RoleId.superadmin)).toEqual(guides.map(({ role }) => role))
  })
  test('omit tasks on screens that the user may not open', () => {
    const [guide] = guidesFor({ role: { accesses: ['bank/index'] } }, RoleId.admin)
    expect(guide?.tasks).toEqual([])
  })
})

describe('the search', () => {
  const tasks = all.map(({ task }) => task)
  test('finds tasks of a screen, or of its section', () => {
    const ids = (path: string) => tasksOfScreen(tasks, path).map(({ id }) => id)
    expect(ids('/billing/pengingat')).toEqual(['pengingat'])
    expect(ids('/billing/view')).toContain('batalkan-tagihan')
    expect(ids('/')).toEqual([])
    expect(ids('/produk-jasa-lainnya')).toEqual([])
  })
  test('finds tasks by every word of title, keywords and steps', () => {
    const ids = (q: string) => tasksWith(tasks, q).map(({ id }) => id)
    expect(ids('tunai bayar')).toEqual(['terima-pembayaran'])
    expect(ids('kwitansi')).toEqual(['kuitansi'])
    expect(ids('xyz')).toEqual([])
  })
})
