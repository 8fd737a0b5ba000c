/** Tests that an export reads all rows of a list in batches, and tests its CSV and XLSX files. */
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { RoleId, MetodePembayaran } from '#contract/enums.ts'
import { metaOf, unwrap, type FieldMeta } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { makeReminders } from '#mocks/money/reminder.ts'
import { makeLine } from '#mocks/money/statement.ts'
import { makeBill, makeDraft } from '#mocks/people/family.ts'
import { makeMissing } from '#mocks/samples.ts'
import { makePaidHonor } from '#mocks/schedule/honor.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { ledCell, ledPieces } from '#server/export/formula.ts'
import type { Actor } from '#server/http/context.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'
import { moduleOf } from '#server/modules/registry.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import { column } from '#server/resource/query/conditions.ts'
import { parseList } from '#server/resource/query/query.ts'
import { allTexts, pageRows } from '#server/resource/rows.ts'

let s: School
const actor: Actor = {
  id: 1,
  name: 'Uji',
  role_id: RoleId.superadmin,
  dasar: RoleId.superadmin,
  accesses: ['*'],
  allowed: new Set(),
  customRoles: [],
  gedung: [],
  token_hash: '',
  harus_ganti_password: false,
}
const listOf = (name: string, params: string) => {
  const module = moduleOf(name)!
  const { resource, filters = {} } = module
  const query = parseList({ resource, filters, params: new URLSearchParams(params), actor })
  return { db: s.db, module, actor, query }
}
/**
 * Reads the ids of all rows in batches. After each batch, calls `between` with all ids read so far.
 */
const inBatches = async (
  name: string,
  params: string,
  size: number,
  between: (ids: number[]) => Promise<unknown> = async () => {},
): Promise<number[]> => {
  const list = listOf(name, params)
  const ids: number[] = []
  for await (const batch of allTexts(
    list,
    sql<string>`cast(${column(list.module.resource, 'id')} as text)`,
    size,
  )) {
    ids.push(...batch.map(Number))
    await between(ids)
  }
  return ids
}
const wholeOf = (name: string, params: string): Promise<AnyRow[]> =>
  pageRows(listOf(name, params), 0, 10_000)

beforeAll(async () => {
  s = await makeSchool()
  // Mixes published bills and drafts. A draft has no number and no issue date, so sorting by number
  // or issue date must handle null.
  for (let i = 0; i < 7; i++)
    await (i % 2 ? makeBill : makeDraft)(
      s,
      i % 3 ? s.ids.akun : s.ids.akun2,
      100_000 + (i % 2) * 50_000,
    )
})
afterAll(() => s.close())

describe('the export of all rows, batch by batch', () => {
  walk(Object.entries(resources).map(([name, { sort }]) => [name, ['id', ...sort]] as const))(
    'has the order of the list, in every order',
    async (name, sorts) => {
      for (const sort of sorts.flatMap((key) => [key, `-${key}`])) {
        const whole = (await wholeOf(name, `sort=${sort}`)).map((r) => r.id)
        for (const size of [1, 3])
          expect(await inBatches(name, `sort=${sort}`, size), `${sort} ${size}`).toEqual(whole)
      }
    },
  )
  test('neither repeats nor omits a row when others are added and deleted meanwhile', async () => {
    const before = await inBatches('billing', 'status=0&sort=-created_at', 100)
    let draft = 0
    const read = await inBatches('billing', 'status=0&sort=-created_at', 2, async ([first]) => {
      if (draft === 0) must(await s.superadmin.post(`/billing/delete?id=${first}`))
      draft = await makeDraft(s, s.ids.akun, 1000)
    })
    expect(draft).toBeGreaterThan(0)
    expect(read).toEqual(before)
  })
})

test.each(['q=santoso', 'status=1&sort=total', 'sort=-nomor', 'gedung_id=1&status=0&sort=nomor'])(
  'writes the rows of the list to a file: %s',
  async (params) => {
    const listed = must(
      await s.superadmin.get<{ id: number }[]>(`/billing?per-page=100&${params}`),
    ).map((r) => r.id)
    const exported = (await s.superadmin.get<string>(`/billing/ekspor?fields=id&${params}`)).data
      .trim()
      .split('\n')
      .slice(1)
      .map(Number)
    expect(listed.length).toBeGreaterThan(0)
    expect(exported).toEqual(listed)
  },
)

