import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
/**
 * Tests that a sales person sees and changes only their own rows, not the rows of another sales
 * person of the same outlet. Each of the two sales persons has a "side": a set of rows, such as a
 * payer, a student, a lead and a bill. The tests send every call of the contract, including lists,
 * totals, files and pickers. They request rows of the other side by id, by filter and by search.
 * They run once with the access codes of the sales role, and once with all access codes. A new read
 * fails the test until this file contains its parameters. A new write fails the test until this
 * file contains an input with which the write succeeds on own rows.
 */
/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on role, route and row */
import * as z from 'zod/mini'
import { accessCodes } from '#contract/access/accessCodes.ts'
import type { AnyCall } from '#contract/call.ts'
import { Hari, MetodePembayaran } from '#contract/enums.ts'
import { allCalls as calls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource, Shape } from '#contract/resource.ts'
import { addDays, addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import { referencesIn, valuesOf, withValue } from '#mocks/api/bodies.ts'
import { uploadProof } from '#mocks/money/confirmation.ts'
import { nextDay, studentBody } from '#mocks/people/calon.ts'
import { makeKelas, makePelatih, makeRuang } from '#mocks/people/family.ts'
import { makeHost } from '#mocks/schedule/makeUp.ts'
import { restore, snapshot, tablesOf, viewOf, type Snapshot } from '#mocks/school/belongs.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import {
  changesOf,
  giveEveryCode,
  makeTwoSales,
  rowsOf,
  type Side,
} from '#mocks/school/twoSales.ts'
import { walk } from '#mocks/walk.ts'
import { engineOf } from '#server/db/engine.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { addCalls } from '#server/http/calls.ts'
import type { Routes } from '#server/http/routes.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'

const declared: AnyResource[] = Object.values(resources)
const allCalls = Object.values(calls as Record<string, AnyCall>)
const routes: Routes = new Map()
for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
addCalls(routes, handlers)
const codesOfSales = new Set(
  accessCodes.filter((c) => (c.roles as readonly string[]).includes('sales')).map((c) => c.kode),
)
const listed = (method: 'GET' | 'POST') =>
  [...routes].flatMap(([path, methods]) => {
    const route = methods[method]
    return route && route.access !== 'public' ? [{ path, codes: route.codes ?? [] }] : []
  })
const [reads, posts] = [listed('GET'), listed('POST')]
const isOfSales = ({ codes }: { codes: readonly string[] }): boolean =>
  codes.some((code) => codesOfSales.has(code as never))

let s: School
let ownSide: Side
let otherSide: Side
let tables: string[]
let home: Snapshot
beforeAll(async () => {
  s = await makeSchool()
  ;({ own: ownSide, other: otherSide } = await makeTwoSales(s))
  tables = await tablesOf(s.db)
  home = await snapshot(s.db, tables)
})
afterAll(() => s.close())

const contentOf = ({ data }: Answer<unknown>): string =>
  typeof data === 'string' ? data : JSON.stringify(data)
const foreign = /zamrud/i
/**
 * Returns ids of rows of the other side in a table: at most eight with SQLite, and two with
 * PostgreSQL. The code that decides on visibility does not depend on the engine, so two ids suffice
 * to test the SQL statements.
 */
const foreignIds = (table: string): number[] =>
  [...(rowsOf(home, otherSide).get(table) ?? [])]
    .map(Number)
    .slice(0, engineOf(s.db) === 'sqlite' ? 8 : 2)
/**
 * Returns the id to send for a filter or field `name`: the id of the row of the given side to which
 * this name refers. Returns undefined if the name refers to no row.
 */
const valueOf = (side: Side, name: string): number | undefined =>
  ({
    peserta_id: side.peserta,
    akun_billing_id: side.akun,
    sales_id: side.sales,
    user_id: side.peserta,
    lead_id: side.lead,
    billing_id: side.bill,
    payment_id: side.payment,
    kursus_peserta_id: side.enrolment,
    usulan_akun_id: side.akun,
    kursus_pelatih_id: side.kelas,
  })[name]
