import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { user } from '#contract/access/user.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Actor } from '#server/http/context.ts'
import { privateColumns } from '#server/modules/access/user/columnPrivacy.ts'
import { userExpands } from '#server/modules/access/user/expand.ts'
import { studentColumns } from '#server/modules/access/user/fileColumns.ts'
import {
  isAtStep,
  isClosed,
  kindCodes,
  kindOf,
  userScope,
} from '#server/modules/access/user/kinds.ts'
import { activate, disableEnable } from '#server/modules/access/user/lifecycle/activation.ts'
import { anonymize } from '#server/modules/access/user/lifecycle/anonymize.ts'
import { removeUser, restore } from '#server/modules/access/user/lifecycle/removal.ts'
import { downgrade, upgrade } from '#server/modules/access/user/lifecycle/roleChange.ts'
import { readSearchWords } from '#server/modules/access/user/row.ts'
import {
  notifyUser,
  resetPassword,
  resetSecondFactor,
} from '#server/modules/access/user/save/credentials.ts'
import { preparePassword } from '#server/modules/access/user/save/givenPassword.ts'
import { readProfil } from '#server/modules/access/user/save/profil.ts'
import { storeUserParts, userColumns } from '#server/modules/access/user/save/saveUser.ts'
import { billingScope, overdue } from '#server/modules/billing/bills/scope.ts'
import { holdReferences } from '#server/modules/schedule/conflicts/heldSlots.ts'
import { seatStates } from '#server/modules/schedule/enrolments/seatStates.ts'
import { hasBaseRole } from '#server/modules/scope.ts'
import { module } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

const inside = (actor: Actor) => {
  const scope = billingScope(actor)
  return scope ? sql` and ${scope}` : sql``
}

/**
 * Returns queries of the ids of students whose payer matches, of payers with a matching student,
 * and of the payer of a bill if the word is the whole number of the bill. The matching payer,
 * student or bill must be in the actor's scope. Uses subqueries, because copies of a payer's search
 * text in the rows of the students, or vice versa, could be outdated.
 */
const findRelatives = (matches: Condition, actor: Actor, word: string): RawBuilder<unknown>[] => {
  const visible = userScope(actor) ?? sql`"user".status <> ${sql.lit(UserStatus.dihapus)}`
  return [
    sql`select s.id from "user" s where s.akun_billing_id in (select "user".id from "user" where ${matches} and ${visible})`,
    sql`select "user".akun_billing_id from "user" where ${matches} and ${visible} and "user".akun_billing_id is not null`,
    sql`select billing.akun_billing_id from billing where billing.nomor = ${word.toUpperCase()}${inside(actor)}`,
  ]
}

export const userModule = module(user, {
  large: true,
  scope: userScope,
  prepare: preparePassword,
  listCodes: ['user/index', ...kindCodes],
  defaultFilter: sql<SqlBool>`"user".status <> ${sql.lit(UserStatus.dihapus)}`,
  choiceFilter: sql<SqlBool>`"user".status = ${sql.lit(UserStatus.aktif)}`,
  takesNumbers: ['create', 'downgrade'],
  parts: [
    {
      table: 'slot_ditahan',
      by: 'peserta_id',
      references: holdReferences,
      label: 'Pendaftar',
    },
    { table: 'user_gedung', by: 'user_id', references: { gedung_id: 'gedung' } },
    {
      table: 'pelatih_bidang',
      by: 'user_id',
      references: { kategori_kursus_id: 'kategori-kursus' },
      label: 'Guru',
    },
    {
      table: 'pelatih_profil',
      by: 'user_id',
      references: { level_maks: 'course-level' },
      label: 'Guru',
    },
    {
      table: 'peserta_profil',
      by: 'user_id',
      references: { kursus_minat: 'kursus' },
      list: true,
      label: 'Peserta yang meminatinya',
    },
  ],
  erases: ['anonimkan'],
  exported: studentColumns,
  filters: {
    jenis: kindOf,
    pendaftar: isAtStep,
    ditutup: isClosed,
    bidang: (id) =>
      sql<SqlBool>`"user".id in (select b.user_id from pelatih_bidang b where b.kategori_kursus_id = ${id})`,
    kursus_id: (id) =>
      sql<SqlBool>`"user".id in (select kp.peserta_id from kursus_peserta kp where kp.kursus_id = ${id} and kp.status in ${seatStates})`,
    // Finds coaches who teach at an outlet. A coach without assigned outlets teaches at all
    // outlets.
    wilayah: (id) =>
      sql<SqlBool>`("user".id in (select w.user_id from user_gedung w where w.gedung_id = ${id}) or not exists (select 1 from user_gedung w where w.user_id = "user".id))`,
    kursus_aktif: (has) =>
      sql<SqlBool>`"user".id ${has ? sql`in` : sql`not in`} (select kp.peserta_id from kursus_peserta kp where kp.status in ${seatStates})`,
    tunggakan: (has, actor) =>
      sql<SqlBool>`"user".id ${has ? sql`in` : sql`not in`} (select billing.akun_billing_id from billing where ${overdue()}${inside(actor)})`,
    menunggak: (has, actor) =>
      sql<SqlBool>`"user".id ${has ? sql`in` : sql`not in`} (select i.peserta_id from billing_item i join billing on billing.id = i.billing_id where i.peserta_id is not null and ${overdue()}${inside(actor)})`,
  },
  expands: userExpands,
  // Sales people plan lessons with coaches, but must not see a coach's address, birth date, bank
  // account or pay rate.
  conceal: (actor) =>
    actor.dasar === RoleId.sales
      ? [
          {
            columns: privateColumns,
            where: hasBaseRole(actor, [RoleId.pelatih]),
            expands: { pelatih_profil: ['tarif_honor', 'bank', 'no_rekening'] },
          },
        ]
      : [],
  virtualFields: ({ trx, row }) => readProfil(trx, row),
  before: (saving) => userColumns(saving),
  after: (saving) => storeUserParts(saving, saving.id),
  searchText: ({ trx, id }) => readSearchWords(trx, { id }),
  foundThrough: findRelatives,
  remove: removeUser,
  afterCommit: notifyUser,
  actions: {
    activate,
    'disable-enable': disableEnable,
    restore,
    upgrade,
    downgrade,
    'reset-password': resetPassword,
    'reset-dua-langkah': resetSecondFactor,
    anonimkan: anonymize,
  },
})
