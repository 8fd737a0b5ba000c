/** Stored state of an activation, which all users who work on it share (domain.md 3.11). */
import { sql } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import type { activationState as activationStateCall } from '#contract/sales/activationCalls.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import {
  checkSeen,
  readPerson,
  readProgress,
  checkReadyToActivate,
  storeProgress,
  type Candidate,
  type Person,
} from '#server/modules/sales/activation/calon.ts'
import { readEnrolment, undoObstacle } from '#server/modules/sales/activation/chosenClass.ts'
import { findSimilar } from '#server/modules/sales/leads/duplicates.ts'
import { inWords, ofCalon, type Calon } from '#server/modules/sales/slots/slotRows.ts'
import { hasBaseRole, labelOutlet } from '#server/modules/scope.ts'

type State = CallOutput<typeof activationStateCall>
type Family = State['keluarga'][number]

/**
 * Reads the personal data and the consent of a lead or applicant for the form. Data that only
 * applicants have are null for a lead; the age (`usia`) is null for an applicant.
 */
const readMore = async (db: Db, { lead_id, peserta_id }: Calon) => {
  if (lead_id !== null) {
    const lead = await db
      .selectFrom('lead')
      .select(['usia', 'wali_nama', 'information_source'])
      .where('id', '=', lead_id)
      .executeTakeFirstOrThrow()
    const unknown = { gender: null, tanggal_lahir: null, wali_hubungan: null, wali_phone: null }
    return { ...lead, ...unknown, persetujuan: false }
  }
  const { persetujuan_at, ...user } = await db
    .selectFrom('user')
    .select(['wali_nama', 'wali_hubungan', 'wali_phone', 'information_source'])
    .select(['gender', 'tanggal_lahir', 'persetujuan_at'])
    .where('id', '=', peserta_id)
    .executeTakeFirstOrThrow()
  return { ...user, usia: null, persetujuan: persetujuan_at !== null }
}
const readNames = async (db: Db, ctx: Ctx, person: Person) => {
  const gedung = await db
    .selectFrom('gedung')
    .select(['id', 'nama', 'zona_waktu'])
    .where('id', '=', person.gedung_id ?? 0)
    .executeTakeFirst()
  const sales = await db
    .selectFrom('user')
    .select('name')
    .where('id', '=', person.sales_id ?? 0)
    .executeTakeFirst()
  const kursus =
    person.kursus_minat.length === 0
      ? []
      : await db
          .selectFrom('kursus')
          .select(['id', 'nama'])
          .where('id', 'in', person.kursus_minat)
          .orderBy('nama')
          .execute()
  return {
    gedung: gedung ? labelOutlet(ctx.actor, gedung) : null,
    sales: sales?.name ?? null,
    kursus,
  }
}
const calonOf = async (ctx: Ctx, person: Person): Promise<State['calon']> => {
  const { nama, phone, email, tahap } = person
  const more = await readMore(ctx.db, person)
  return { nama, phone, email, tahap, ...more, ...(await readNames(ctx.db, ctx, person)) }
}

/**
 * Returns the payers of the similar users in `alike`. The keys are payer ids. The values are all
 * properties (such as phone or name) in which a user of that payer matches. A similar user who is a
 * payer is their own payer.
 */
const readAccounts = async (
  ctx: Ctx,
  alike: ReadonlyMap<number, Family['sama']>,
): Promise<Map<number, Family['sama']>> => {
  const matches = new Map<number, Family['sama']>()
  if (alike.size === 0) return matches
  const rows = await ctx.db
    .selectFrom('user')
    .select(['user.id', 'akun_billing_id'])
    .select(
      sql<number>`case when ${hasBaseRole(ctx.actor, [RoleId.akunBilling])} then 1 else 0 end`.as(
        'bayar',
      ),
    )
    .where('user.id', 'in', [...alike.keys()])
    .execute()
  for (const { id, akun_billing_id, bayar } of rows) {
    const akun = bayar === 1 ? id : akun_billing_id
    if (akun === null) continue
    const sama = [...(matches.get(akun) ?? []), ...(alike.get(id) ?? [])]
    matches.set(akun, [...new Set(sama)])
  }
  return matches
}
/**
 * Reads the families in the actor's scope to which the person may belong: families with a similar
 * phone, mail address or name. The most likely family comes first.
 */
