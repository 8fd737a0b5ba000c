/**
 * Anonymises a person: deletes their personal data permanently. Published bills, receipts and other
 * documents about money keep their texts (decisions 0018 and 0200).
 */
import { user } from '#contract/access/user.ts'
import { KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { now, type Actor } from '#server/http/context.ts'
import { removeSecondFactor } from '#server/modules/access/auth/secondFactor/secondFactorStore.ts'
import { erasedColumns } from '#server/modules/access/user/columnPrivacy.ts'
import { eraseTraces } from '#server/modules/access/user/lifecycle/eraseTraces.ts'
import { updateUser, type UserAction } from '#server/modules/access/user/row.ts'
import { checkKelasHandedOver, checkTarget } from '#server/modules/access/user/save/bounds.ts'
import { billsText, readOpenBills } from '#server/modules/billing/corrections/handOver.ts'
import { keysOf } from '#server/resource/columns.ts'
import { dropFiles } from '#server/resource/files.ts'
import type { Stored } from '#server/resource/module.ts'

/** Throws 409 while the person has enrolments, classes, open bills or saldo, or pays for others. */
const checkNoOpenTies = async (
  trx: Trx,
  actor: Actor,
  id: number,
  dasar: number,
): Promise<void> => {
  const enrolment = await trx
    .selectFrom('kursus_peserta')
    .select('id')
    .where('peserta_id', '=', id)
    .where('status', 'in', [KursusPesertaStatus.aktif, KursusPesertaStatus.cuti])
    .limit(1)
    .executeTakeFirst()
  if (enrolment) throw conflict('Masih punya jadwal kursus. Hentikan dahulu.')
  if (dasar === RoleId.pelatih) await checkKelasHandedOver(trx, actor, id, currentDay())
  const bills = await readOpenBills(trx, id)
  if (bills.length > 0) throw conflict(`Masih ada tagihan terbuka: ${billsText(actor, bills)}`)
  const akun = await trx
    .selectFrom('akun_billing_profil')
    .select('saldo_kredit')
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (akun && akun.saldo_kredit !== 0)
    throw conflict(`Masih ada saldo ${formatRupiah(akun.saldo_kredit)}. Kembalikan dahulu.`)
  const student = await trx
    .selectFrom('user')
    .select('id')
    .where('akun_billing_id', '=', id)
    .where('id', '<>', id)
    .where('dianonimkan_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (student) throw conflict('Masih membayar untuk peserta lain')
}

/** Deletes the person's data in tables other than `user`. */
const eraseParts = async (trx: Trx, id: number, name: string): Promise<void> => {
  await dropFiles(trx, 'user', id)
  await trx.deleteFrom('otp').where('user_id', '=', id).execute()
  await removeSecondFactor(trx, id)
  await trx.deleteFrom('aktivasi').where('peserta_id', '=', id).execute()
  await trx.deleteFrom('kalender').where('user_id', '=', id).execute()
  await trx.deleteFrom('rahasia').where('user_id', '=', id).execute()
  await trx.deleteFrom('akun_billing_kontak').where('user_id', '=', id).execute()
  await trx
    .updateTable('peserta_profil')
    .set({ sekolah: null, instrumen_dimiliki: null, catatan: null })
    .where('user_id', '=', id)
    .execute()
  await trx
    .updateTable('pelatih_profil')
    .set({ bank: null, no_rekening: null })
    .where('user_id', '=', id)
    .execute()
  await trx
    .updateTable('akun_billing_profil')
    .set({ nama_tagihan: name, alamat_tagihan: null, email_tagihan: null, wa_tagihan: null })
    .where('user_id', '=', id)
    .execute()
}

/**
 * Minimum length in characters of a personal text that is searched in stored responses and files. A
 * shorter text would match data of other people by chance, so that the stored responses of these
 * people would be emptied.
 */
const shortestWord = 5
const wordsOf = ({ name, email, phone, username }: Stored<typeof user>): string[] =>
  [name, email, phone, username].flatMap((text) =>
    text !== null && text.length >= shortestWord ? [text] : [],
  )

export const anonymize: UserAction<'anonimkan'> = async ({ trx, ctx, row }) => {
  const { dasar } = await checkTarget(
    trx,
    ctx.actor,
    row,
    'Anda tidak dapat menganonimkan diri sendiri',
  )
  if (ctx.actor.dasar !== RoleId.superadmin)
    throw forbidden('Hanya superadmin yang menganonimkan user')
  if (row.dianonimkan_at !== null) throw conflict('User sudah dianonimkan')
  if (row.status === UserStatus.aktif) throw conflict('Nonaktifkan user dahulu')
  await checkNoOpenTies(trx, ctx.actor, row.id, dasar)
  const name = `Anonim ${row.id}`
  const erased = Object.fromEntries(erasedColumns.map((column) => [column, null]))
  const bare = { ...erased, name }
  await updateUser(
    trx,
    ctx,
    row,
    {
      ...bare,
      status: UserStatus.dihapus,
      dianonimkan_at: now(),
      password_hash: null,
      ...keysOf(user, bare),
    },
    true,
  )
  await eraseParts(trx, row.id, name)
  await eraseTraces(trx, { id: row.id, name, words: wordsOf(row) })
}