const valueFor = (path: string, side: Side, field: string, schema: z.ZodMiniType): unknown => {
  const said = findParam(path, field)
  return said === undefined ? (valueOf(side, field) ?? valuesOf(schema, 1)[0]) : said
}
/**
 * Returns the query parameters of a call. The id parameter is `id`; all other parameters get values
 * of the given side.
 */
const paramsOf = (
  path: string,
  shape: Shape,
  { side, id }: { side: Side; id: number | undefined },
) =>
  Object.entries(shape).flatMap(([field, schema]): [string, string][] => {
    if (field === 'id' || field === 'ids') return id === undefined ? [] : [[field, String(id)]]
    if (field === 'q') return [['q', side.word]]
    if (field === 'nama') return [['nama', `Calon ${side.word}`]]
    const value = valueFor(path, side, field, schema)
    return value === null || value === undefined ? [] : [[field, String(value)]]
  })
/** Whether a call shows the schedule. All sales persons may see the schedule, to plan lessons. */
const isOpen = (path: string): boolean => /^\/(pertemuan|kursus-pelatih)\b/.test(path)

const lists = (resource: AnyResource): string[] => {
  const expand = Object.keys(resource.expand).join(',')
  const listPath = `/${resource.name}?per-page=100&expand=${expand}`
  const filters = [...resource.filters, ...Object.keys(resource.customFilters)].flatMap((name) => {
    const value = valueOf(otherSide, name)
    return value === undefined || (isOpen(listPath) && name === 'kursus_pelatih_id')
      ? []
      : [`${name}=${value}`]
  })
  const kinds =
    resource.name === 'user' ? ['', 'peserta', 'akun-billing', 'sales', 'pendaftar-mandiri'] : ['']
  const word = resource.search.length > 0 ? ['q=zamrud'] : []
  return kinds.flatMap((kind) => {
    const list = kind ? `${listPath}&jenis=${kind}` : listPath
    return [list, ...[...filters, ...word].map((filter) => `${list}&${filter}`)]
  })
}

describe.each(['sales', 'every code'])('reading as %s', (reader) => {
  const every = accessCodes.map((c) => c.kode)
  beforeAll(async () => {
    if (reader !== 'every code') return
    await giveEveryCode(s, ownSide.sales, every)
    home = await snapshot(s.db, tables)
  })
  walk(declared.map((r) => [r.name, r] as const))(
    'returns only own rows of every resource',
    async (name, resource) => {
      const me = ownSide.client
      for (const path of lists(resource)) {
        const answer = await me.get<unknown[]>(path)
        const { status } = answer
        expect([200, 403], `${path} ${contentOf(answer)}`).toContain(status)
        expect(contentOf(answer), path).not.toMatch(foreign)
        // Expects no row for a filter by an id of the other side, and for a search by a name of the
        // other side.
        const byName = /&(\w+_id|q)=[^&]+$/.test(path)
        if (status === 200 && byName) expect([path, answer.data]).toEqual([path, []])
        const [, query] = path.split('?')
        const tail = (query ?? '').replace(/per-page=100&expand=[^&]*&?/, '')
        for (const sub of status === 200 ? ['total', 'ekspor?format=csv', 'pilihan'] : []) {
          const callPath = `/${name}/${sub}${sub.includes('?') ? '&' : '?'}${tail}`
          expect(contentOf(await me.get(callPath)), callPath).not.toMatch(foreign)
        }
      }
      for (const id of foreignIds(tableOf(name))) {
        const expand = Object.keys(resource.expand).join(',')
        const row = await me.get(`/${name}/view?id=${id}&expand=${expand}`)
        expect(contentOf(row), `${name} ${id}`).not.toMatch(foreign)
        expect([`${name} ${id}`, [403, 404].includes(row.status)]).toEqual([`${name} ${id}`, true])
        const chosen = await me.get(`/${name}/pilihan?id=${id}`)
        expect(contentOf(chosen), `${name} ${id}`).not.toMatch(foreign)
      }
    },
  )
  const paths = new Set(reads.map((r) => r.path))
  const readCalls = allCalls.filter((c) => c.method === 'GET' && paths.has(c.path))
  walk(readCalls.map((c) => [c.path, c] as const))(
    'returns only own rows in every call',
    async (path, { query }) => {
      const me = ownSide.client
      const shape = (query?.shape ?? {}) as Shape
      const of = ownerOf(path)
      const ids = 'id' in shape || 'ids' in shape ? foreignIds(of) : [undefined]
      for (const id of ids) {
        const answer = await me.get(
          `${path}?${new URLSearchParams(paramsOf(path, shape, { side: otherSide, id }))}`,
        )
        expect(contentOf(answer), `${path} ${id}`).not.toMatch(foreign)
        if (id !== undefined && !isOpen(path) && !asLists.has(path))
          expect(
            [`${path} ${id}`, [403, 404, 422].includes(answer.status)],
            contentOf(answer),
          ).toEqual([`${path} ${id}`, true])
      }
      // Expects that the call succeeds for at least one own row. Otherwise the errors above might
      // have a cause other than the scope.
      const ownIds = [...(rowsOf(home, ownSide).get(of) ?? []), s.ids.pelatih, s.ids.gedung].map(
        Number,
      )
      const statuses = new Set<number>()
      for (const id of ids[0] === undefined ? [undefined] : ownIds)
        statuses.add(
          (
            await me.get(
              `${path}?${new URLSearchParams(paramsOf(path, shape, { side: ownSide, id }))}`,
            )
          ).status,
        )
      const route = reads.find((r) => r.path === path)
      if (reader === 'sales' && route && isOfSales(route))
        expect([...statuses], `${path}: say what it is asked`).toContain(200)
    },
  )
})
/**
 * Returns the fixed value of a query parameter. Returns null if the parameter must not be sent, and
 * undefined if the value can be derived from the side or the schema.
 */
