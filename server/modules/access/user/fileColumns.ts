/**
 * Additional columns in exported files of users. With these columns, an exported file contains all
 * columns that an import of students reads.
 */
import { sql } from 'kysely'
import { user } from '#contract/access/user.ts'
import { metaOf } from '#contract/fields.ts'
import { textSaid } from '#server/export/cellExpressions.ts'
import { allows } from '#server/http/context.ts'
import { learningColumns } from '#server/modules/access/user/learning.ts'
import type { FileColumn, FileFor } from '#server/resource/module.ts'

const label = (field: keyof typeof user.extra): string => metaOf(user.extra[field])?.label ?? field
const ofProfile = (column: string) =>
  sql`(select ${sql.ref(`pp.${column}`)} from peserta_profil pp where pp.user_id = "user".id)`
const ofPayer = (column: string) =>
  sql`(select ${sql.ref(`a.${column}`)} from "user" a where a.id = "user".akun_billing_id)`

/**
 * Returns the additional columns, titled as in the import of students. The payer's mail is empty
 * unless the actor may see payers. A file that contains only students also gets the columns of
 * `learningColumns`.
 */
export const studentColumns = ({ actor, params }: FileFor): FileColumn[] => {
  const seesPayers = allows(actor, 'user/index') || allows(actor, 'user/akun-billing')
  return [
    { name: 'no_induk', label: 'No. Induk', said: textSaid(ofProfile('no_induk')) },
    { name: 'akun_phone', label: 'No. HP Akun Billing', said: textSaid(ofPayer('phone')) },
    {
      name: 'akun_email',
      label: 'Email Akun Billing',
      said: textSaid(seesPayers ? ofPayer('email') : sql`cast(null as text)`),
    },
    {
      name: 'persetujuan',
      label: 'Persetujuan Wali',
      said: {
        as: 'label',
        value: sql`case when "user".persetujuan_at is null then 0 else 1 end`,
        labels: [
          [1, 'Ya'],
          [0, 'Tidak'],
        ],
      },
    },
    {
      name: 'kursus_minat',
      label: 'Kursus yang Diminati',
      ids: ofProfile('kursus_minat'),
      list: 'kursus',
    },
    { name: 'sekolah', label: label('sekolah'), said: textSaid(ofProfile('sekolah')) },
    {
      name: 'instrumen_dimiliki',
      label: label('instrumen_dimiliki'),
      said: textSaid(ofProfile('instrumen_dimiliki')),
    },
    { name: 'catatan', label: label('catatan'), said: textSaid(ofProfile('catatan'), false) },
    ...(params.get('jenis') === 'peserta' ? learningColumns(actor) : []),
  ]
}
