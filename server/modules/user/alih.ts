import { user } from '#contract/resources/user.ts'
import { formatRupiah } from '#contract/rules/rupiah.ts'
import { usia } from '#contract/rules/tanggal.ts'
/** Upgrade, downgrade and a change of payer (domain.md 3.9). The person stays one row. */
import type { Trx } from '#server/db/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import type { Action } from '#server/http/module.ts'
import type { Condition } from '#server/http/query.ts'
import { keysOf } from '#server/http/rows.ts'
import {
  alihkanTagihan,
  pindahDraft,
  sebutTagihan,
  tagihanTerbuka,
} from '#server/modules/billing/alih.ts'
import { peranOf, periksaPeran, periksaSasaran } from '#server/modules/user/batas.ts'
import { userScope } from '#server/modules/user/kinds.ts'
import { buatProfilAkun } from '#server/modules/user/profil.ts'
import { kataCari, sebutDibayar, ubah } from '#server/modules/user/status.ts'

const profilMurid = (trx: Trx, id: number) =>
  trx.selectFrom('peserta_profil').select('user_id').where('user_id', '=', id).executeTakeFirst()
/** Throws 422 on the field when this is no active akun billing, or none that meets the condition. */
export const periksaPembayar = async (trx: Trx, id: number, where?: Condition): Promise<void> => {
  const found = trx.selectFrom('user').select(['status', 'role_id']).where('id', '=', id)
  const payer = await (where ? found.where(where) : found).executeTakeFirst()
  if (!payer || (await peranOf(trx, payer.role_id)).dasar !== 5)
    throw invalidField('akun_billing_id', 'Akun Billing tidak ditemukan')
  if (payer.status !== 10) throw invalidField('akun_billing_id', 'Akun billing tidak aktif')
}

/** A student will pay for themself. */
export const upgrade: Action<typeof user, 'upgrade'> = async ({ trx, ctx, row, input }) => {
  const { dasar } = await periksaSasaran(
    trx,
    ctx.actor,
    row,
    'Anda tidak dapat mengubah role sendiri',
  )
  if (ctx.actor.dasar === 4) throw forbidden('Sales tidak mengubah role')
  if (row.status === 0) throw conflict('User sudah dihapus. Pulihkan dahulu.')
  if (dasar !== 6 || !(await profilMurid(trx, row.id)))
    throw conflict('Hanya peserta yang dapat dijadikan akun billing')
  const missing = (['email', 'phone'] as const)
    .filter((field) => !row[field])
    .map((field) => ({ field, message: 'Wajib diisi' }))
  if (missing.length > 0)
    throw conflict(
      `Lengkapi dahulu ${missing.map((m) => (m.field === 'email' ? 'email' : 'nomor HP')).join(' dan ')}: akun billing harus dapat dihubungi`,
      { errors: missing },
    )
  if (row.tanggal_lahir !== null && usia(row.tanggal_lahir) < 18 && input.alasan === null)
    throw invalidField('alasan', 'Wajib diisi: peserta belum 18 tahun')
  periksaPeran(ctx.actor, await peranOf(trx, 5))
  await buatProfilAkunJikaBelum(trx, row)
  await ubah(trx, ctx, row, { role_id: 5, akun_billing_id: row.id }, true)
  if (input.pindahkan_draft && row.akun_billing_id !== null)
    await pindahDraft(trx, ctx, { peserta_id: row.id, dari: row.akun_billing_id, ke: row.id })
  await trx
    .updateTable('user')
    .set(keysOf(user, { ...row }, await kataCari(trx, row)))
    .where('id', '=', row.id)
    .execute()
}
const buatProfilAkunJikaBelum = async (
  trx: Trx,
  row: { id: number; name: string },
): Promise<void> => {
  const known = await trx
    .selectFrom('akun_billing_profil')
    .select('user_id')
    .where('user_id', '=', row.id)
    .executeTakeFirst()
  if (!known)
    await buatProfilAkun(trx, row.id, {
      nama_tagihan: row.name,
      alamat_tagihan: null,
      email_tagihan: null,
      wa_tagihan: null,
      kirim_via: 'wa',
      blokir_tagihan: 0,
    })
}

/** Somebody else will pay for a student who paid for themself. */
export const downgrade: Action<typeof user, 'downgrade'> = async ({ trx, ctx, row, input }) => {
  const { dasar } = await periksaSasaran(
    trx,
    ctx.actor,
    row,
    'Anda tidak dapat mengubah role sendiri',
  )
  if (ctx.actor.dasar === 4) throw forbidden('Sales tidak mengubah role')
  if (row.status === 0) throw conflict('User sudah dihapus. Pulihkan dahulu.')
  if (dasar !== 5) throw conflict('Hanya akun billing yang dapat dijadikan peserta')
  if (!(await profilMurid(trx, row.id)))
    throw invalidField('id', 'Bukan peserta: akun ini tidak punya profil peserta')
  const target = input.akun_billing_id
  if (target === row.id) throw invalidField('akun_billing_id', 'Pilih akun billing lain')
  await periksaPembayar(trx, target, userScope(ctx.actor))
  const others = await sebutDibayar(trx, ctx.actor, row.id)
  if (others) throw conflict(`Akun ini masih membayar untuk ${others}. Pindahkan dahulu.`)
  if (input.alihkan && input.alasan === null)
    throw invalidField('alasan', 'Wajib diisi bila tagihan dialihkan')
  await periksaSaldo(trx, row.id)
  const bills = await tagihanTerbuka(trx, row.id)
  if (bills.length > 0 && !input.alihkan)
    throw conflict(
      `Masih ada tagihan terbuka: ${sebutTagihan(ctx.actor, bills)}. Lunasi, atau alihkan ke akun billing baru.`,
    )
  periksaPeran(ctx.actor, await peranOf(trx, 6))
  if (input.alihkan && input.alasan !== null)
    await alihkanTagihan(trx, ctx, { dari: row.id, ke: target, alasan: input.alasan })
  // Voiding gives back saldo that had paid a part.
  await periksaSaldo(trx, row.id)
  await pindahDraft(trx, ctx, { peserta_id: null, dari: row.id, ke: target })
  await ubah(trx, ctx, row, { role_id: 6, akun_billing_id: target }, true)
}
const periksaSaldo = async (trx: Trx, id: number): Promise<void> => {
  const akun = await trx
    .selectFrom('akun_billing_profil')
    .select('saldo_kredit')
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (akun && akun.saldo_kredit !== 0)
    throw conflict(
      `Akun ini punya saldo ${formatRupiah(akun.saldo_kredit)}. Pakai atau kembalikan dahulu.`,
    )
}
