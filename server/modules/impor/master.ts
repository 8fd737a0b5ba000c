/** Import of master data: columns from the fields of the resource, rows written by its own rules. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isRequired, metaOf, unwrap, type FieldMeta } from '#contract/fields.ts'
import { dapatDiimpor, type NamaImpor } from '#contract/imporNama.ts'
import type { Issue } from '#contract/resource.ts'
import { parseRupiah } from '#contract/rules/rupiah.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Trx } from '#server/db/tables.ts'
import { HttpError, invalid, invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { writerOf } from '#server/http/crud.ts'
import { namaKode, outletLain } from '#server/http/exported.ts'
import type { AnyModule } from '#server/http/module.ts'
import { findRow } from '#server/http/rows.ts'
import {
  isSama,
  isYa,
  pisah,
  type Jenis,
  type Kolom,
  type Nilai,
} from '#server/modules/impor/kolom.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { present } from '#server/present.ts'

/** A list of rows that have a name, such as the levels of a category: in a cell, their names. */
const daftarBernama = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  const list = unwrap(schema)
  const row = list instanceof z.ZodMiniArray ? list.def.element : undefined
  return row instanceof z.ZodMiniObject && 'nama' in row.def.shape ? row.def.shape.nama : undefined
}
/** Rupiah as people write them: `350000`, `Rp 350.000,-`, `350.000,00`. */
const rupiah = (text: string): unknown => parseRupiah(text.replace(/,(-|0{1,2})$/, '')) ?? text
const bilangan = (text: string): unknown =>
  /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)$/.test(text) ? Number(text.replaceAll('.', '')) : text
/** `11`, `12,5 %`; hundredths. */
const persen = (text: string): unknown => {
  const found = /^(\d+(?:[.,]\d{1,2})?)\s*%?$/.exec(text)?.[1]
  return found === undefined ? text : Math.round(Number(found.replace(',', '.')) * 100)
}
const pilihan =
  (options: NonNullable<FieldMeta['options']>) =>
  (text: string): unknown =>
    options.find((o) => fold(o.label) === fold(text) || fold(String(o.value)) === fold(text))
      ?.value ?? text
const ya = (text: string): unknown =>
  isYa(text) ? true : /^(tidak|t|no|n|0|false|bukan)$/i.test(text) ? false : text

const tanpaKolom = new Set(['file', 'password', 'codes'])
const kolomDari = (kunci: string, schema: z.core.$ZodType): Kolom | undefined => {
  const bernama = daftarBernama(schema)
  const meta = metaOf(bernama ?? schema)
  if (!meta || meta.rahasia || tanpaKolom.has(meta.control)) return undefined
  const dasar: Kolom = { label: meta.label, ...(isRequired(schema) && { wajib: true }) }
  if (bernama)
    return { ...dasar, contoh: 'dipisah titik koma, menurut urutannya', kosong: [], nilai: pisah }
  if (meta.options)
    return { ...dasar, contoh: meta.options[0]?.label ?? '', nilai: pilihan(meta.options) }
  switch (meta.control) {
    case 'rupiah':
      return { ...dasar, contoh: '350000', nilai: rupiah }
    case 'number':
      return { ...dasar, nilai: bilangan }
    case 'percent':
      return { ...dasar, sel: 'persen', nilai: persen }
    case 'date':
      return { ...dasar, contoh: '2026-01-31', kind: 'hari', sel: 'hari' }
    case 'time':
      return { ...dasar, contoh: '09:00', sel: 'jam' }
    case 'switch':
      return { ...dasar, contoh: 'tidak', kosong: false, nilai: ya }
    case 'picker':
      return { ...dasar, contoh: 'kode atau nama' }
    case 'tags':
      return { ...dasar, contoh: 'dipisah titik koma', kosong: [], nilai: pisah }
    case 'pickers':
      return {
        ...dasar,
        contoh: 'kode atau nama, dipisah titik koma; kosong berarti semua',
        kosong: [],
        nilai: pisah,
      }
    default:
      return { ...dasar, ...(kunci === 'kode' && { nilai: (text: string) => text.toUpperCase() }) }
  }
}

