/** Handlers of the calls that are no entity's. One that lacks its handler does not compile. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { calls, type AnyCall, type CallOutput } from '#contract/calls.ts'
import { publicSettings, settings as declared, type SettingKey } from '#contract/settings.ts'
import { periksaFormatNomor } from '#contract/rules/nomor.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, HttpError, invalid, invalidField, notFound } from '#server/errors.ts'
import { countAttempt, forgetAttempt, hashPassword, openSession, revoke, verifyPassword } from '#server/http/auth.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { parseBody } from '#server/http/crud.ts'
import { issuesOf, type Condition } from '#server/http/query.ts'
import { addRoute, json, type Body, type Routes } from '#server/http/routes.ts'
import { auditEvent, rowExists } from '#server/http/rows.ts'
import { generate, readBatch } from '#server/modules/billing/generate.ts'
import { draftKey, openDrafts, planGeneration } from '#server/modules/billing/plan.ts'
import { publishBills } from '#server/modules/billing/publish.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { seesAllOutlets } from '#server/modules/scope.ts'
import { readSettings } from '#server/settings.ts'

type Calls = typeof calls
type Handlers = { [K in keyof Calls]: (ctx: Ctx, input: z.output<Calls[K]['input']>, query: z.output<Calls[K]['query']>, body: Body) => Promise<CallOutput<Calls[K]>> }

const wrongLogin = () => new HttpError(401, 'Username atau password salah')
/** Passwords that the first guess would be. */
const common = new Set(['password', '12345678', '123456789', '1234567890', 'qwertyui', 'password1', '11111111', 'sekolahmusik'])
const inScope = async (ctx: Ctx, name: string, id: number): Promise<void> => {
  if (!(await rowExists(ctx.db, moduleOf(name)!, ctx.actor, id))) throw notFound()
}
const scopeOf = (ctx: Ctx, name: string): Condition => moduleOf(name)!.scope?.(ctx.actor) ?? sql`1 = 1`

