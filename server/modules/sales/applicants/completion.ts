/**
 * Calls that complete an applicant's data for the activation and find the applicant's family
 * (domain.md 2.3).
 */
import { sql } from 'kysely'
import { needsConsent } from '#contract/access/rules/applicant.ts'
import { consentVersion, needsWali } from '#contract/access/rules/consent.ts'
import { checkCompletion } from '#contract/sales/applicantCalls.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalid, invalidField, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { readActiveCourses } from '#server/modules/access/auth/register.ts'
import { kindOf, userScope } from '#server/modules/access/user/kinds.ts'
import { checkHolder } from '#server/modules/access/user/lifecycle/applicant.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { mailApplicant } from '#server/modules/sales/applicants/applicantMails.ts'
import {
  findUser,
  readOpenApplicant,
  type ApplicantRow,
} from '#server/modules/sales/applicants/applicants.ts'
import { findSimilar } from '#server/modules/sales/leads/duplicates.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { writerOf } from '#server/resource/writer.ts'

const users = writerOf(userModule, moduleOf)
type Input = Parameters<Handlers['completeApplicant']>[1]

/** Reads the payers with the given ids that are in the actor's scope. */
const readPayers = async (
  db: Db | Trx,
  actor: Actor,
  ids: readonly (number | null)[],
): Promise<{ id: number; name: string }[]> => {
  const payerIds = [...new Set(ids)].filter((id) => id !== null)
  if (payerIds.length === 0) return []
  return db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', payerIds)
    .where(kindOf('akun-billing', actor))
    .where(userScope(actor) ?? sql<boolean>`1 = 1`)
    .execute()
}

/** Reads the wanted courses and the proposed payer, which are stored outside the user's row. */
const readExtraColumns = async (trx: Trx, id: number) => {
  const { kursus_minat, usulan_akun_id } = await trx
    .selectFrom('user')
    .leftJoin('peserta_profil', 'user_id', 'user.id')
    .select(['kursus_minat', 'usulan_akun_id'])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow()
  return { kursus_minat: fromJson<number[]>(kursus_minat ?? '[]'), usulan_akun_id }
}
type ExtraColumns = Awaited<ReturnType<typeof readExtraColumns>>

/**
 * Throws 422 for courses that the outlet does not offer. Accepts courses that are already stored
 * for the applicant, even if they are inactive now.
 */
const checkCourses = async (trx: Trx, input: Input, before: ExtraColumns): Promise<void> => {
  const { gedung_id, kursus_minat } = input
  const offered = (await readActiveCourses(trx))
    .filter((k) => k.gedung.length === 0 || k.gedung.includes(gedung_id))
    .map((k) => k.id)
  const allowedIds = [...offered, ...before.kursus_minat]
  if (kursus_minat.some((k) => !allowedIds.includes(k)))
    throw invalidField('kursus_minat', 'Kursus tidak ditawarkan di outlet ini')
}
/** Throws 422 when the proposed payer has changed and is not in the actor's scope. */
const checkProposal = async (
  trx: Trx,
  ctx: Ctx,
  input: Input,
  before: ExtraColumns,
): Promise<void> => {
  const { usulan_akun_id } = input
  if (usulan_akun_id === null || usulan_akun_id === before.usulan_akun_id) return
  const [payer] = await readPayers(trx, ctx.actor, [usulan_akun_id])
  if (!payer) throw invalidField('usulan_akun_id', 'Akun billing tidak ditemukan')
}
/**
 * Returns the columns of a new consent: its time, the person who gives it, and the version of its
 * text. Returns no columns when the stored consent is still valid. Throws 422 when consent is
 * needed but not given.
 */
const consentOf = (row: ApplicantRow, input: Input) => {
  const { tanggal_lahir, wali_nama, name, persetujuan } = input
  const { persetujuan_at, persetujuan_oleh } = row
  if (!needsConsent({ tanggal_lahir, wali_nama, persetujuan_at, persetujuan_oleh })) return {}
  const isChild = needsWali(tanggal_lahir)
  if (!persetujuan)
    throw invalidField(
      'persetujuan',
      isChild ? 'Wali harus menyetujui' : 'Pendaftar harus menyetujui',
    )
  return {
    persetujuan_at: now(),
    persetujuan_oleh: isChild ? wali_nama : name,
    persetujuan_versi: consentVersion,
  }
}

/** Stores the completed data. Returns whether the data were completed for the first time. */
const complete = async (trx: Trx, ctx: Ctx, id: number, input: Input) => {
  const row = await readOpenApplicant(trx, ctx, id)
  checkHolder(ctx.actor, row)
  const { kursus_minat, usulan_akun_id, persetujuan: _, ...fields } = input
  const before = await readExtraColumns(trx, id)
  await checkCourses(trx, input, before)
  await checkProposal(trx, ctx, input, before)
  const consent = consentOf(row, input)
  const saved = await users.update(trx, ctx, await users.inScope(trx, ctx, id), fields)
  const wishes = [...new Set(kursus_minat)]
  const columns = { ...consent, dilengkapi_at: row.dilengkapi_at ?? now(), usulan_akun_id }
  await trx.updateTable('user').set(columns).where('id', '=', id).execute()
  await trx
    .updateTable('peserta_profil')
    .set({ kursus_minat: JSON.stringify(wishes) })
    .where('user_id', '=', id)
    .execute()
  const after = { ...saved, ...columns, kursus_minat: wishes }
  const change = {
    aksi: 'lengkapi-profil',
    entitas: 'user',
    before: { ...saved, ...before },
    after,
  }
  await auditChange(trx, ctx, change)
  return { isFirst: row.dilengkapi_at === null }
}

export const completionCalls: Pick<Handlers, 'completeApplicant' | 'applicantMatches'> = {
  completeApplicant: async (ctx, input, { id }) => {
    const issues = checkCompletion(input)
    if (issues.length > 0) throw invalid(issues)
    const { isFirst } = await users.guarded(() =>
      transaction(ctx.db, (trx) => complete(trx, ctx, id, input)),
    )
    if (isFirst) await mailApplicant(ctx, id, 'lengkap')
    return { id }
  },
  applicantMatches: async (ctx, _, { id }) => {
    const { row, beside } = await transaction(ctx.db, async (trx) => ({
      row: (await findUser(trx, ctx, id)) ?? (await Promise.reject(notFound())),
      beside: await readExtraColumns(trx, id),
    }))
    const phones = [row.phone, row.phone_alt, row.wali_phone].filter((phone) => phone !== null)
    const sought = { nama: row.name, phones: [...new Set(phones)], email: row.email }
    const { ada, di_luar } = await findSimilar(ctx.db, ctx.actor, {
      ...sought,
      kecuali: { user: id },
    })
    const ids = [...ada.map((person) => person.akun_billing_id), beside.usulan_akun_id]
    const payers = await readPayers(ctx.db, ctx.actor, ids)
    const payerOf = (payer: number | null) => payers.find((p) => p.id === payer) ?? null
    return {
      ada: ada.map(({ akun_billing_id, ...person }) => ({
        ...person,
        akun_billing: payerOf(akun_billing_id),
      })),
      di_luar,
      usulan: payerOf(beside.usulan_akun_id),
    }
  },
}
