/** Calls that read and store the settings of the school. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { checkNomorFormat, perGedung, seriesOf } from '#contract/billing/rules/numberFormat.ts'
import { metaOf } from '#contract/fields.ts'
import type { Issue, Shape } from '#contract/resource.ts'
import { numberedPapers } from '#contract/settings/settingCalls.ts'
import {
  reopensBooks,
  isSettingKey,
  settings as declared,
  type SettingKey,
} from '#contract/settings/settings.ts'
import { formatTanggal, formatWaktu } from '#contract/values/tanggal.ts'
import { lastBackup } from '#server/backup/note.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, HttpError, invalid, notFound } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { countNumbers, lastNumber } from '#server/modules/billing/publish/numbers.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { readStorage } from '#server/modules/files/storage.ts'
import { updateLessonsToDays } from '#server/modules/schedule/lessons/holidayLessons.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { attachFiles, checkFiles } from '#server/resource/files.ts'
import { checkSeesAllOutlets } from '#server/resource/outlets.ts'
import { issuesOf } from '#server/resource/query/query.ts'
import { forgetSettings, readSettings } from '#server/settings.ts'

interface Change {
  key: string
  value: unknown
  versi: number
}
/** Returns the schema of a setting, typed generally, so that all settings can be handled alike. */
const schemaOf = (key: SettingKey): z.ZodMiniType => declared[key].schema
const fields: Shape = Object.fromEntries(
  Object.keys(declared)
    .filter((k) => isSettingKey(k))
    .map((k) => [k, schemaOf(k)]),
)
/**
 * Stand-in for a resource that owns the files of settings. All settings together act as one row
 * with the id 1.
 */
const fileOwner = { name: 'setting', fields }
const fileOwnerId = 1