const handlers: Handlers = {
  login: async (ctx, { username, password }) => {
    const name = username.toLowerCase()
    const [perUser, perIp] = [`masuk:${name}:${ctx.ip}`, `masuk:${ctx.ip}`]
    await countAttempt(ctx.db, { [perUser]: 5, [perIp]: 50 })
    const user = await ctx.db.selectFrom('user').select(['id', 'name', 'status', 'password_hash', 'token_versi']).where((eb) => eb.or([eb('username', '=', name), eb('email', '=', name)])).executeTakeFirst()
    const right = await verifyPassword(user && user.status !== 0 ? user.password_hash : null, password)
    if (!user || !right) throw wrongLogin()
    await forgetAttempt(ctx.db, perUser, [perIp])
    if (user.status !== 10) throw new HttpError(401, 'Akun belum aktif. Hubungi sekolah.')
    const key = await openSession(ctx.db, user, ctx.ip, ctx.agent)
    await transaction(ctx.db, (trx) => auditEvent(trx, { ...ctx, actor: { id: user.id, name: user.name } }, { aksi: 'login', entitas: 'user', entitas_id: user.id }))
    return { key }
  },
  logout: async (ctx) => {
    await revoke(ctx.db, ctx.actor.token_hash)
    return {}
  },
  profile: async (ctx) => {
    const { db, actor } = ctx
    const row = await db.selectFrom('user').innerJoin('role', 'role.id', 'user.role_id').select(['user.id', 'user.name', 'user.username', 'user.email', 'user.status', 'user.role_id', 'role.name as role_name', 'role.dasar_role_id']).where('user.id', '=', actor.id).executeTakeFirstOrThrow()
    const all = await readSettings(db)
    const { role_name, dasar_role_id, ...own } = row
    return {
      ...own, foto: null, role: { id: row.role_id, name: role_name, accesses: [...actor.accesses], dasar_role_id }, harus_ganti_password: actor.harus_ganti_password,
      pengaturan: Object.fromEntries(publicSettings.map((k) => [k, all[k]])),
    }
  },
  updatePassword: async (ctx, { old_password, password, re_password }) => {
    const { db, actor } = ctx
    const key = `sandi:${actor.id}`
    if (password !== re_password) throw invalidField('re_password', 'Tidak sama dengan password baru')
    const user = await db.selectFrom('user').select(['username', 'password_hash']).where('id', '=', actor.id).executeTakeFirstOrThrow()
    await countAttempt(db, { [key]: 5 })
    if (!(await verifyPassword(user.password_hash, old_password))) throw invalidField('old_password', 'Password lama salah')
    await forgetAttempt(db, key)
    if (password === old_password) throw invalidField('password', 'Harus berbeda dari password lama')
    if (password.toLowerCase() === user.username || common.has(password.toLowerCase())) throw invalidField('password', 'Password ini terlalu mudah ditebak')
    const password_hash = await hashPassword(password)
    await transaction(db, async (trx) => {
      const { token_versi } = await trx.updateTable('user').set((eb) => ({ password_hash, harus_ganti_password: 0, token_versi: eb('token_versi', '+', 1), updated_at: now() })).where('id', '=', actor.id).returning('token_versi').executeTakeFirstOrThrow()
      // The other sessions end with the old password; the one that changed it goes on.
      await trx.updateTable('sesi').set({ token_versi }).where('token_hash', '=', actor.token_hash).execute()
      await auditEvent(trx, ctx, { aksi: 'ubah-password', entitas: 'user', entitas_id: actor.id })
    })
    return {}
  },

  infoBilling: async (ctx, _, { id }) => {
    const { db } = ctx
    await inScope(ctx, 'user', id)
    const person = await db.selectFrom('user').select(['akun_billing_id', 'role_id']).where('id', '=', id).executeTakeFirstOrThrow()
    const akun = person.role_id === 5 ? id : person.akun_billing_id
    const payer = akun === null ? undefined : await db.selectFrom('user').innerJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id').select(['user.id', 'user.name', 'nama_tagihan', 'phone', 'saldo_kredit']).where('user.id', '=', akun).executeTakeFirst()
    if (!payer) throw notFound('Akun billing')
    const live = db.selectFrom('billing').where('akun_billing_id', '=', payer.id).where('status', '=', 1).where('void_at', 'is', null).where(scopeOf(ctx, 'billing'))
    const sums = await live.select((eb) => ['payment_status', eb.fn.countAll<number>().as('jumlah'), eb.fn.sum<number>('sisa').as('sisa'), eb.fn.sum<number>('total').as('total')]).groupBy('payment_status').execute()
    const of = (status: number) => sums.find((s) => s.payment_status === status)
    const tagihan = await live.select(['id', 'nomor', 'periode', 'jatuh_tempo', 'total', 'terbayar', 'sisa', 'payment_status', 'gedung_id', 'nama_tagihan'])
      .orderBy(sql`case when payment_status = 2 then 1 else 0 end`).orderBy(sql`case when payment_status = 2 then null else jatuh_tempo end`).orderBy('id', (o) => o.desc()).limit(50).execute()
    const mutasi = await db.selectFrom('mutasi_saldo').select(['id', 'jenis', 'jumlah', 'keterangan', 'created_at']).where('akun_billing_id', '=', payer.id).orderBy('id', 'desc').limit(50).execute()
    const { saldo_kredit, ...akun_billing } = payer
    return {
      akun_billing, saldo_kredit, belum_terbayar: { jumlah: of(0)?.jumlah ?? 0, sisa: of(0)?.sisa ?? 0 }, terbayar_sebagian: { jumlah: of(1)?.jumlah ?? 0, sisa: of(1)?.sisa ?? 0 },
      lunas: { jumlah: of(2)?.jumlah ?? 0, total: of(2)?.total ?? 0 }, tagihan, mutasi,
    }
  },
  infoPeserta: async (ctx, _, { id }) => {
    await inScope(ctx, 'user', id)
    const students = await ctx.db.selectFrom('user').innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id').select(['user.id', 'name', 'nama_panggilan', 'status', 'no_induk'])
      .where((eb) => eb.or([eb('akun_billing_id', '=', id), eb('user.id', '=', id)])).where(scopeOf(ctx, 'user')).orderBy('name_kunci').limit(200).execute()
    if (students.length === 0) return []
    const classes = await ctx.db.selectFrom('kursus_peserta').innerJoin('kursus', 'kursus.id', 'kursus_peserta.kursus_id').innerJoin('kursus_pelatih', 'kursus_pelatih.id', 'kursus_peserta.kursus_pelatih_id')
      .select(['kursus_peserta.id', 'peserta_id', 'kursus_peserta.status', 'kursus_peserta.mulai', 'kursus_peserta.selesai', 'kursus.nama as kursus', 'kursus_pelatih.nama as kelas'])
      .where('peserta_id', 'in', students.map((s) => s.id)).where(scopeOf(ctx, 'kursus-peserta')).orderBy('kursus_peserta.mulai', 'desc').execute()
    const byStudent = Map.groupBy(classes, (c) => c.peserta_id)
    return students.map((s) => ({ ...s, kursus_peserta: (byStudent.get(s.id) ?? []).map(({ peserta_id: _id, ...rest }) => rest) }))
  },
  listPaymentBank: async (ctx, _, { id }) => {
    await inScope(ctx, 'user', id)
    const outletsOf = await ctx.db.selectFrom('user').select('gedung_id').distinct().where((eb) => eb.or([eb('id', '=', id), eb('akun_billing_id', '=', id)])).where('gedung_id', 'is not', null).execute()
    const own = new Set(outletsOf.map((o) => o.gedung_id))
    const banks = await ctx.db.selectFrom('bank').select(['id', 'nama_bank', 'no_rekening', 'atas_nama', 'tipe', 'metode', 'gedung', 'tampil_di_tagihan']).where('status', '=', 'aktif').orderBy('urutan').orderBy('id').execute()
    return banks.flatMap(({ gedung, tampil_di_tagihan, ...bank }) => {
      const offered = JSON.parse(gedung) as number[]
      return offered.length === 0 || offered.some((g) => own.has(g)) ? [{ ...bank, tampil_di_tagihan: tampil_di_tagihan === 1 }] : []
    })
  },

  pratinjau: async (ctx, { periode, gedung_id, mode }) => {
    await checkOutlets(ctx, gedung_id)
    const settings = await readSettings(ctx.db)
    const options = { periode, gedung_id, mode: mode ?? settings.mode_tagihan }
    const plan = await planGeneration(ctx.db, ctx.actor, settings, options)
    const made = plan.lines.filter((l) => l.hasil === 'dibuat')
    const ada = plan.lines.filter((l) => l.hasil === 'ada').length
    const keys = [...new Set(made.map((l) => draftKey(l, options)))]
    const tagihan = keys.length - (await openDrafts(ctx.db, keys)).size
    return {
      periode, tanggal_terbit: plan.tanggal_terbit, jatuh_tempo: plan.jatuh_tempo,
      baris: plan.lines.map(({ kursus_id: _k, harga_satuan: _h, ppn_persen: _p, ppn: _n, jumlah_bruto: _b, ...line }) => line),
      ringkasan: { tagihan, baris: made.length, total: made.reduce((sum, l) => sum + l.jumlah, 0), dilewati: plan.lines.length - made.length - ada, ada },
    }
  },
  generate: async (ctx, input, _, body) => {
    await checkOutlets(ctx, input.gedung_id)
    return generate(ctx, input, body)
  },
  generateBatch: async (ctx, _, { id, kunci }) => {
    if (id === undefined && kunci === undefined) throw invalidField('id', 'Isi id atau kunci')
    const batch = await ctx.db.selectFrom('generate_batch').selectAll().where((eb) => (id !== undefined ? eb('id', '=', id) : eb.and([eb('kunci', '=', kunci!), eb('oleh', '=', ctx.actor.id)]))).executeTakeFirst()
    // A run names payers and sums of every outlet that it covered.
    if (!batch || (batch.oleh !== ctx.actor.id && !seesAllOutlets(ctx.actor))) throw notFound('Proses generate')
    return await readBatch(ctx.db, batch) as CallOutput<Calls['generateBatch']>
  },
  terbitkanBanyak: async (ctx, { ids, generate_batch_id, setelah_id = 0 }) => {
    const size = 200
    if ((ids === undefined) === (generate_batch_id === undefined)) throw invalidField('ids', 'Isi ids atau generate_batch_id')
    return transaction(ctx.db, async (trx) => {
      const base = trx.selectFrom('billing').where(scopeOf(ctx, 'billing'))
      const chosen = generate_batch_id === undefined ? base.where('id', 'in', ids!.length ? ids! : [0]) : base.where('generate_batch_id', '=', generate_batch_id).where('status', '=', 0).where('id', '>', setelah_id)
      const rows = await chosen.select('id').orderBy('id').limit(size).execute()
      const { published, failed } = await publishBills(trx, rows.map((r) => r.id), await readSettings(trx), ctx.actor.id)
      await auditPublished(trx, ctx, published)
      const terakhir_id = rows.at(-1)?.id ?? setelah_id
      const tersisa = generate_batch_id === undefined ? 0 : (await base.select((eb) => eb.fn.countAll<number>().as('n')).where('generate_batch_id', '=', generate_batch_id).where('status', '=', 0).where('id', '>', terakhir_id).executeTakeFirstOrThrow()).n
      const found = new Set(rows.map((r) => r.id))
      const unknown = (ids ?? []).filter((id) => !found.has(id)).map((id) => ({ id, pesan: 'Tagihan tidak ditemukan' }))
      return { berhasil: published.length, gagal: [...unknown, ...failed.map(({ id, error }) => ({ id, pesan: error.message }))], tersisa, terakhir_id }
    }, { antre: ['penghitung'] })
  },

  settingList: async (ctx) => {
    const rows = await ctx.db.selectFrom('setting').select(['key', 'value', 'versi']).execute()
    return rows.flatMap(({ key, value, versi }) => {
      const info = declared[key as SettingKey]
      return info ? [{ key, value: JSON.parse(value) as unknown, grup: info.grup, label: info.label, versi }] : []
    })
  },
  settingUpdate: async (ctx, { key, value, versi }) => {
    const info = declared[key as SettingKey]
    if (!info || !Object.hasOwn(declared, key)) throw notFound('Setting')
    return transaction(ctx.db, async (trx) => {
      const current = await trx.selectFrom('setting').selectAll().where('key', '=', key).executeTakeFirst()
      if (!current) throw notFound('Setting')
      if (current.versi !== versi) throw conflict('Setting diubah orang lain sejak Anda membukanya', { current: { key, value: JSON.parse(current.value) as unknown, versi: current.versi } })
      const parsed = z.safeParse(info.schema as z.ZodMiniType, value)
      if (!parsed.success) throw invalid(issuesOf(parsed.error).map((i) => ({ ...i, field: 'value' })))
      const problems = key.startsWith('format_nomor') ? periksaFormatNomor(String(parsed.data)) : []
      if (problems.length > 0) throw invalidField('value', problems[0]!)
      if (key === 'jenis_billing_id' && parsed.data !== null) {
        const type = await trx.selectFrom('jenis_billing').select('sifat').where('id', '=', parsed.data as number).executeTakeFirst()
        if (type?.sifat !== 'kursus') throw invalidField('value', 'Pilih jenis billing bersifat kursus')
      }
      await trx.updateTable('setting').set({ value: JSON.stringify(parsed.data), versi: versi + 1, updated_at: now(), updated_by: ctx.actor.id }).where('key', '=', key).execute()
      await auditEvent(trx, ctx, { aksi: 'update', entitas: 'setting', sebelum: JSON.stringify({ [key]: JSON.parse(current.value) as unknown }), sesudah: JSON.stringify({ [key]: parsed.data }) })
      return { key, value: parsed.data, versi: versi + 1 }
    })
  },
  ruteDitolak: async (ctx, { route }) => {
    await transaction(ctx.db, (trx) => auditEvent(trx, ctx, { aksi: 'rute-ditolak', entitas: 'rute', sesudah: JSON.stringify({ route }) }))
    return {}
  },
}

