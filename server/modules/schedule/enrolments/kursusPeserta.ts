/** Enrolments: permissions for changes, and checks of the seat in a class. */
import { sql, type SqlBool } from 'kysely'
import { KursusPesertaStatus, RoleId } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { kursusPeserta } from '#contract/schedule/kursusPeserta.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { readArrearsFlags } from '#server/modules/billing/bills/arrears.ts'
import { dropDraftLines } from '#server/modules/billing/lines/addFeesToDraft.ts'
import {
  agreedRegistration,
  settleRegistration,
  whyRegistrationUnpaid,
} from '#server/modules/billing/lines/registration.ts'
import { readReasons, waitsToBegin } from '#server/modules/sales/slots/waitingSeats.ts'
import { checkSeatRequest } from '#server/modules/schedule/conflicts/checkEnrolment.ts'
import {
  changeEnrolment,
  enrolmentHandlers,
} from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import { requestHandlers } from '#server/modules/schedule/enrolments/enrolmentRequests.ts'
import {
  checkNewSeat,
  checkStart,
  readKelas,
  readStudent,
  type Kelas,
} from '#server/modules/schedule/enrolments/seat.ts'
import { endWaiting } from '#server/modules/schedule/enrolments/waitingList.ts'
import { byRole, enrolmentsOfPayer, outlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'

type EnrolmentInput = Parsed<typeof kursusPeserta>
type Enrolment = Stored<typeof kursusPeserta>
interface EnrolmentWrite {
  trx: Trx
  ctx: Ctx
  input: EnrolmentInput
  current: Enrolment | undefined
}

const holdsSeat = (status: number | undefined): boolean =>
  status === KursusPesertaStatus.aktif || status === KursusPesertaStatus.cuti

/**
 * Throws 403 if a user below admin changes the special monthly price or the exemption from the
 * registration fee.
 */
const checkPrices = (actor: Actor, input: EnrolmentInput, current: Enrolment | undefined): void => {
  if (actor.dasar <= RoleId.admin) return
  if (input.biaya_bulanan_khusus !== (current?.biaya_bulanan_khusus ?? null))
    throw forbidden('Biaya khusus hanya oleh admin')
  if (input.bebas_pendaftaran !== (current?.bebas_pendaftaran ?? null))
    throw forbidden('Bebas biaya pendaftaran hanya oleh admin')
}

const byActions = 'Diubah lewat aksinya, bukan di sini'
/**
 * Throws 403, 409 or 422 for a change that the form must not make: a special price by a user below
 * admin, a change after graduation, a state that only actions set, or another student.
 */
const checkChange = (actor: Actor, input: EnrolmentInput, current: Enrolment | undefined): void => {
  const { lulus, cuti } = KursusPesertaStatus
  checkPrices(actor, input, current)
  if (current?.status === lulus)
    throw conflict('Peserta sudah lulus dari kelas ini. Buat jadwal baru.')
  if (!current && (input.status === lulus || input.status === cuti))
    throw invalidField('status', 'Jadwal baru aktif atau belum aktif')
  if (!current) return
  if (input.status !== current.status) throw invalidField('status', byActions)
  if (input.selesai !== current.selesai) throw invalidField('selesai', byActions)
  if (input.peserta_id !== current.peserta_id)
    throw invalidField('peserta_id', 'Peserta tidak dapat diganti')
}

/**
 * Checks the seat if a write gives the student a seat, moves the seat to another class, or extends
 * it. Returns the columns about the allowed soft conflicts.
 */
const checkSeat = async (
  { trx, ctx, input, current }: EnrolmentWrite,
  student: { status: number },
  kelas: Kelas,
) => {
  const nothing = current ? {} : { bentrok: [], alasan_bentrok: null }
  if (!holdsSeat(input.status)) return nothing
  const otherClass = kelas.id !== current?.kursus_pelatih_id
  const { peserta_id, mulai, selesai, konfirmasi, alasan_bentrok: alasan } = input
  const joining = { id: current?.id, peserta_id, kelas_id: kelas.id, mulai, selesai }
  const confirmation = { konfirmasi, alasan, reasonField: 'alasan_bentrok' }
  if (otherClass || !holdsSeat(current.status)) {
    checkNewSeat(student, kelas)
    return checkSeatRequest(trx, ctx, { ...joining, isNew: true }, confirmation)
  }
  const longer = { ...joining, isNew: false, before: current }
  const conflictColumns = await checkSeatRequest(trx, ctx, longer, confirmation)
  if (conflictColumns.bentrok.length === 0) return nothing
  return {
    ...conflictColumns,
    bentrok: [...new Set([...(current.bentrok ?? []), ...conflictColumns.bentrok])],
  }
}

/** Initial values of the columns that only actions change. */
const actionColumnDefaults = {
  cuti_mulai: null,
  cuti_selesai: null,
  alasan_status: null,
  diakhiri_at: null,
  sebelumnya_id: null,
  catatan_level: null,
  permintaan: null,
  permintaan_status: null,
  permintaan_mulai: null,
  permintaan_selesai: null,
  permintaan_alasan: null,
  permintaan_at: null,
  permintaan_jawaban: null,
  usulan_status: null,
  usulan_catatan: null,
  usulan_at: null,
  usulan_oleh: null,
  usulan_jawaban: null,
}

/** Validates an enrolment and returns its computed columns. */
const enrolmentColumns = async (write: EnrolmentWrite) => {
  const { trx, ctx, input, current } = write
  checkChange(ctx.actor, input, current)
  const student = await readStudent(trx, input.peserta_id)
  const kelas = await readKelas(trx, input.kursus_pelatih_id)
  if (current && kelas.kursus_id !== current.kursus_id)
    throw invalidField(
      'kursus_pelatih_id',
      'Kelas kursus lain: hentikan yang ini dan daftarkan yang baru',
    )
  if (student.akun_billing_id === null)
    throw invalidField('peserta_id', 'Peserta belum punya akun billing')
  const stand = await checkSeat(write, student, kelas)
  checkStart(kelas, input.mulai)
  const { kursus_id, gedung_id } = kelas
  // Copies payer and sales person from the student when the enrolment is created. An update keeps
  // both, even if the student has another payer or sales person by then.
  return {
    peserta_nama: student.name,
    kursus_id,
    gedung_id,
    biaya_pendaftaran: current
      ? current.biaya_pendaftaran
      : await agreedRegistration(trx, { ...input, kursus_id, gedung_id }),
    akun_billing_id: current?.akun_billing_id ?? student.akun_billing_id,
    sales_id: current ? current.sales_id : student.sales_id,
    ...(!current && actionColumnDefaults),
    ...stand,
  }
}

/**
 * Removes the student from the waiting list of the class, and bills the registration fee. If the
 * fee must be paid first, the enrolment is set to inactive and waits for the payment.
 */
const afterWrite = async ({ trx, ctx, input, current, id }: EnrolmentWrite & { id: number }) => {
  if (input.kursus_pelatih_id !== current?.kursus_pelatih_id) await endWaiting(trx, ctx, input)
  await settleRegistration(trx, ctx, id)
  if (current || input.status !== KursusPesertaStatus.aktif) return
  const alasan_status = await whyRegistrationUnpaid(trx, id)
  if (alasan_status === null) return
  const waits = { status: KursusPesertaStatus.tidakAktif, tunggu_at: now() }
  await changeEnrolment(trx, ctx, { id }, { ...waits, alasan_status })
}

const concealed = [
  'biaya_pendaftaran',
  'bebas_pendaftaran',
  'bentrok',
  'alasan_bentrok',
  'usulan_status',
  'usulan_catatan',
  'usulan_at',
  'usulan_oleh',
  'usulan_jawaban',
] as const
export const kursusPesertaModule = module(kursusPeserta, {
  large: true,
  scope: (actor) =>
    byRole(actor, {
      admin: sql`kursus_peserta.gedung_id in (${outlets(actor)})`,
      sales: sql`kursus_peserta.peserta_id in (select s.id from "user" s where s.sales_id = ${actor.id})`,
      akunBilling: sql`kursus_peserta.id in (${enrolmentsOfPayer(actor)})`,
      peserta: sql`kursus_peserta.peserta_id = ${actor.id}`,
    }),
  // Reasons for allowed conflicts and proposals of a coach are internal to the school.
  conceal: (actor) =>
    actor.dasar === RoleId.akunBilling || actor.dasar === RoleId.peserta
      ? [{ columns: concealed, where: sql<SqlBool>`1 = 1` }]
      : [],
  filters: {
    // The subquery is necessary, because `waitsToBegin` reads columns that are missing in rows with
    // concealed columns.
    menunggu: (waits) =>
      sql<SqlBool>`kursus_peserta.id ${waits ? sql`in` : sql`not in`} (select kursus_peserta.id from kursus_peserta where ${waitsToBegin})`,
  },
  expands: {
    menunggak: async ({ db, ids }) => {
      const rows = await db
        .selectFrom('kursus_peserta')
        .select(['id', 'peserta_id'])
        .where('id', 'in', ids)
        .execute()
      const students = [...new Set(rows.map((row) => row.peserta_id))]
      const flags = await readArrearsFlags(db, students)
      return new Map(
        rows.flatMap(({ id, peserta_id }) => {
          const flag = flags.get(peserta_id)
          return flag ? [[id, flag] as const] : []
        }),
      )
    },
    menunggu: async ({ db, actor, ids }) =>
      actor.dasar <= RoleId.sales ? readReasons(db, ids) : new Map(),
  },
  before: enrolmentColumns,
  after: afterWrite,
  // Deletes the lines of draft bills together with the enrolment. Lines of published bills prevent
  // the deletion.
  beforeDelete: ({ trx, ctx, row }) =>
    dropDraftLines(trx, ctx, sql<SqlBool>`billing_item.kursus_peserta_id = ${row.id}`),
  actions: {
    ...enrolmentHandlers,
    ...requestHandlers,
    aktifkan: async (x) => {
      await enrolmentHandlers.aktifkan(x)
      await endWaiting(x.trx, x.ctx, x.row)
    },
  },
})