type Baris = Record<string, unknown> & { id: number }
const namaBaris = ['kode', 'nama', 'name', 'judul']
/** Rows that may be referred to, by whatever names them; several may have a name. */
const bacaNama = async (trx: Trx, ctx: Ctx, target: AnyModule): Promise<Map<string, Baris[]>> => {
  const shape = target.resource.entity.shape
  const names = namaBaris.filter((n) => n in shape)
  const shared = Object.keys(target.resource.fields).filter(
    (f) => metaOf(shape[f] ?? z.string())?.control === 'picker',
  )
  const columns = sql.join(['id', ...names, ...shared].map((c) => sql.ref(c)))
  const { rows } =
    await sql<Baris>`select ${columns} from ${sql.table(tableOf(target.resource.name))} where ${scopeOf(ctx, target)}`.execute(
      trx,
    )
  const known = new Map<string, Baris[]>()
  for (const row of rows)
    for (const key of new Set(
      [...names.map((n) => row[n]), namaKode(String(row.nama), String(row.kode))].map((name) =>
        fold(String(name ?? '')),
      ),
    ))
      known.set(key, [...(known.get(key) ?? []), row])
  return known
}

/** The import of a resource that contract/imporNama.ts names. */
export const jenisMaster = (nama: Exclude<NamaImpor, 'user'>): Jenis => {
  const module = present(moduleOf(nama), nama)
  const { resource } = module
  const inputs = { ...resource.fields, ...resource.extra }
  const kunci: readonly string[] = dapatDiimpor[nama]
  const kolom = Object.fromEntries(
    Object.entries(inputs).flatMap(([k, schema]) => {
      const one = kolomDari(k, schema)
      return one ? [[k, one] as const] : []
    }),
  )
  const utama = 'nama' in kolom ? 'nama' : present(kunci[0], nama)
  kolom[utama] = { ...present(kolom[utama], utama), contoh: 'Contoh: isi lalu hapus baris ini' }
  const writer = writerOf(module, moduleOf)
  const acuanDari = (k: string) => {
    const meta = metaOf(inputs[k] ?? z.string())
    return meta?.control === 'picker' || meta?.control === 'pickers' ? meta.resource : undefined
  }
  const sendiri = Object.keys(kolom).filter((k) => acuanDari(k) === nama)
  const kenali = (nilai: Nilai): string | undefined =>
    // No outlet is a key of its own: all of them.
    kunci.some((k) => (nilai[k] ?? null) === null && isRequired(inputs[k] ?? z.string()))
      ? undefined
      : JSON.stringify(kunci.map((k) => fold(String(nilai[k] ?? ''))))
  const teks = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.map(String)
      : value === undefined || value === null
        ? []
        : [String(value)]

  /** Whether a field is what the row of the file says. Which outlets or courses a list names counts, not their order. */
  const tetap = (k: string, lama: unknown, baru: unknown): boolean => {
    const schema = inputs[k] ?? z.unknown()
    if (daftarBernama(schema))
      return isSama(
        (Array.isArray(lama) ? lama : []).map((row: { nama: string }) => row.nama),
        baru,
      )
    const { success, data } = z.safeParse(schema, baru)
    const value = success ? data : baru
    const isSet =
      metaOf(schema)?.control === 'pickers' && Array.isArray(lama) && Array.isArray(value)
    return isSet
      ? isSama(
          lama.map(Number).toSorted((a, b) => a - b),
          value.map(Number).toSorted((a, b) => a - b),
        )
      : isSama(lama, value)
  }

  return {
    nama,
    berkas: nama,
    utama,
    kolom,
    // Rows with one code or name, and those that refer to each other: a trial must meet what a run will meet.
    tanda: (nilai) => [
      ...new Set(
        ['kode', 'nama', ...kunci, ...sendiri]
          .flatMap((k) =>
            acuanDari(k) !== undefined && !sendiri.includes(k) ? [] : teks(nilai[k]),
          )
          .map(fold),
      ),
    ],
    siapkan: async (trx, ctx) => {
      const dikenal = new Map<string, Map<string, Baris[]>>()
      /** Those whom a text names; of several of one name, those that fit best. */
      const fitting = (
        found: readonly Baris[],
        text: string,
        data: Nilai,
        now: unknown,
      ): readonly Baris[] => {
        const same = (row: Baris) =>
          Object.keys(row).every(
            (f) => acuanDari(f) === undefined || data[f] === undefined || row[f] === data[f],
          )
        const exact = (row: Baris) => namaBaris.some((n) => row[n] === text)
        const isNow = (row: Baris) => (Array.isArray(now) ? now.includes(row.id) : row.id === now)
        return [same, exact, isNow].reduce<readonly Baris[]>((left, fits) => {
          const fewer = left.length > 1 ? left.filter(fits) : left
          return fewer.length > 0 ? fewer : left
        }, found)
      }
      const namaDari = async (k: string): Promise<Map<string, Baris[]>> => {
        const target = present(moduleOf(acuanDari(k) ?? ''), k)
        const known = dikenal.get(target.resource.name) ?? (await bacaNama(trx, ctx, target))
        dikenal.set(target.resource.name, known)
        return known
      }
      /** Ids of rows that a text names. `data` is what else the row says, `now` what is there. */
      const cari = async (
        k: string,
        text: string,
        data: Nilai,
        now: unknown,
      ): Promise<number[] | Issue> => {
        const known = await namaDari(k)
        const all = known.get(fold(text)) ?? []
        const [one, ...more] = fitting(all, text, data, now)
        if (one && more.length === 0) return [one.id]
        // Outlets that are not told by name stay.
        if (!one && fold(text) === fold(outletLain) && acuanDari(k) === 'gedung')
          return [now]
            .flat()
            .filter((id) => typeof id === 'number')
            .filter((id) => ![...known.values()].flat().some((row) => row.id === id))
        return {
          field: k,
          message: one
            ? `Ada lebih dari satu "${text.slice(0, 60)}": tulis kodenya`
            : `"${text.slice(0, 60)}" tidak ditemukan`,
        }
      }
      const terjemah = async (
        nilai: Nilai,
        current: Readonly<Record<string, unknown>>,
      ): Promise<Record<string, unknown>> => {
        const data: Record<string, unknown> = {}
        const issues: Issue[] = []
        for (const k of Object.keys(kolom)) {
          const value = nilai[k]
          if (value === undefined) continue
          if (value === null || acuanDari(k) === undefined) {
            data[k] = value
            continue
          }
          const found: (number[] | Issue)[] = []
          for (const text of teks(value))
            found.push(await cari(k, text, { ...current, ...data }, current[k]))
          issues.push(...found.flatMap((f) => (Array.isArray(f) ? [] : [f])).slice(0, 1))
          const ids = found.flatMap((f) => (Array.isArray(f) ? f : []))
          if (Array.isArray(value)) data[k] = [...new Set(ids)]
          else if (ids.length > 0) data[k] = ids[0]
        }
        if (issues.length === 0) return data
        // All that is wrong with the row is said at once, not one kind after the other is mended.
        const lain = Object.entries(data).filter(
          ([k, v]) =>
            v !== null &&
            !daftarBernama(inputs[k] ?? z.string()) &&
            !issues.some((i) => i.field === k),
        )
        throw invalid([
          ...issues,
          ...lain.flatMap(([k, v]) =>
            (z.safeParse(inputs[k] ?? z.unknown(), v).error?.issues ?? [])
              .slice(0, 1)
              .map((i) => ({ field: k, message: i.message })),
          ),
        ])
      }
      /** Rows in scope by their natural key; two may differ in what folding makes alike. */
      const rows = (
        await sql<Baris>`select ${sql.join(['id', ...kunci].map((c) => sql.ref(c)))} from ${sql.table(tableOf(nama))} where ${scopeOf(ctx, module)}`.execute(
          trx,
        )
      ).rows
      const ada = Map.groupBy(rows, (row) =>
        JSON.stringify(kunci.map((k) => fold(String(row[k] ?? '')))),
      )
      const sendiriDari = async (nilai: Nilai): Promise<number | undefined> => {
        const data: Record<string, unknown> = { ...nilai }
        for (const k of kunci)
          if (acuanDari(k) !== undefined && typeof nilai[k] === 'string') {
            const found = await cari(k, nilai[k], {}, undefined)
            if (!Array.isArray(found) || found.length === 0) return undefined
            data[k] = found[0]
          }
        const key = kenali(data)
        const found = key === undefined ? [] : (ada.get(key) ?? [])
        const exact =
          found.length > 1
            ? found.filter((row) =>
                kunci.every((k) => String(row[k] ?? '') === String(data[k] ?? '')),
              )
            : found
        if (found.length > 1 && exact.length !== 1)
          throw invalidField(
            kunci.at(-1) ?? utama,
            `Ada lebih dari satu ${resource.label[0]} bernama ini`,
          )
        return exact[0]?.id
      }
      /** Named lists become rows; those that are there keep their ids, so that what refers to them stays. */
      const bernama = (
        data: Record<string, unknown>,
        current?: Readonly<Record<string, unknown>>,
      ): Record<string, unknown> =>
        Object.fromEntries(
          Object.entries(data).map(([k, v]) => {
            if (!Array.isArray(v) || !daftarBernama(inputs[k] ?? z.string())) return [k, v]
            const old: unknown[] = Array.isArray(current?.[k]) ? current[k] : []
            return [
              k,
              v.map(
                (name: unknown) =>
                  old.find(
                    (o) =>
                      typeof o === 'object' &&
                      o !== null &&
                      'nama' in o &&
                      fold(String(o.nama)) === fold(String(name)),
                  ) ?? { nama: name },
              ),
            ]
          }),
        )
      return async (mode, nilai) => {
        const id = await sendiriDari(nilai)
        if (id !== undefined) {
          if (mode === 'tambah')
            throw invalidField(kunci.at(-1) ?? utama, `${resource.label[0]} ini sudah ada`)
          const current = present(await findRow(trx, module, ctx.actor, id), nama)
          const full = await writer.whole(trx, current)
          const data = await terjemah(nilai, full)
          const changed = Object.fromEntries(
            Object.entries(data).filter(([k, v]) => !tetap(k, full[k], v)),
          )
          if (Object.keys(changed).length === 0) return { hasil: 'sama', akunBaru: false }
          await namai(() =>
            writer.guarded(() =>
              writer.update(trx, ctx, current, { ...bernama(changed, full), versi: current.versi }),
            ),
          )
          dikenal.delete(nama)
          return { hasil: 'diperbarui', akunBaru: false }
        }
        const data = await terjemah(nilai, {})
        // In a new row a dash is what an empty cell is.
        const isian = Object.fromEntries(Object.entries(data).filter(([, v]) => v !== null))
        const made = await namai(() =>
          writer.guarded(() => writer.create(trx, ctx, bernama(isian))),
        )
        const key = kenali(data)
        if (key !== undefined) ada.set(key, [...(ada.get(key) ?? []), made])
        dikenal.delete(nama)
        return { hasil: 'baru', akunBaru: false }
      }
    },
  }
}

/** Problems inside a named list are told of the list. */
const namai = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    throw new HttpError(error.status, error.message, {
      errors: error.errors.map((e) => ({ ...e, field: e.field.split('.')[0] ?? e.field })),
    })
  }
}