const auditPublished = async (trx: Trx, ctx: Ctx, ids: readonly number[]): Promise<void> => {
  const bills = ids.length === 0 ? [] : await trx.selectFrom('billing').select(['id', 'nomor', 'gedung_id', 'terbayar']).where('id', 'in', ids).orderBy('id').execute()
  const stamp = { created_at: now(), created_by: ctx.actor.id, updated_at: now(), updated_by: ctx.actor.id, user_nama: ctx.actor.name, ip: ctx.ip, agen: ctx.agent.slice(0, 200) }
  await insertMany(trx, 'audit', bills.map(({ id, gedung_id, ...sesudah }) => ({
    ...stamp, aksi: 'terbitkan', entitas: 'billing', entitas_id: id, gedung_id, sebelum: JSON.stringify({ status: 0 }), sesudah: JSON.stringify({ status: 1, ...sesudah }),
  })))
}
const checkOutlets = async (ctx: Ctx, ids: readonly number[] | undefined): Promise<void> => {
  for (const id of ids ?? []) if (!(await rowExists(ctx.db, moduleOf('gedung')!, ctx.actor, id))) throw invalidField('gedung_id', 'Outlet tidak ditemukan')
}

/** Adds the route of every call. */
export const addCalls = (routes: Routes): void => {
  for (const [name, call] of Object.entries(calls as Record<string, AnyCall>)) {
    const access = call.access === 'public' || call.access === 'session' ? call.access : 'code'
    const handle = handlers[name as keyof Calls] as (ctx: Ctx, input: unknown, query: unknown, body: Body) => Promise<unknown>
    addRoute(routes, call.method, call.path, access === 'code' ? [call.access] : [], async (ctx, body) => {
      const raw = Object.fromEntries([...ctx.url.searchParams].map(([k, v]) => [k, /^\d+$/.test(v) && k === 'id' ? Number(v) : v]))
      return json(await handle(ctx, parseBody(call.input!, body), parseBody(call.query!, raw), body))
    }, access)
  }
}