const findParam = (path: string, field: string): string | number | null | undefined => {
  const here = ofPath[path]?.[field]
  return here === undefined ? usual()[field] : here
}
const ofPath: Readonly<Record<string, Record<string, string | null>>> = {
  '/lead/slot-kosong': { hari: '1', dari: '09:00', sampai: '18:00' },
  // Takes the id of a lead or the id of an applicant, but not both. The tests send the id of a
  // lead.
  '/lead/slot': { peserta_id: null },
}
const usual = (): Record<string, string | number> => ({
  mulai: currentDay(),
  selesai: addDays(currentDay(), 5),
  dari: '2025-01-01',
  sampai: '2025-02-01',
  periode: currentDay().slice(0, 7),
  tanggal: currentDay(),
  phone: String(viewOf(home).find('lead', otherSide.lead)?.phone),
  gedung_id: s.ids.gedung,
  ruang_id: s.ids.ruang,
  pelatih_id: s.ids.pelatih,
  kursus_id: s.ids.kursus,
})
/** Calls whose `id` is the id of a user, although their path names another resource. */
const ofPerson = new Set(['/billing/kursus', '/billing/isian', '/lead/dipegang'])
/**
 * Calls that use the id as a filter. For an id out of scope these calls return an empty list
 * instead of 404.
 */
const asLists = new Set(['/kursus-peserta/cetak'])
const ownerOf = (path: string): string => {
  const resource = declared.find((r) => path.startsWith(`/${r.name}/`))?.name
  if (path.startsWith('/pendaftar-mandiri/') || ofPerson.has(path)) return 'user'
  if (path === '/berkas') return 'berkas'
  return tableOf(resource ?? 'user')
}

const reason = 'Alasan untuk pengujian'
const month = () => firstDay(addMonths(currentDay().slice(0, 7), 2))
const versionOf = (state: Snapshot, table: string, id: number) =>
  viewOf(state).find(table, id)?.versi
/** Valid input of a call that changes data. */
interface Case {
  /** Returns the id of the row on which the call is made. This row belongs to the given side. */
  target?: (side: Side) => number | Promise<number>
  /** Returns the body with which the call succeeds on own rows. */
  body?: (side: Side) => Body | Promise<Body>
}
const enrolmentOf = (side: Side) => side.enrolment
const leadOf = (side: Side) => side.lead
/**
 * Returns a function that sets the given columns of a side's enrolment and returns the enrolment's
 * id.
 */