const exported = Object.entries<AnyResource>(resources).filter(([, { access }]) => access.ekspor)
describe('the CSV text written by the database', () => {
  const texts = [
    '=1+1',
    'a,b',
    'dua "kutip"',
    "'apostrof",
    '-5',
    '@x',
    '+62',
    'é 😀; ok',
    ' depan',
    '"',
    ',',
    'Budi;=cmd|1',
    "'=asal",
    "''-asal",
    'a; "@x"',
    "a;'=1",
    '\uff1d1',
    '<b>&amp;</b> ]]>',
  ]
  beforeAll(async () => {
    const [bank] = must(
      await s.superadmin.get<{ id: number; versi: number; metode: number }[]>('/bank?per-page=1'),
    )
    for (const [i, nama] of texts.entries())
      must(
        await s.superadmin.post('/bank/create', {
          nama_bank: `${nama} ${i}`.trim(),
          metode: bank?.metode,
          no_rekening: '1234567890',
          atas_nama: 'Nada',
          urutan: i + 100,
        }),
      )
    const gedung = must(
      await s.superadmin.post<{ id: number }>('/gedung/create', {
        nama: 'Baris',
        kode: 'BRS',
        kota: 'Bandung',
        alamat: 'Jalan "A", No. 1\n=2\r\n<Kota> & \u0001sekitar',
        jam_buka: '08:00',
        jam_tutup: '20:00',
      }),
    ).id
    must(
      await s.superadmin.post('/ruang/create', {
        nama: 'R & <1>',
        gedung_id: gedung,
        kapasitas: 3,
        fasilitas: ['Piano "A", tegak', 'AC & <kipas>', 'a;=1'],
      }),
    )
    must(
      await s.superadmin.post('/promo/create', {
        nama: 'Promo 12,34 %',
        tipe: 'persen',
        nilai: 1234,
        mulai: '2026-01-31',
        gedung: [gedung, s.ids.gedung],
      }),
    )
    must(
      await s.superadmin.post('/hari-libur/create', {
        nama: 'Tahun Baru',
        tanggal: '2027-01-01',
        prorata: true,
      }),
    )
    must(
      await s.superadmin.post('/billing-payment/create', {
        akun_billing_id: s.ids.akun,
        gedung_id: s.ids.gedung,
        tanggal: '2024-01-01',
        metode: MetodePembayaran.tunai,
        jumlah: 5000,
        alokasi: [],
        catatan: ' dua\nbaris ',
      }),
    )
    const lesson = await storeLesson(s, s.ids.kelas, '2025-03-03', { honor_tarif: 50_000 })
    await makeMissing(s)
    await makeReminders(s)
    await makePaidHonor(s, s.ids.gedung)
    await makeLine(s, s.ids.gedung)
    const booked = { pertemuan_id: lesson, status: 'dipesan' } as const
    await s.db.updateTable('kredit_pengganti').set(booked).execute()
  })
  const nameColumnOf = (expansion: AnyResource['expand'][string] | undefined) =>
    expansion && 'nama' in expansion.schema.shape ? 'nama' : 'name'
  const namingColumn = (meta: FieldMeta | undefined, choice: AnyResource['choice']) =>
    meta?.document ? 'nomor' : choice?.label
  /**
   * Returns the names of all rows that a column can refer to, by id; undefined for a column that
   * refers to no rows.
   */
  const namesOf = async (
    column: string,
    meta: FieldMeta | undefined,
    expand: AnyResource['expand'],
  ) => {
    const expansion = Object.values(expand).find(
      (e) => e.kind === 'one' && e.by === column && column !== 'id',
    )
    if (!expansion && (meta?.resource === undefined || meta.control === 'select')) return undefined
    const target = moduleOf(meta?.resource ?? '')?.resource
    const by = namingColumn(meta, target?.choice) ?? nameColumnOf(expansion)
    const result = await sql<{
      id: unknown
      nama: string
    }>`select id, ${sql.ref(by)} as nama from ${sql.table(expansion?.from ?? tableOf(target?.name ?? ''))}`.execute(
      s.db,
    )
    return new Map(result.rows.map((r) => [r.id, r.nama]))
  }
  const typeOf = (schema: z.core.$ZodType) =>
    (unwrap(schema) as unknown as { _zod: { def: { type: string } } })._zod.def.type
  /** Returns the names of all lessons by id; a name consists of day, time, course and coach. */
  const lessonNames = async () => {
    const lessons = await s.db
      .selectFrom('pertemuan')
      .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
      .innerJoin('user', 'user.id', 'pertemuan.pelatih_id')
      .select(['pertemuan.id', 'tanggal', 'jam_mulai', 'nama', 'name'])
      .execute()
    const day = (tanggal: string) => tanggal.split('-').toReversed().join('/')
    return new Map<unknown, string>(
      lessons.map((l) => [
        l.id,
        `${day(l.tanggal)} ${l.jam_mulai.replace(':', '.')} ${l.nama} – ${l.name}`,
      ]),
    )
  }
  test('names a booked lesson by date, hour, course and coach', async () => {
    expect([...(await lessonNames()).values()]).toContain(
      '03/03/2025 09.00 Piano Grade 1 – Citra Guru',
    )
    const { data } = await s.superadmin.get<string>('/kredit-pengganti/ekspor?fields=pertemuan_id')
    expect(data).toContain('03/03/2025 09.00 Piano Grade 1 – Citra Guru')
  })
  const fieldsOf = async ({ entity, expand, name }: AnyResource) => {
    const fields = []
    for (const [column, schema] of Object.entries<z.core.$ZodType>(entity.shape)) {
      const meta = metaOf(schema)
      // Skips secrets. Also skips the value of a promo, which is a percentage, an amount or a
      // month. Its export is tested in server/import/roundTrip.walk.sqlite.test.ts.
      if (!meta?.secret && !(name === 'promo' && column === 'nilai'))
        fields.push({
          column,
          meta,
          type: typeOf(schema),
          names:
            meta?.resource === 'pertemuan'
              ? await lessonNames()
              : await namesOf(column, meta, expand),
        })
    }
    return fields
  }
  type Field = Awaited<ReturnType<typeof fieldsOf>>[number]
  const quotedPart = (text: string) =>
    /;|^"|^[-–—]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  /**
   * Returns the label or name that a file shows for a stored value. Returns undefined if the file
   * shows the value itself: a number, day, instant or text.
   */
  const inWords = ({ meta, names }: Field, value: unknown): string | undefined => {
    if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
    if (Array.isArray(value))
      return value
        .map((v) =>
          names?.has(v)
            ? quotedPart(names.get(v)!)
            : (meta?.options?.find((o) => o.value === v)?.label ?? quotedPart(String(v))),
        )
        .join('; ')
    // Only columns of the audit log contain objects, which are exported as JSON.
    if (typeof value === 'object') return JSON.stringify(value)
    return meta?.options?.find((o) => o.value === value)?.label ?? names?.get(value)
  }
  walk(exported)(
    'writes the lines of a CSV as people read them, with ids in extra columns',
    async (name, resource) => {
      const said = (field: Field, value: unknown): string => {
        if (value === null) return ''
        const words = inWords(field, value)
        if (words !== undefined) return ledPieces(ledCell(words))
        if (field.column.endsWith('_at'))
          return new Date(Date.parse(String(value)) + 7 * 3_600_000)
            .toISOString()
            .slice(0, 19)
            .replace('T', ' ')
        return typeof value === 'string' ? ledPieces(ledCell(value)) : String(value)
      }
      const beside = (value: unknown) =>
        value === null || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value)
      const fields = await fieldsOf(resource)
      // Reads the expected rows before the export, because an export adds an entry to the audit
      // log, which is one of the exported lists.
      const rows = await wholeOf(name, 'sort=id')
      const answer = await s.superadmin.get<string>(
        `/${name}/ekspor?sort=id&fields=${fields.map((f) => f.column).join(',')}`,
      )
      expect(answer.status).toBe(200)
      const [head, ...lines] = parse(answer.data, {
        bom: true,
        record_delimiter: '\n',
      }) as string[][]
      expect(lines).toEqual(
        rows.map((row) =>
          fields.flatMap((field) => [
            said(field, row[field.column]),
            ...(field.names ? [beside(row[field.column])] : []),
          ]),
        ),
      )
      expect(
        head!.filter(
          (label) => label.startsWith('ID ') && fields.some((f) => `ID ${f.meta?.label}` === label),
        ),
      ).toHaveLength(fields.filter((f) => f.names).length)
    },
  )
  walk(exported)('writes the rows of a sheet as the screens show them', async (name, resource) => {
    const fields = await fieldsOf(resource)
    const rows = await wholeOf(name, 'sort=id')
    const day = (text: string) => Date.parse(text) / 86_400_000 + 25_569
    const said = (field: Field, value: unknown): unknown => {
      const { column, meta, type } = field
      if (value === null || value === '') return undefined
      const words = inWords(field, value)
      if (words !== undefined) return words === '' ? undefined : words
      if (column.endsWith('_at')) return day(`${String(value).slice(0, 19)}Z`) + 7 / 24
      if (meta?.control === 'date') return day(String(value))
      if (meta?.control === 'month') return day(`${String(value)}-01`)
      if (meta?.control === 'percent') return Number(value) / 10_000
      return type === 'number'
        ? value
        : String(value).replaceAll('\u0001', '').replaceAll(/\r\n?/g, '\n').trim()
    }
    const { data } = await s.superadmin.bytes(
      `/${name}/ekspor?format=xlsx&sort=id&fields=${fields.map((f) => f.column).join(',')}`,
    )
    const [, ...read] = readSheet(data, { rows: 10_000, columns: 100 }).rows
    expect(rows.length).toBeGreaterThan(0)
    // Rounds, because the engines compute fractions of a day with different precision.
    const round = (value: unknown) =>
      typeof value === 'number' ? Math.round(value * 1e8) / 1e8 : value
    expect(read.map((row) => fields.map((_, i) => round(row.cells.get(i))))).toEqual(
      rows.map((row) => fields.map((field) => round(said(field, row[field.column])))),
    )
  })
  walk(exported)('labels every column by default, and omits ids from sheets', async (name) => {
    const csv = parse((await s.superadmin.get<string>(`/${name}/ekspor`)).data, {
      bom: true,
      record_delimiter: '\n',
      to: 1,
    }) as string[][]
    const { data } = await s.superadmin.bytes(`/${name}/ekspor?format=xlsx`)
    const sheet = [...readSheet(data, { rows: 10_000, columns: 100 }).rows[0]!.cells.values()]
    expect(csv[0]!.filter((label) => /_|^[a-z]/.test(label))).toEqual([])
    expect(csv[0]!.filter((label) => !/^ID( |$)/.test(label))).toEqual(sheet)
    expect(new Set(csv[0]).size).toBe(csv[0]!.length)
  })
})
