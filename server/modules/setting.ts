/** The settings of the school. */
import * as z from 'zod/mini'
import { periksaFormatNomor } from '#contract/rules/nomor.ts'
import { settings as declared, type SettingKey } from '#contract/settings.ts'
import { fromJson } from '#server/db/json.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalid, invalidField, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now } from '#server/http/context.ts'
import { issuesOf } from '#server/http/query.ts'
import { auditEvent } from '#server/http/rows.ts'

const isKey = (key: string): key is SettingKey => Object.hasOwn(declared, key)
/** Rule of a setting, whatever its type. */
const schemaOf = (key: SettingKey): z.ZodMiniType => declared[key].schema

export const settingCalls: Pick<Handlers, 'settingList' | 'settingUpdate'> = {
  settingList: async (ctx) => {
    const rows = await ctx.db.selectFrom('setting').select(['key', 'value', 'versi']).execute()
    return rows.flatMap(({ key, value, versi }) => {
      if (!isKey(key)) return []
      const { grup, label } = declared[key]
      return [{ key, value: fromJson<unknown>(value), grup, label, versi }]
    })
  },
  settingUpdate: async (ctx, { key, value, versi }) => {
    if (!isKey(key)) throw notFound('Setting')
    return transaction(ctx.db, async (trx) => {
      const current = await trx.selectFrom('setting').selectAll().where('key', '=', key).executeTakeFirst()
      if (!current) throw notFound('Setting')
      if (current.versi !== versi) throw conflict('Setting diubah orang lain sejak Anda membukanya', { current: { key, value: fromJson<unknown>(current.value), versi: current.versi } })
      const parsed = z.safeParse(schemaOf(key), value)
      if (!parsed.success) throw invalid(issuesOf(parsed.error).map((i) => ({ ...i, field: 'value' })))
      const problems = key.startsWith('format_nomor') ? periksaFormatNomor(String(parsed.data)) : []
      if (problems[0]) throw invalidField('value', problems[0])
      if (key === 'jenis_billing_id' && typeof parsed.data === 'number') {
        const type = await trx.selectFrom('jenis_billing').select('sifat').where('id', '=', parsed.data).executeTakeFirst()
        if (type?.sifat !== 'kursus') throw invalidField('value', 'Pilih jenis billing bersifat kursus')
      }
      await trx.updateTable('setting').set({ value: JSON.stringify(parsed.data), versi: versi + 1, updated_at: now(), updated_by: ctx.actor.id }).where('key', '=', key).execute()
      await auditEvent(trx, ctx, { aksi: 'update', entitas: 'setting', sebelum: JSON.stringify({ [key]: fromJson<unknown>(current.value) }), sesudah: JSON.stringify({ [key]: parsed.data }) })
      return { key, value: parsed.data, versi: versi + 1 }
    })
  },
}
