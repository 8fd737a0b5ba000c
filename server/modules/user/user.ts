import { sql, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/resource.ts'
import { user } from '#contract/resources/user.ts'
import { versiPersetujuan } from '#contract/rules/persetujuan.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, forbidden, invalid, invalidField } from '#server/errors.ts'
import { now, type Actor } from '#server/http/context.ts'
import { module, type Stored } from '#server/http/module.ts'
import { pindahDraft } from '#server/modules/billing/alih.ts'
import { billingScope, overdue } from '#server/modules/billing/scope.ts'
import { berperan, seesOutlet } from '#server/modules/scope.ts'
import { downgrade, periksaPembayar, upgrade } from '#server/modules/user/alih.ts'
import {
  peranOf,
  periksaKelasDiserahkan,
  periksaPeran,
  periksaSuperadminTerakhir,
} from '#server/modules/user/batas.ts'
import { userExpands } from '#server/modules/user/expand.ts'
import { studentColumns } from '#server/modules/user/fileColumns.ts'
import { preparedHash, preparePassword } from '#server/modules/user/givenPassword.ts'
import { usernameFrom } from '#server/modules/user/identity.ts'
import { kindCodes, kindOf, userScope } from '#server/modules/user/kinds.ts'
import { bacaProfil, gantiNama, simpanProfil } from '#server/modules/user/profil.ts'
import { samaran } from '#server/modules/user/rahasia.ts'
import {
  activate,
  anonimkan,
  beriTahu,
  disableEnable,
  hapus,
  kataCari,
  resetDuaLangkah,
  resetPassword,
  restore,
} from '#server/modules/user/status.ts'
import { refuseShared } from '#server/modules/user/ties.ts'

/** What a user may change of itself through `update`; mail and password go through the profile, which asks for the old password. */
const milikSendiri = new Set<string>(['phone', 'phone_alt', 'alamat', 'kota', 'kode_pos', 'foto'])
/** Columns of a user that only those who employ them read. */
const pribadi = [
  'alamat',
  'kota',
  'kode_pos',
  'tempat_lahir',
  'tanggal_lahir',
  'religion',
  'nik',
  'no_paspor',
  'phone_alt',
]
const inside = (actor: Actor) => {
  const scope = billingScope(actor)
  return scope ? sql` and ${scope}` : sql``
}

/** What of a person concerns every outlet that they are of. */
const refuseTies = async (
  trx: Trx,
  actor: Actor,
  current: Stored<typeof user>,
  input: Parsed<typeof user>,
): Promise<void> => {
  if (input.role_id !== current.role_id)
    await refuseShared(trx, actor, current, 'mengganti rolenya')
  if (input.status !== current.status) await refuseShared(trx, actor, current, 'mengubah statusnya')
  const profil = await bacaProfil(trx, current)
  if (input.blokir_tagihan !== (profil.blokir_tagihan ?? false))
    await refuseShared(trx, actor, current, 'memblokir tagihannya')
  if (
    input.gedung_id !== current.gedung_id &&
    current.gedung_id !== null &&
    !seesOutlet(actor, current.gedung_id)
  )
    throw forbidden(
      'Outlet orang ini di luar wilayah Anda: hanya admin outlet itu yang memindahkannya.',
    )
}

export const userModule = module(user, {
  large: true,
  scope: userScope,
  prepare: preparePassword,
  listCodes: ['user/index', ...kindCodes],
  listed: sql<SqlBool>`"user".status <> 0`,
  offered: sql<SqlBool>`"user".status = 10`,
  counter: ['create', 'downgrade'],
  parts: [
    { table: 'user_gedung', by: 'user_id', acuan: { gedung_id: 'gedung' } },
    {
      table: 'pelatih_bidang',
      by: 'user_id',
      acuan: { kategori_kursus_id: 'kategori-kursus' },
      label: 'Guru',
    },
    {
      table: 'pelatih_profil',
      by: 'user_id',
      acuan: { level_maks: 'course-level' },
      label: 'Guru',
    },
    {
      table: 'peserta_profil',
      by: 'user_id',
      acuan: { kursus_minat: 'kursus' },
      list: true,
      label: 'Peserta yang meminatinya',
    },
  ],
  erases: ['anonimkan'],
  exported: studentColumns,
  filters: {
    jenis: kindOf,
    bidang: (id) =>
      sql<SqlBool>`"user".id in (select b.user_id from pelatih_bidang b where b.kategori_kursus_id = ${id})`,
    kursus_id: (id) =>
      sql<SqlBool>`"user".id in (select kp.peserta_id from kursus_peserta kp where kp.kursus_id = ${id} and kp.status in (1, 2))`,
    // A coach without outlets of its own teaches everywhere.
    wilayah: (id) =>
      sql<SqlBool>`("user".id in (select w.user_id from user_gedung w where w.gedung_id = ${id}) or not exists (select 1 from user_gedung w where w.user_id = "user".id))`,
    kursus_aktif: (has) =>
      sql<SqlBool>`"user".id ${has ? sql`in` : sql`not in`} (select kp.peserta_id from kursus_peserta kp where kp.status in (1, 2))`,
    tunggakan: (has, actor) =>
      sql<SqlBool>`"user".id ${has ? sql`in` : sql`not in`} (select billing.akun_billing_id from billing where ${overdue()}${inside(actor)})`,
  },
  expands: userExpands,
  // A sales person plans with coaches: where they live, when they were born and where they are paid is not theirs to know.
  conceal: (actor) =>
    actor.dasar === 4
      ? {
          columns: pribadi,
          where: berperan(actor, [3]),
          expands: { pelatih_profil: ['bank', 'no_rekening'] },
        }
      : undefined,
  extras: ({ trx, row }) => bacaProfil(trx, row),
  before: async ({ trx, ctx, input, current }) => {
    const { actor } = ctx
    const peran = await peranOf(trx, input.role_id)
    const lama = current && (await peranOf(trx, current.role_id))
    const diri = current?.id === actor.id
    if (!diri || actor.dasar === 1) {
      if (actor.dasar !== 1 && actor.dasar !== 2 && actor.dasar !== 4) throw forbidden()
      if (lama) periksaPeran(actor, lama)
      periksaPeran(actor, peran)
    } else {
      const before = new Map<string, unknown>(
        Object.entries({ ...current, ...(await bacaProfil(trx, current)) }),
      )
      const other = Object.entries(input).find(
        ([k, v]) =>
          !milikSendiri.has(k) &&
          before.has(k) &&
          JSON.stringify(v ?? null) !== JSON.stringify(before.get(k) ?? null),
      )
      if (other) throw forbidden('Dari data sendiri hanya kontak yang dapat diubah')
    }
    if (diri && input.email !== current.email) throw invalidField('email', 'Ubah lewat profil Anda')
    if (diri && input.password) throw invalidField('password', 'Ubah lewat Ubah Password')
    if (current?.status === 0) throw conflict('User sudah dihapus. Pulihkan dahulu.')
    const sales = actor.dasar === 4
    if (
      sales &&
      current &&
      (input.role_id !== current.role_id ||
        input.status !== current.status ||
        input.sales_id !== current.sales_id)
    )
      throw forbidden('Sales tidak mengubah role, status, atau sales')
    if (sales && input.password) throw forbidden('Sales tidak mengatur password')
    // The contract's rules know the base roles only.
    if (input.role_id !== peran.dasar) {
      const issues = user.check?.({ ...input, role_id: peran.dasar }) ?? []
      if (issues.length > 0) throw invalid(issues)
    }
    if (current && lama && current.role_id !== input.role_id) {
      if (lama.dasar !== peran.dasar && [lama.dasar, peran.dasar].some((d) => d === 5 || d === 6))
        throw invalidField('role_id', 'Role ini berubah lewat upgrade atau downgrade')
      if (diri) throw conflict('Anda tidak dapat mengubah role sendiri')
      if (lama.dasar === 3 && peran.dasar !== 3)
        await periksaKelasDiserahkan(trx, actor, current.id, hariIni())
      await periksaSuperadminTerakhir(trx, current, 'diganti rolenya')
    }
    const status = sales && !current ? 1 : input.status
    if (current && current.status !== status) {
      if (diri) throw conflict('Anda tidak dapat mengubah status sendiri')
      if (status === 0) throw invalidField('status', 'Pakai aksi hapus')
      if (status === 1) {
        await periksaSuperadminTerakhir(trx, current, 'dinonaktifkan')
        if (lama?.dasar === 3) await periksaKelasDiserahkan(trx, actor, current.id, hariIni())
      } else if (current.sumber === 'mandiri' && !input.persetujuan)
        throw invalidField('persetujuan', 'Persetujuan pendaftar belum ada')
    }
    if (current && !diri) await refuseTies(trx, actor, current, input)
    if (!current && input.status === 0)
      throw invalidField('status', 'User baru aktif atau nonaktif')
    const akun_billing_id =
      peran.dasar === 6
        ? input.akun_billing_id
        : peran.dasar === 5 &&
            current &&
            (await trx
              .selectFrom('peserta_profil')
              .select('user_id')
              .where('user_id', '=', current.id)
              .executeTakeFirst())
          ? current.id
          : null
    if (
      peran.dasar === 6 &&
      akun_billing_id !== null &&
      status === 10 &&
      (akun_billing_id !== current?.akun_billing_id || current.status !== 10)
    )
      await periksaPembayar(trx, akun_billing_id)
    const username = input.username ?? (status === 10 ? await usernameFrom(trx, input.name) : null)
    // Weak ones are refused here, with all else that is wrong about the person.
    if (input.password) preparedHash(ctx, input.password)
    const agreed = current?.persetujuan_at ?? null
    // A limited admin's new account belongs to an outlet of theirs, or they could not see what they made.
    const gedung_id =
      input.gedung_id ?? (actor.dasar === 2 && !current ? (actor.gedung[0] ?? null) : null)
    return {
      username,
      gedung_id,
      akun_billing_id,
      status,
      nik: samaran('nik', input.nik, current?.nik ?? null),
      no_paspor: samaran('no_paspor', input.no_paspor, current?.no_paspor ?? null),
      ...(sales && !current && { sales_id: actor.id }),
      ...(!current && {
        activation: 0,
        sumber: 'admin' as const,
        last_login_at: null,
        persetujuan_at: null,
        persetujuan_oleh: null,
        persetujuan_versi: null,
        verified_at: null,
        dianonimkan_at: null,
      }),
      ...(current && current.email !== input.email && { verified_at: null }),
      ...(input.persetujuan &&
        agreed === null && {
          persetujuan_at: now(),
          persetujuan_oleh: input.wali_nama ?? input.name,
          persetujuan_versi: versiPersetujuan,
        }),
      ...(!input.persetujuan &&
        agreed !== null && {
          persetujuan_at: null,
          persetujuan_oleh: null,
          persetujuan_versi: null,
        }),
    }
  },
  after: async ({ trx, ctx, input, current, id }) => {
    const { dasar } = await peranOf(trx, input.role_id)
    const baru = !current || (await peranOf(trx, current.role_id)).dasar !== dasar
    await simpanProfil({ trx, ctx, input, current, id, dasar, baru })
    if (current && current.name !== input.name) await gantiNama(trx, ctx.actor, id, input.name)
    if (
      current &&
      input.pindahkan_draft &&
      dasar === 6 &&
      current.akun_billing_id !== null &&
      input.akun_billing_id !== null &&
      current.akun_billing_id !== input.akun_billing_id
    )
      await pindahDraft(trx, ctx, {
        peserta_id: id,
        dari: current.akun_billing_id,
        ke: input.akun_billing_id,
      })
    // A changed role, status or password ends the sessions of the person.
    const ends =
      current &&
      (current.role_id !== input.role_id || current.status !== input.status || input.password)
    if (input.password)
      await trx
        .updateTable('user')
        .set({ password_hash: preparedHash(ctx, input.password), harus_ganti_password: 1 })
        .where('id', '=', id)
        .execute()
    if (ends) {
      await trx
        .updateTable('user')
        .set((eb) => ({ token_versi: eb('token_versi', '+', 1) }))
        .where('id', '=', id)
        .execute()
      await trx.deleteFrom('sesi').where('user_id', '=', id).execute()
    }
  },
  searchText: ({ trx, id }) => kataCari(trx, { id }),
  // Looked for when it is asked, not copied into every child: it is never behind. A payer who is not in scope finds nobody.
  foundThrough: (matches, actor) =>
    sql<SqlBool>`"user".akun_billing_id in (select "user".id from "user" where ${matches} and ${userScope(actor) ?? sql`"user".status <> 0`})`,
  remove: hapus,
  committed: beriTahu,
  actions: {
    activate,
    'disable-enable': disableEnable,
    restore,
    upgrade,
    downgrade,
    'reset-password': resetPassword,
    'reset-dua-langkah': resetDuaLangkah,
    anonimkan,
  },
})