const enrolmentIn = (values: Record<string, unknown>) => async (side: Side) => {
  await s.db
    .updateTable('kursus_peserta')
    .set(values as never)
    .where('id', '=', side.enrolment)
    .execute()
  return side.enrolment
}
/**
 * Returns a function that sets the given columns of a side's applicant and returns the applicant's
 * id.
 */
const applicantIn = (values: Record<string, unknown>) => async (side: Side) => {
  await s.db
    .updateTable('user')
    .set(values as never)
    .where('id', '=', side.pendaftar)
    .execute()
  return side.pendaftar
}
const newClass = (more: Body = {}) => makeKelas(s, s.ids.gedung, { hari: Hari.jumat, ...more })
const waitingBody = async ({ peserta }: Side) => ({
  peserta_id: peserta,
  kursus_pelatih_id: await newClass(),
})
const waitingOf = async (side: Side) =>
  must(await s.superadmin.post<{ id: number }>('/daftar-tunggu/create', await waitingBody(side))).id
const registered = async (side: Side) => {
  const body = studentBody(side === ownSide ? 8 : 9)
  must(await side.client.post(`/user/tambah-peserta?id=${side.lead}`, body))
  return side.lead
}
const trialBody = async () => ({
  kursus_id: s.ids.kursus,
  pelatih_id: await makePelatih(s),
  ruang_id: await makeRuang(s, s.ids.gedung),
  tanggal: addDays(currentDay(), 6),
  jam_mulai: '10:00',
})
let courses = 0
const next = async () => {
  const kursus_id = must(
    await s.superadmin.post<{ id: number }>('/kursus/create', {
      kode: `LJT-${++courses}`,
      nama: `Lanjut ${courses}`,
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      kapasitas_maks: 5,
      biaya_bulanan: 1000,
    }),
  ).id
  return { kursus_id, kursus_pelatih_id: await newClass({ kursus_id }) }
}
const cases: Readonly<Record<string, Case>> = {
  '/user/update': { target: (side) => side.peserta, body: () => ({ versi: 1, kota: 'Bogor' }) },
  '/user/activate': { target: (side) => side.pendaftar },
  '/kursus-peserta/create': {
    body: async ({ peserta }) => ({
      peserta_id: peserta,
      kursus_pelatih_id: await newClass(),
      mulai: nextDay(1),
    }),
  },
  '/kursus-peserta/update': {
    target: enrolmentOf,
    body: async () => ({ versi: 1, kursus_pelatih_id: await newClass() }),
  },
  '/daftar-tunggu/create': { body: waitingBody },
  '/daftar-tunggu/update': { target: waitingOf, body: () => ({ versi: 1, catatan: 'Hanya sore' }) },
  '/daftar-tunggu/delete': { target: waitingOf },
  '/kursus-peserta/aktifkan': { target: enrolmentIn({ status: 0, tunggu_at: '2026-01-01' }) },
  '/kursus-peserta/cuti': { target: enrolmentOf, body: () => ({ cuti_mulai: month() }) },
  '/kursus-peserta/kembali': { target: enrolmentIn({ status: 2, cuti_mulai: '2026-01-01' }) },
  '/kursus-peserta/berhenti': {
    target: enrolmentOf,
    body: () => ({ selesai: currentDay(), alasan: reason }),
  },
  '/kursus-peserta/batal-permintaan': {
    target: enrolmentIn({ permintaan: 'cuti', permintaan_status: 'diajukan' }),
  },
  '/kursus-peserta/pratinjau-aktifkan': { target: enrolmentIn({ status: 0 }) },
  '/kursus-peserta/pratinjau-cuti': { target: enrolmentOf, body: () => ({ cuti_mulai: month() }) },
  '/kursus-peserta/pratinjau-kembali': {
    target: enrolmentIn({ status: 2, cuti_mulai: '2026-01-01' }),
  },
  '/kursus-peserta/pratinjau-berhenti': {
    target: enrolmentOf,
    body: () => ({ selesai: currentDay(), alasan: reason }),
  },
  '/kursus-peserta/kelas-selanjutnya': { target: enrolmentOf, body: next },
  '/kursus-peserta/pratinjau-kelas-selanjutnya': { target: enrolmentOf, body: next },
  '/kursus-peserta/batal-kelas-selanjutnya': {
    target: async (side) =>
      must(
        await s.superadmin.post<{ id: number }>(
          `/kursus-peserta/kelas-selanjutnya?id=${side.enrolment}`,
          await next(),
        ),
      ).id,
  },
  '/kursus-peserta/periksa': {
    body: async ({ peserta }) => ({
      peserta_id: peserta,
      kursus_pelatih_id: await newClass(),
      mulai: nextDay(1),
    }),
  },
  '/kredit-pengganti/create': {
    // Backdates the existing make-up credits to another month, because a student gets at most one
    // make-up credit a month.
    body: async ({ peserta }) => {
      const created_at = '2025-01-01T00:00:00.000Z'
      await s.db.updateTable('kredit_pengganti').set({ created_at }).execute()
      return { peserta_id: peserta, kursus_id: s.ids.kursus, alasan: reason }
    },
  },
  '/kredit-pengganti/pesan': {
    target: (side) => side.credit,
    body: async () => ({ pertemuan_id: await hostOf() }),
  },
  '/kredit-pengganti/batal-pesan': {
    target: async (side) => {
      const body = { pertemuan_id: await hostOf() }
      must(await s.superadmin.post(`/kredit-pengganti/pesan?id=${side.credit}`, body))
      return side.credit
    },
    body: () => ({ alasan: reason }),
  },
  '/konfirmasi-pembayaran/create': {
    body: async ({ akun, bill }) => ({
      akun_billing_id: akun,
      billing_ids: [bill],
      bank_tujuan_id: s.ids.bank,
      jumlah: 100_000,
      tanggal_transfer: addDays(currentDay(), -2),
      bukti: await uploadProof(ownSide.client),
      pengirim_nama: 'Ibu Pengirim',
      bukan_kembar: true,
    }),
  },
  '/konfirmasi-pembayaran/batalkan': {
    target: (side) => mineOf(side, 'konfirmasi_pembayaran'),
    body: () => ({ alasan: reason, versi: 1 }),
  },
  '/pengeluaran-sales/create': {
    body: async ({ sales, lead }) => ({
      sales_id: sales,
      lead_id: lead,
      gedung_id: s.ids.gedung,
      tanggal: '2026-01-06',
      kategori: 'transport',
      jumlah: 12_345,
      metode: MetodePembayaran.tunai,
      keterangan: 'Ke pameran',
      bukti: await uploadProof(ownSide.client),
    }),
  },
  '/pengeluaran-sales/update': {
    target: (side) => side.expense,
    body: ({ lead }) => ({ versi: 1, keterangan: 'Ke pameran dan pulang', lead_id: lead }),
  },
  '/saved-view/create': { body: () => ({ nama: 'Uji', resource: 'billing' }) },
  '/saved-view/update': {
    target: (side) => mineOf(side, 'saved_view'),
    body: () => ({ versi: 1, search: 'status=1' }),
  },
  '/saved-view/delete': { target: (side) => mineOf(side, 'saved_view') },
  '/lead/create': {
    body: () => ({ nama: 'Calon Uji', phone: '081790000001', gedung_id: s.ids.gedung }),
  },
  '/lead/update': {
    target: leadOf,
    body: (side) => ({ versi: versionOf(home, 'lead', side.lead), catatan: 'Uji' }),
  },
  '/lead/delete': { target: (side) => side.begun },
  '/lead/tahap': { target: leadOf, body: () => ({ tahap: 'penawaran' }) },
  '/lead/catat': { target: leadOf, body: () => ({ jenis: 'wa', isi: 'Tanya jadwal' }) },
  '/lead/gabung': { target: leadOf, body: ({ tried }) => ({ lead_id: tried }) },
  '/lead/trial': { target: leadOf, body: trialBody },
  '/lead/batal-trial': { target: (side) => side.tried, body: () => ({ alasan: reason }) },
  '/lead/periksa-trial': { body: async ({ lead }) => ({ lead_id: lead, ...(await trialBody()) }) },
  '/lead/tahan-slot': {
    body: async ({ lead }) => ({
      lead_id: lead,
      kursus_pelatih_id: await newClass(),
      mulai: nextDay(1),
    }),
  },
  '/lead/perpanjang-slot': { body: ({ slot }) => ({ id: slot, versi: 1 }) },
  '/lead/lepas-slot': { body: ({ slot }) => ({ id: slot }) },
  '/lead/simpan-aktivasi': {
    target: leadOf,
    body: () => ({ langkah: 'peserta', isian: '{}', versi: 0 }),
  },
  '/user/tambah-peserta': {
    target: leadOf,
    body: ({ akun }) => ({ ...studentBody(7), pembayar: 'ada', akun_billing_id: akun }),
  },
  '/user/pratinjau-kursus-peserta': { target: registered },
  '/user/tambah-kursus-peserta': { target: registered },
  // Sets the sales person of the own applicant to null, because any sales person may take an
  // applicant without a sales person. The applicant of the other side keeps the sales person.
  '/pendaftar-mandiri/ambil': {
    target: (side) => (side === ownSide ? applicantIn({ sales_id: null })(side) : side.pendaftar),
  },
  '/pendaftar-mandiri/tutup': {
    target: (side) => side.pendaftar,
    body: () => ({ alasan_tutup: 'spam' }),
  },
  '/pendaftar-mandiri/buka': { target: applicantIn({ ditutup_at: '2026-11-01T00:00:00.000Z' }) },
  '/pendaftar-mandiri/lengkapi-profile': {
    target: (side) => side.pendaftar,
    body: ({ akun }) => ({
      versi: 1,
      name: 'Pendaftar Uji',
      gender: 'Perempuan',
      tanggal_lahir: '1990-01-01',
      phone: '081200000001',
      email: 'pendaftar.uji@contoh.id',
      gedung_id: s.ids.gedung,
      persetujuan: true,
      usulan_akun_id: akun,
    }),
  },
  '/billing/share': { target: (side) => side.bill },
  '/pengingat/lewati': {
    target: (side) => mineOf(side, tableOf('pengingat')),
    body: () => ({ alasan: reason }),
  },
  '/user/kirim-rekening-koran': {
    body: ({ akun }) => ({ akun: [akun], dari: '2025-01-01', sampai: '2025-02-01' }),
  },
  '/billing/share-cabut': { target: (side) => side.bill },
  '/billing/share-kirim': {
    target: (side) => side.bill,
    body: ({ akun }) => ({
      kanal: 'wa_link',
      tujuan: viewOf(home).find('user', akun)?.phone,
      templat: 'wa_tagihan',
      isi: 'Halo {tautan}',
    }),
  },
}
let host = 0
/**
 * Returns the id of a lesson with a free seat, in which a student can make up a lesson. The first
 * call creates the lesson.
 */