const readAll = async (db: Db | Trx) => {
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
type StoredSettings = Awaited<ReturnType<typeof readAll>>
type StoredSetting = NonNullable<ReturnType<StoredSettings['get']>>
const listOf = (all: StoredSettings, keys: readonly SettingKey[]) =>
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

/**
 * Returns an issue when a setting refers to a billing type that is inactive or that is not of the
 * kind (`sifat`) that the setting requires.
 */
const checkBillingType = async (trx: Trx, key: SettingKey, value: unknown): Promise<Issue[]> => {
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

interface Wanted {
  key: SettingKey
  value: unknown
  versi: number
  current: StoredSetting
}

/**
 * Returns the settings to change with their current values. Throws 404 for an unknown key, and 422
 * for a key that occurs twice.
 */
const wantedOf = (before: StoredSettings, changes: readonly Change[]): Wanted[] => {
  const changedSettings = changes.map(({ key, value, versi }) => {
    const current = isSettingKey(key) ? before.get(key) : undefined
    if (!current) throw notFound('Setting')
    return { current, key: current.key, value, versi }
  })
  if (new Set(changedSettings.map((w) => w.key)).size < changedSettings.length)
    throw invalid([{ field: 'perubahan', message: 'Setting yang sama dua kali' }])
  return changedSettings
}

/**
 * Throws 409 when another user has changed one of the settings meanwhile. The error contains the
 * current values of these settings.
 */
const checkVersions = (changedSettings: readonly Wanted[]): void => {
  const stale = changedSettings.filter((w) => w.versi !== w.current.versi)
  const latest = stale
    .map((w) => w.current)
    .toSorted((a, b) => String(a.updated_at).localeCompare(String(b.updated_at)))
    .at(-1)
  if (!latest) return
  const labels = stale.map((w) => declared[w.key].label).join(', ')
  const timeText = latest.updated_at ? ` pukul ${formatWaktu(latest.updated_at)}` : ''
  throw conflict(`${labels} diubah oleh ${latest.diubah_oleh ?? 'sistem'}${timeText}`, {
    current: {
      nilai: Object.fromEntries(stale.map((w) => [w.key, w.current.value])),
      versi: Object.fromEntries(stale.map((w) => [w.key, w.current.versi])),
      updated_at: latest.updated_at,
    },
  })
}

interface Difference {
  next: Record<string, unknown>
  was: Record<string, unknown>
  issues: Issue[]
}
/**
 * Compares the settings to change with the stored settings. Returns the new values (`next`) and the
 * old values (`was`) of the settings that differ, and the issues of invalid values.
 */
const differenceOf = async (trx: Trx, changedSettings: readonly Wanted[]): Promise<Difference> => {
  const difference: Difference = { next: {}, was: {}, issues: [] }
  for (const { key, value, current } of changedSettings) {
    const parsed = z.safeParse(schemaOf(key), value)
    if (!parsed.success) {
      const fieldIssues = issuesOf(parsed.error)
      difference.issues.push(
        ...fieldIssues.map((i) => ({ ...i, field: i.field ? `${key}.${i.field}` : key })),
      )
      continue
    }
    difference.issues.push(...(await checkBillingType(trx, key, parsed.data)))
    if (JSON.stringify(parsed.data) === JSON.stringify(current.value)) continue
    difference.next[key] = parsed.data
    difference.was[key] = current.value
  }
  return difference
}

/** Returns an issue when a closed month is reopened without a reason. */
const bookIssues = ({ next, was }: Difference, alasan: string | null): Issue[] => {
  const until = was.kunci_buku_sampai
  if (typeof until !== 'string' || alasan !== null) return []
  if (!reopensBooks(until, next.kunci_buku_sampai)) return []
  const message = `Buku terkunci sampai ${formatTanggal(until)}. Tulis alasan untuk membukanya kembali.`
  return [{ field: 'alasan', message }]
}

/** Stores changed settings and writes one audit entry with the old and the new values. */
const storeDifference = async (
  trx: Trx,
  ctx: Ctx,
  { next, was }: Difference,
  alasan: string | null,
): Promise<void> => {
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
  forgetSettings(trx)
  await attachFiles(trx, ctx, fileOwner, { id: fileOwnerId, input: next, current: was })
  if (keys.length > 0)
    await auditEvent(trx, ctx, {
      aksi: 'update',
      entitas: 'setting',
      sebelum: JSON.stringify(was),
      sesudah: JSON.stringify(next),
      alasan,
    })
}

/** Stores either all changed settings or none. Throws 404, 409, or 422 with issues by key. */
const storeSettings = async (
  trx: Trx,
  ctx: Ctx,
  perubahan: readonly Change[],
  alasan: string | null,
): Promise<StoredSettings> => {
  checkSeesAllOutlets(ctx.actor, 'Setting')
  const changedSettings = wantedOf(await readAll(trx), perubahan)
  checkVersions(changedSettings)
  const difference = await differenceOf(trx, changedSettings)
  const files = await checkFiles(trx, ctx, fileOwner, difference.next, difference.was)
  const issues = [...difference.issues, ...files, ...bookIssues(difference, alasan)]
  if (issues.length > 0) throw invalid(issues)
  await storeDifference(trx, ctx, difference, alasan)
  if (perubahan.some(({ key }) => key === 'minggu_kelima'))
    await updateLessonsToDays(trx, { at: new Date(), by: ctx }, sql`1 = 1`)
  return readAll(trx)
}

/**
 * Returns the field name of an issue in the call that stores one setting. That call has the setting
 * in the field `value`, so the key of the setting is replaced by `value`.
 */
const valueField = (field: string, key: string): string => {
  if (field === key) return 'value'
  return field.startsWith(`${key}.`) ? `value${field.slice(key.length)}` : field
}

/** Maximum age of the last backup, in ms: a day, and two hours for a slow backup. */
const cadanganMaksMs = 26 * 3_600_000

export const settingCalls: Pick<
  Handlers,
  'settingList' | 'settingUpdate' | 'storeSettings' | 'settingNomor' | 'cadangan' | 'penyimpanan'
> = {
  settingList: async (ctx) =>
    listOf(
      await readAll(ctx.db),
      Object.keys(declared).filter((k) => isSettingKey(k)),
    ),
  settingUpdate: async (ctx, { key, value, versi, alasan }) => {
    try {
      const after = await transaction(ctx.db, (trx) =>
        storeSettings(trx, ctx, [{ key, value, versi }], alasan),
      )
      const row = isSettingKey(key) ? after.get(key) : undefined
      if (!row) throw notFound('Setting')
      return { key, value: row.value, versi: row.versi }
    } catch (error) {
      if (!(error instanceof HttpError) || !error.errors) throw error
      throw new HttpError(error.status, error.message, {
        errors: error.errors.map((e) => ({ ...e, field: valueField(e.field, key) })),
      })
    }
  },
  storeSettings: async (ctx, { perubahan, alasan }) => {
    const after = await transaction(ctx.db, (trx) => storeSettings(trx, ctx, perubahan, alasan))
    return listOf(
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
  penyimpanan: (ctx) => readStorage(ctx.db),
  settingNomor: async (ctx, _, { tanggal, gedung_id, ...formats }) => {
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
    const seri = await Promise.all(
      numberedPapers.map(async (jenis) => {
        const format = formats[jenis] ?? settings[`format_nomor_${jenis}`]
        const hasSeries =
          checkNomorFormat(format).length === 0 && (!perGedung(format) || kode !== null)
        const urut = hasSeries
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
