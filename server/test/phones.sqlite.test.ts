/**
 * Tests that a phone number stays the same when it is read, shown to a user and saved again as
 * shown.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { phoneText } from '#contract/values/phone.ts'
import { declared, inputsOf } from '#mocks/api/bodies.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

/**
 * Mobile numbers of several countries. In the first two lines, the country codes begin with 8, like
 * Indonesian mobile numbers without a country code.
 */
const numbers = [
  '+819012345678 +821012345678 +8613812345678 +84912345678 +85291234567',
  '+85366123456 +85512345678 +8562055512345 +8801712345678 +886912345678',
  '+6281234567890 +6591234567 +60123456789 +61412345678 +639171234567',
  '+66812345678 +12025550123 +447911123456 +31612345678 +966501234567',
].flatMap((line) => line.split(' '))
const isPhone = (resource: AnyResource, field: string): boolean => {
  const schema = inputsOf(resource)[field]
  return schema !== undefined && metaOf(schema)?.control === 'phone'
}
const fieldsOf = (resource: AnyResource) =>
  Object.keys(inputsOf(resource)).filter((field) => isPhone(resource, field))

let s: School
/**
 * Rows with phone fields, by resource: the id of the row and the names of the fields. The test
 * fails if a phone field of the contract is missing here.
 */
let rows: Record<string, { id: number; fields: readonly string[] }[]>
beforeAll(async () => {
  s = await makeSchool()
  const { id: lead } = must(
    await s.admin.post<{ id: number }>('/lead/create', {
      nama: 'Calon',
      phone: '081234500011',
      gedung_id: s.ids.gedung,
      sales_id: s.ids.sales,
    }),
  )
  rows = {
    gedung: [{ id: s.ids.gedung, fields: ['phone'] }],
    lead: [{ id: lead, fields: ['phone'] }],
    user: [
      { id: s.ids.akun, fields: ['phone', 'phone_alt', 'wa_tagihan'] },
      { id: s.ids.peserta, fields: ['phone', 'wali_phone'] },
    ],
  }
})
afterAll(() => s.close())

/** Reads a row. For a user, merges the fields of the payer profile into the row. */
const view = async (name: string, id: number) => {
  const expand = name === 'user' ? '&expand=akun_billing_profil' : ''
  const row = must<any>(await s.superadmin.get(`/${name}/view?id=${id}${expand}`))
  return { ...row.akun_billing_profil, ...row }
}
const write = async (name: string, id: number, values: object) =>
  must(
    await s.superadmin.post(`/${name}/update?id=${id}`, {
      versi: (await view(name, id)).versi,
      ...values,
    }),
  )

test('covers every entity with a phone', () => {
  for (const resource of declared) {
    const askedFields = rows[resource.name]?.flatMap(({ fields }) => fields) ?? []
    expect([...new Set(askedFields)].toSorted(), resource.name).toStrictEqual(
      fieldsOf(resource).toSorted(),
    )
  }
})

test.each(numbers)('stores %s once and writes it back unchanged in every field', async (number) => {
  for (const [name, ofName] of Object.entries(rows))
    for (const { id, fields } of ofName)
      for (const field of fields) {
        await write(name, id, { [field]: phoneText(number) })
        const stored = (await view(name, id))[field]
        await write(name, id, { [field]: stored })
        expect([field, stored, (await view(name, id))[field]]).toStrictEqual([
          field,
          number,
          number,
        ])
      }
})

test.each(['0812-3456-7890 ext. 12', '0812 3456 789O', 'rumah: 0812 3456 7890'])(
  'rejects %s, since a number without a part would be a stranger’s',
  async (typed) => {
    for (const [name, ofName] of Object.entries(rows))
      for (const { id, fields } of ofName)
        for (const field of fields) {
          const { versi } = await view(name, id)
          const body = { versi, [field]: typed }
          const answer = await s.superadmin.post(`/${name}/update?id=${id}`, body)
          expect([answer.status, field]).toStrictEqual([422, field])
        }
  },
)

test.each(['+62 812-3450-0022', '0812 3450 0022', '081234500022', '62812 3450 0022', '3450-0022'])(
  'finds a person by %s',
  async (q) => {
    await write('user', s.ids.akun, { phone: '081234500022' })
    for (const path of ['/user', '/user/list']) {
      const answer = await s.superadmin.get<{ id: number }[]>(`${path}?q=${encodeURIComponent(q)}`)
      if (answer.status === 404) continue
      expect(must(answer).map(({ id }) => id)).toContain(s.ids.akun)
    }
  },
)

test.each(["Nur'aini", 'Nur’aini', 'Nurʼaini', 'Nur`aini', 'nuraini'])(
  'finds a person by %s, however the apostrophe was typed',
  async (q) => {
    for (const name of ["Nur'aini Putri", 'Nur’aini Putri', 'Nuraini Putri']) {
      await write('user', s.ids.akun, { name })
      const foundUsers = must(
        await s.superadmin.get<{ id: number }[]>(`/user?q=${encodeURIComponent(q)}`),
      )
      expect([name, ...foundUsers.map(({ id }) => id)]).toContain(s.ids.akun)
    }
  },
)
