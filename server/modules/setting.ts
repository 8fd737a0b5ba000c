/** The settings of the school. */
import * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import type { Issue, Shape } from '#contract/resource.ts'
import { periksaFormatNomor, perGedung, seriesOf } from '#contract/rules/nomor.ts'
import { formatTanggal, formatWaktu } from '#contract/rules/tanggal.ts'
import {
  bukaBuku,
  isSettingKey,
  settings as declared,
  type SettingKey,
} from '#contract/settings.ts'
import { lastBackup } from '#server/backup/note.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, HttpError, invalid, notFound } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { attachFiles, checkFiles } from '#server/http/files.ts'
import { demandAllOutlets } from '#server/http/outlets.ts'
import { issuesOf } from '#server/http/query.ts'
import { auditEvent } from '#server/http/rows.ts'
import { countNumbers, lastNumber } from '#server/modules/billing/numbers.ts'
import { gedungModule } from '#server/modules/master/gedung.ts'
import { readSettings } from '#server/settings.ts'

interface Perubahan {
  key: string
  value: unknown
  versi: number
}
/** Rule of a setting, whatever its type. */
const schemaOf = (key: SettingKey): z.ZodMiniType => declared[key].schema
const fields: Shape = Object.fromEntries(
  Object.keys(declared)
    .filter((k) => isSettingKey(k))
    .map((k) => [k, schemaOf(k)]),
)
/** All settings are one row to what belongs to rows: files. */
const pemilik = { name: 'setting', fields }
const idPemilik = 1

const baca = async (db: Db | Trx) => {
  const rows = await db
    .selectFrom('setting')
    .leftJoin('user', 'user.id', 'setting.updated_by')
    .select([
      'setting.key',
      'setting.value',
      'setting.versi',
      'setting.updated_at',
      'user.name as diubah_oleh',
    ])
    .execute()
  return new Map(
    rows.flatMap(({ key, value, ...rest }) =>
      isSettingKey(key) ? [[key, { key, value: fromJson<unknown>(value), ...rest }] as const] : [],
    ),
  )
}
type Tersimpan = Awaited<ReturnType<typeof baca>>
const daftar = (all: Tersimpan, keys: readonly SettingKey[]) =>
  keys.flatMap((key) => {
    const row = all.get(key)
    const { grup, label, ket, awal } = declared[key]
    return row
      ? [
          {
            key,
            value: row.value,
            grup,
            label,
            ket,
            awal,
            versi: row.versi,
            updated_at: row.updated_at,
            diubah_oleh: row.diubah_oleh,
          },
        ]
      : []
  })

/** A billing type must be of the kind that the setting is for, and in use. */
const periksaJenis = async (trx: Trx, key: SettingKey, value: unknown): Promise<Issue[]> => {
  const sifat = metaOf(schemaOf(key))?.params?.sifat
  if (sifat === undefined || typeof value !== 'number') return []
  const type = await trx
    .selectFrom('jenis_billing')
    .select(['sifat', 'status'])
    .where('id', '=', value)
    .executeTakeFirst()
  return type?.sifat === sifat && type.status === 'aktif'
    ? []
    : [{ field: key, message: `Pilih jenis billing bersifat ${sifat} yang aktif` }]
}

