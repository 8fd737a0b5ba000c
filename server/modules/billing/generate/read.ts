/**
 * Reads all data of a month that a generation needs: enrolments, prices, fees, lines that are
 * already billed, and promos. `planGeneration.ts` plans lines from these data without further
 * queries.
 */
import { sql } from 'kysely'
import type { Sifat } from '#contract/billing/rules/tagihan.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { firstDay, lastDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { readMonthlyBiaya, type Biaya } from '#server/modules/billing/lines/biaya.ts'
import {
  enrolmentColumns,
  enrolmentTables,
  tuitionOfMonth,
  type Enrolment,
  type Tuition,
} from '#server/modules/billing/lines/tuition.ts'
import {
  readTuitionWithoutEnrolment,
  type UntiedLine,
} from '#server/modules/billing/lines/tuitionWithoutEnrolment.ts'
import {
  readAutomaticPromos,
  type AutomaticPromos,
} from '#server/modules/billing/promo/automatic.ts'
import {
  readFamilyEnrolments,
  readStandingPromos,
  type FamilyEnrolment,
  type StandingPromosOf,
} from '#server/modules/billing/promo/read.ts'
import { byRole, outlets } from '#server/modules/scope.ts'

export interface GenerateOptions {
  periode: string
  gedung_id?: readonly number[] | undefined
  mode: Settings['mode_tagihan']
  /**
   * Id of the only payer whose enrolments are planned; absent to plan all payers. Set when the
   * first bill of an enrolment is made. If set, enrolments outside the actor's outlets are planned
   * as well.
   */
  akun?: number
  /**
   * Id of an enrolment that waits, for example for the payment of its registration fee. It is
   * planned as if it were active.
   */
  waiting?: number
}

/** Enrolment with data of its student, outlet and payer. */
export interface MonthEnrolment extends Enrolment {
  peserta: string
  akun: number | null
  akun_status: number | null
  akun_nama: string | null
  nama_tagihan: string | null
  alamat: string | null
  blokir: number | null
  gedung: string
  /** Agreed registration fee in rupiah; null if there is none or it is waived. */
  pendaftaran: number | null
  /** Id of the line that already bills the registration fee; null if there is none. */
  registration_item_id: number | null
  /** Id of the line that already bills the tuition of the month; null if there is none. */
  billed_item_id: number | null
}

/** Automatic promos, and the data that decide which lines get them. */
export interface MonthPromos {
  automatic: AutomaticPromos
  /**
   * All enrolments of each family, including enrolments in other outlets and enrolments that are
   * already billed.
   */
  family: readonly FamilyEnrolment[]
  standingOf: StandingPromosOf
  kinds: ReadonlyMap<number, Sifat>
}

export interface Month {
  periode: string
  settings: Settings
  enrolments: readonly MonthEnrolment[]
  tuitionOf: (enrolment: Enrolment) => Tuition
  /** Manual tuition lines without an enrolment, by student id. */
  untied: ReadonlyMap<number, readonly UntiedLine[]>
  /** Kind of billing for registrations; undefined if no registration fee is due. */
  registrationKind: RegistrationKind | undefined
  monthlyFees: readonly Biaya[]
  billedKeys: ReadonlySet<string>
  /** Data for automatic promos; null if no automatic promo is valid. */
  promos: MonthPromos | null
}

interface RegistrationKind {
  id: number
  ppn_kena: boolean
}
/**
 * Returns the kind of billing for registrations. Throws 409 if the setting for this kind is empty.
 */
const readRegistrationKind = async (
  db: Db | Trx,
  settings: Settings,
): Promise<RegistrationKind> => {
  const row = await db
    .selectFrom('jenis_billing')
    .select(['id', 'ppn_kena'])
    .where('id', '=', settings.jenis_billing_pendaftaran_id)
    .executeTakeFirst()
  if (!row) throw conflict('Setting jenis billing pendaftaran belum diisi')
  return { id: row.id, ppn_kena: row.ppn_kena === 1 }
}
/** Whether the registration fee of an enrolment is not billed yet. */
export const owesRegistration = (
  enrolment: Pick<MonthEnrolment, 'pendaftaran' | 'registration_item_id'>,
): boolean => enrolment.pendaftaran !== null && enrolment.registration_item_id === null

/**
 * Reads the enrolments that are active, that are on leave, or that overlap the period. If `akun` is
 * set, reads only the enrolments of that payer. Otherwise reads only the enrolments in the chosen
 * outlets and in the actor's scope.
 */