const hostOf = async () => {
  // Uses 15:00, because no other class takes place then on any weekday.
  host ||= (await makeHost(s, s.ids.gedung, { jam_mulai: '15:00' })).lessons[0]!
  return host
}
const mineOf = (side: Side, table: string): number =>
  Number([...(rowsOf(home, side).get(table) ?? [])][0])

describe('writing as sales', () => {
  let last: Snapshot
  const wrong: string[] = []
  beforeAll(async () => {
    await s.db.updateTable('user').set({ role_id: 4 }).where('id', '=', ownSide.sales).execute()
    await hostOf()
    home = last = await snapshot(s.db, tables)
  })
  const after = async () => {
    await restore(s.db, await snapshot(s.db, tables), home)
    last = home
  }
  afterEach(after)
  const prepare = async <T>(run: () => T | Promise<T>): Promise<T> => {
    const result = await run()
    last = await snapshot(s.db, tables)
    return result
  }
  const attempt = async (path: string, body: Body, id: number | undefined) => {
    const callPath = id === undefined ? path : `${path}?id=${id}`
    const answer = await ownSide.client.post(callPath, body)
    const after = await snapshot(s.db, tables)
    const said = `${callPath} ${JSON.stringify(body).slice(0, 200)} (${answer.status})`
    if (answer.status >= 500) wrong.push(said)
    if (foreign.test(contentOf(answer))) wrong.push(`${said}: ${contentOf(answer)}`)
    for (const change of changesOf(last, after, otherSide)) wrong.push(`${said}: ${change}`)
    await restore(s.db, after, last)
    return answer
  }
  const shapeOf = (path: string): Shape => {
    const call = allCalls.find((c) => c.method === 'POST' && c.path === path)
    if (call) return (call.input?.def.shape ?? {}) as Shape
    const [, name, verb = ''] = path.split('/')
    const resource = declared.find((r) => r.name === name)
    const schema =
      { create: resource?.input, update: resource?.update }[verb] ?? resource?.actions[verb]
    return schema instanceof z.ZodMiniObject ? (schema.def.shape as Shape) : {}
  }
  /**
   * Returns a body with a value for each field of the schema. References in the body are to rows of
   * the other sales person.
   */
  const generic = (shape: Shape): Body => {
    const body = Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        valueOf(otherSide, name) ?? valuesOf(schema, 3)[0],
      ]),
    )
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  }
  const ofSales = posts.filter((p) => isOfSales(p) && !/\/import/.test(p.path))

  walk(ofSales.map((p) => p.path))(
    'changes only own rows in every call',
    async (path) => {
      const knownCase = cases[path]
      if (!knownCase)
        throw new Error(`${path} is new: say in \`cases\` how it succeeds among the own rows`)
      const shape = shapeOf(path)
      const target = await prepare(() => knownCase.target?.(ownSide))
      const body = await prepare(() => knownCase.body?.(ownSide) ?? {})
      const { status, data } = await attempt(path, body, target)
      expect([path, [200, 201].includes(status)], JSON.stringify(data)).toEqual([path, true])
      // Sends the same body for rows of the other side. Expects that each call fails.
      const otherTarget = await prepare(() => knownCase.target?.(otherSide))
      const ids = otherTarget === undefined ? [] : [otherTarget, ...foreignIds(ownerOf(path))]
      for (const id of new Set(ids)) {
        const answer = await attempt(path, body, id)
        expect([path, answer.success], contentOf(answer)).toEqual([path, false])
      }
      // Sends the call for an own row, with references to rows of the other side. Such a call must
      // change nothing of the other side.
      for (const { path: fieldPath, to, list } of referencesIn(shape, body))
        for (const id of foreignIds(tableOf(to)))
          await attempt(path, withValue(body, fieldPath, list ? [id] : id), target)
      const foreignBody = await prepare(() => knownCase.body?.(otherSide) ?? {})
      if (JSON.stringify(foreignBody) !== JSON.stringify(body))
        await attempt(path, foreignBody, target)
      expect(wrong.splice(0)).toEqual([])
    },
    { after },
  )
  test('changes only own rows with every access code', { timeout: 60_000 }, async () => {
    await giveEveryCode(
      s,
      ownSide.sales,
      accessCodes.map((c) => c.kode),
    )
    last = await snapshot(s.db, tables)
    for (const { path, codes } of posts.filter((p) => !/\/import/.test(p.path))) {
      if (codes.length === 0) continue
      const shape = shapeOf(path)
      const bodies = [
        generic(shape),
        ...(cases[path] ? [await prepare(() => cases[path]?.body?.(ownSide) ?? {})] : []),
      ]
      for (const body of bodies)
        for (const id of foreignIds(ownerOf(path)).slice(0, 2)) await attempt(path, body, id)
    }
    expect(wrong.splice(0)).toEqual([])
  })
})