/** Stores settings, all or none, and writes one entry of what was and is. Throws 404, 409, 422 by key. */
const simpan = async (
  trx: Trx,
  ctx: Ctx,
  perubahan: readonly Perubahan[],
  alasan: string | null,
): Promise<Tersimpan> => {
  demandAllOutlets(ctx.actor, 'Setting')
  const before = await baca(trx)
  const wanted = perubahan.map(({ key, value, versi }) => {
    const current = isSettingKey(key) ? before.get(key) : undefined
    if (!current) throw notFound('Setting')
    return { current, key: current.key, value, versi }
  })
  if (new Set(wanted.map((w) => w.key)).size < wanted.length)
    throw invalid([{ field: 'perubahan', message: 'Setting yang sama dua kali' }])
  const stale = wanted.filter((w) => w.versi !== w.current.versi)
  const latest = stale
    .map((w) => w.current)
    .toSorted((a, b) => String(a.updated_at).localeCompare(String(b.updated_at)))
    .at(-1)
  if (latest)
    throw conflict(
      `${stale.map((w) => declared[w.key].label).join(', ')} diubah oleh ${latest.diubah_oleh ?? 'sistem'}${latest.updated_at ? ` pukul ${formatWaktu(latest.updated_at)}` : ''}`,
      {
        current: {
          nilai: Object.fromEntries(stale.map((w) => [w.key, w.current.value])),
          versi: Object.fromEntries(stale.map((w) => [w.key, w.current.versi])),
          updated_at: latest.updated_at,
        },
      },
    )
  const issues: Issue[] = []
  const next: Record<string, unknown> = {}
  const was: Record<string, unknown> = {}
  for (const { key, value, current } of wanted) {
    const parsed = z.safeParse(schemaOf(key), value)
    if (!parsed.success) {
      issues.push(
        ...issuesOf(parsed.error).map((i) => ({
          ...i,
          field: i.field ? `${key}.${i.field}` : key,
        })),
      )
      continue
    }
    issues.push(...(await periksaJenis(trx, key, parsed.data)))
    if (JSON.stringify(parsed.data) === JSON.stringify(current.value)) continue
    next[key] = parsed.data
    was[key] = current.value
  }
  issues.push(...(await checkFiles(trx, ctx, pemilik, next, was)))
  const terkunci = was.kunci_buku_sampai
  if (typeof terkunci === 'string' && bukaBuku(terkunci, next.kunci_buku_sampai) && alasan === null)
    issues.push({
      field: 'alasan',
      message: `Buku terkunci sampai ${formatTanggal(terkunci)}. Tulis alasan untuk membukanya kembali.`,
    })
  if (issues.length > 0) throw invalid(issues)
  const [time, keys] = [now(), Object.keys(next)]
  for (const key of keys)
    await trx
      .updateTable('setting')
      .set({
        value: JSON.stringify(next[key]),
        versi: (eb) => eb('versi', '+', 1),
        updated_at: time,
        updated_by: ctx.actor.id,
      })
      .where('key', '=', key)
      .execute()
  await attachFiles(trx, ctx, pemilik, idPemilik, next, was)
  if (keys.length > 0)
    await auditEvent(trx, ctx, {
      aksi: 'update',
      entitas: 'setting',
      sebelum: JSON.stringify(was),
      sesudah: JSON.stringify(next),
      alasan,
    })
  return baca(trx)
}

/** A daily backup, and two hours for one that takes its time. */
const cadanganMaksMs = 26 * 3_600_000

export const settingCalls: Pick<
  Handlers,
  'settingList' | 'settingUpdate' | 'settingSimpan' | 'settingNomor' | 'cadangan'
> = {
  settingList: async (ctx) =>
    daftar(
      await baca(ctx.db),
      Object.keys(declared).filter((k) => isSettingKey(k)),
    ),
  settingUpdate: async (ctx, { key, value, versi, alasan }) => {
    try {
      const after = await transaction(ctx.db, (trx) =>
        simpan(trx, ctx, [{ key, value, versi }], alasan),
      )
      const row = isSettingKey(key) ? after.get(key) : undefined
      if (!row) throw notFound('Setting')
      return { key, value: row.value, versi: row.versi }
    } catch (error) {
      if (!(error instanceof HttpError) || !error.errors) throw error
      throw new HttpError(error.status, error.message, {
        errors: error.errors.map((e) => ({
          ...e,
          field:
            e.field === key
              ? 'value'
              : e.field.startsWith(`${key}.`)
                ? `value${e.field.slice(key.length)}`
                : e.field,
        })),
      })
    }
  },
  settingSimpan: async (ctx, { perubahan, alasan }) => {
    const after = await transaction(ctx.db, (trx) => simpan(trx, ctx, perubahan, alasan))
    return daftar(
      after,
      perubahan.map((p) => p.key).filter((k) => isSettingKey(k)),
    )
  },
  cadangan: async (ctx) => {
    const last = await lastBackup(ctx.db)
    return {
      ...last,
      terlambat: !last.terakhir || Date.now() - Date.parse(last.terakhir.dibuat) > cadanganMaksMs,
    }
  },
  settingNomor: async (ctx, _, { tanggal, gedung_id, tagihan, kuitansi }) => {
    const gedung =
      gedung_id === undefined
        ? undefined
        : await ctx.db
            .selectFrom('gedung')
            .select(['id', 'kode'])
            .where('id', '=', Number(gedung_id))
            .where(scopeOf(ctx, gedungModule))
            .executeTakeFirst()
    const settings = await readSettings(ctx.db)
    const kode = gedung?.kode ?? null
    const formats = {
      tagihan: tagihan ?? settings.format_nomor_tagihan,
      kuitansi: kuitansi ?? settings.format_nomor_kuitansi,
    }
    const seri = await Promise.all(
      (['tagihan', 'kuitansi'] as const).map(async (jenis) => {
        const format = formats[jenis]
        const known =
          periksaFormatNomor(format).length === 0 && (!perGedung(format) || kode !== null)
        const urut = known
          ? await lastNumber(ctx.db, jenis, seriesOf(format, { tanggal, gedung: kode }))
          : null
        return {
          jenis,
          urut,
          tahun_ini: await countNumbers(ctx.reader, jenis, tanggal.slice(0, 4)),
        }
      }),
    )
    return { kode, seri }
  },
}