const readEnrolmentsOfMonth = async (
  db: Db | Trx,
  actor: Actor,
  { periode, gedung_id, akun, waiting = 0 }: GenerateOptions,
): Promise<MonthEnrolment[]> => {
  const { aktif, cuti } = KursusPesertaStatus
  const [first, last] = [firstDay(periode), lastDay(periode)]
  const chosen = gedung_id?.length ? sql`and kp.gedung_id in (${sql.join([...gedung_id])})` : sql``
  // Limits admins to the enrolments in their outlets. Users with another base role get no
  // enrolments, even if a custom role lets them generate bills. Only users who see all outlets are
  // not limited.
  const outletScope = byRole(actor, { admin: sql`kp.gedung_id in (${outlets(actor)})` })
  const scope = outletScope ? sql`and ${outletScope}` : sql``
  const which = akun === undefined ? sql`${chosen} ${scope}` : sql`and a.id = ${akun}`
  const { rows } = await sql<MonthEnrolment>`
    select ${enrolmentColumns}, p.name as peserta, a.id as akun, a.status as akun_status, a.name as akun_nama, ab.nama_tagihan,
      coalesce(ab.alamat_tagihan, a.alamat) as alamat, ab.blokir_tagihan as blokir, g.nama as gedung, bi.id as billed_item_id,
      case when kp.bebas_pendaftaran is null then kp.biaya_pendaftaran end as pendaftaran, pd.id as registration_item_id
    from ${enrolmentTables} join "user" p on p.id = kp.peserta_id join gedung g on g.id = kp.gedung_id
      left join "user" a on a.id = coalesce(p.akun_billing_id, kp.akun_billing_id) left join akun_billing_profil ab on ab.user_id = a.id
      left join billing_item bi on bi.kunci_unik = 'kp:' || kp.id || ':' || ${periode}
      left join billing_item pd on pd.kunci_unik = 'pd:' || kp.kursus_id || ':' || kp.peserta_id
    where (kp.status in (${aktif}, ${cuti}) or kp.id = ${waiting} or (kp.mulai <= ${last} and kp.selesai >= ${first})) ${which}
    order by p.name_kunci, kp.id`.execute(db)
  return rows.map((row) => (row.id === waiting ? { ...row, status: aktif } : row))
}

const readMonthPromos = async (
  db: Db | Trx,
  { periode, akun }: GenerateOptions,
  enrolments: readonly MonthEnrolment[],
): Promise<MonthPromos | null> => {
  const students = akun === undefined ? undefined : enrolments.map((e) => e.peserta_id)
  const automatic = await readAutomaticPromos(db, periode, students)
  if (!automatic) return null
  const family = await readFamilyEnrolments(db, periode, akun)
  const standingOf = await readStandingPromos(
    db,
    family.flatMap((e) => [e.promo_id, e.promo_kedua_id]),
  )
  const kinds = await db.selectFrom('jenis_billing').select(['id', 'sifat']).execute()
  return { automatic, family, standingOf, kinds: new Map(kinds.map((k) => [k.id, k.sifat])) }
}

/** Reads all data that are needed to plan the bills of a month. */
export const readMonth = async (
  db: Db | Trx,
  actor: Actor,
  settings: Settings,
  options: GenerateOptions,
): Promise<Month> => {
  const { periode, akun } = options
  const enrolments = await readEnrolmentsOfMonth(db, actor, options)
  return {
    periode,
    settings,
    enrolments,
    tuitionOf: await tuitionOfMonth(db, settings, periode),
    registrationKind: enrolments.some(owesRegistration)
      ? await readRegistrationKind(db, settings)
      : undefined,
    untied: akun === undefined ? await readTuitionWithoutEnrolment(db, actor, periode) : new Map(),
    ...(await readMonthlyBiaya(db, periode, akun)),
    promos: await readMonthPromos(db, options, enrolments),
  }
}

/**
 * Returns the ids of the stored drafts with the given keys (`draftKey`), by key. A new line with
 * such a key is added to the stored draft instead of a second draft.
 */
export const readOpenDrafts = async (
  db: Db | Trx,
  keys: readonly string[],
): Promise<Map<string, number>> => {
  const draftIds = new Map<string, number>()
  for (let i = 0; i < keys.length; i += 1000)
    for (const row of await db
      .selectFrom('billing')
      .select(['id', 'kunci_generate'])
      .where('kunci_generate', 'in', keys.slice(i, i + 1000))
      .execute())
      if (row.kunci_generate !== null) draftIds.set(row.kunci_generate, row.id)
  return draftIds
}