const readFamilies = async (
  ctx: Ctx,
  person: Person,
): Promise<Pick<State, 'keluarga' | 'di_luar'>> => {
  const { nama, phone, email, pendaftar } = person
  const phones = [phone, pendaftar?.wali_phone, pendaftar?.phone_alt].flatMap((p) => p ?? [])
  const similar = await findSimilar(ctx.db, ctx.actor, {
    nama,
    phones: [...new Set(phones)],
    email,
    kecuali: { lead: person.lead_id ?? 0, user: person.peserta_id ?? 0 },
  })
  const alike = new Map(
    similar.ada
      .filter((a) => a.jenis === 'user' && a.id !== person.peserta_id)
      .map((a) => [a.id, a.sama]),
  )
  const accounts = await readAccounts(ctx, alike)
  // Includes the payer proposed in the applicant's profile, even if nothing else matches.
  const proposed = pendaftar?.usulan_akun_id ?? null
  if (proposed !== null && !accounts.has(proposed)) accounts.set(proposed, [])
  const di_luar = Math.max(similar.di_luar.phone, similar.di_luar.email)
  if (accounts.size === 0) return { keluarga: [], di_luar }
  const ids = [...accounts.keys()]
  const payers = await ctx.db
    .selectFrom('user')
    .select(['user.id', 'user.name', 'user.phone', 'user.email'])
    .where('user.id', 'in', ids)
    .where('user.status', '=', UserStatus.aktif)
    .where(hasBaseRole(ctx.actor, [RoleId.akunBilling]))
    .where(scopeOf(ctx, userModule))
    .execute()
  const students = await ctx.db
    .selectFrom('user')
    .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'tanggal_lahir', 'akun_billing_id'])
    .where('akun_billing_id', 'in', ids)
    .where('user.status', '=', UserStatus.aktif)
    .where(scopeOf(ctx, userModule))
    .orderBy('user.name_kunci')
    .limit(100)
    .execute()
  const weigh = ({ akun_billing, sama }: Family) =>
    (akun_billing.id === proposed ? 10 : 0) + sama.length
  const keluarga = payers
    .map((akun_billing): Family => {
      const own_students = students.filter((s) => s.akun_billing_id === akun_billing.id)
      const peserta = own_students.map(({ akun_billing_id: _, ...s }) => s)
      return { akun_billing, peserta, sama: accounts.get(akun_billing.id) ?? [] }
    })
    .toSorted((a, b) => weigh(b) - weigh(a))
  return { keluarga, di_luar }
}

const readStudent = async (db: Db, id: number | null): Promise<State['peserta']> => {
  if (id === null) return null
  const row = await db
    .selectFrom('user')
    .leftJoin('user as a', 'a.id', 'user.akun_billing_id')
    .select(['user.id', 'user.name', 'user.gedung_id', 'a.id as akun_id', 'a.name as akun'])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow()
  const { akun_id, akun, ...student } = row
  return { ...student, akun_billing: akun_id === null ? null : { id: akun_id, name: akun ?? '' } }
}
const readChange = async (db: Db, row: Awaited<ReturnType<typeof readProgress>>) => {
  if (!row) return null
  const by = await db
    .selectFrom('user')
    .select('name')
    .where('id', '=', row.updated_by ?? 0)
    .executeTakeFirst()
  return { oleh_id: row.updated_by, oleh: by?.name ?? 'sistem', pada: row.updated_at }
}

const readState = async (ctx: Ctx, calon: Candidate): Promise<State> => {
  const { db } = ctx
  const person = await readPerson(db, calon)
  const row = await readProgress(db, calon)
  const isNew = person.activation === Activation.belum
  const chosen = await readEnrolment(db, person)
  const slot = await transaction(db, (trx) => ofCalon(trx, calon))
  const why = chosen ? await undoObstacle(db, chosen.id) : 'Belum ada kursus yang dipilih'
  return {
    versi: row?.versi ?? 0,
    activation: Activation.options.find((o) => o.value === person.activation)?.value ?? 0,
    pemesan: { lead_id: calon.lead_id, peserta_id: calon.peserta_id },
    diubah: await readChange(db, row),
    draf: row?.langkah && row.isian ? { langkah: row.langkah, isian: row.isian } : null,
    calon: await calonOf(ctx, person),
    ...(isNew ? await readFamilies(ctx, person) : { keluarga: [], di_luar: 0 }),
    peserta: isNew ? null : await readStudent(db, person.user_id),
    slot: slot ? inWords(slot) : null,
    kursus_peserta: chosen ?? null,
    tidak_diurungkan: why ?? null,
  }
}

export const activationState: Handlers['activationState'] = async (ctx, _, query) =>
  readState(ctx, await checkSeen(ctx, query))

/**
 * Stores the typed data of a step. Throws 409 with the current state when another user has changed
 * the data meanwhile.
 */
export const saveActivation: Handlers['saveActivation'] = async (ctx, input, query) => {
  const calon = await checkSeen(ctx, query)
  const { langkah, isian, versi } = input
  return transaction(ctx.db, async (trx) => {
    checkReadyToActivate(ctx, await readPerson(trx, calon))
    const before = await readProgress(trx, calon)
    if ((before?.versi ?? 0) !== versi) {
      const draf = before?.langkah && before.isian ? before : null
      const current = { versi: before?.versi ?? 0, draf }
      throw conflict('Langkah ini baru saja diubah di tempat lain', { current })
    }
    return { versi: await storeProgress(trx, ctx, calon, { langkah, isian }) }
  })
}
