/**
 * Actions that add students and enrol them in classes. Some enrolments begin in past months, so
 * that bills can be generated for past months.
 */
import { RoleId } from '#contract/enums.ts'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import { addMonths, firstDay } from '#contract/values/tanggal.ts'
import { contestedLimit, monthsBack, someDay, thisMonth, type Move } from './rows.ts'

/** Maximum number of students, so that the classes have a seat for each of them. */
const mostStudents = 60

export const studentOf = (name: string, akun_billing_id: number, gedung_id: number) => ({
  role_id: RoleId.peserta,
  name: `Anak Uang ${name}`,
  akun_billing_id,
  gedung_id,
  gender: 'Perempuan',
  tanggal_lahir: '2015-03-04',
  wali_nama: 'Wali',
  wali_phone: '081234567890',
  persetujuan: true,
})
export const addStudent: Move = async ({ db, arena, r, number }) => {
  const students = await db
    .selectFrom('user')
    .select('id')
    .where('akun_billing_id', 'in', arena.akun)
    .execute()
  if (students.length >= mostStudents) return undefined
  const body = studentOf(`baru ${number}`, r.pick(arena.akun), r.pick(arena.gedung))
  return { path: '/user/create', body }
}
/** Enrols a student who has no class. The enrolment begins today or on a past day. */
export const enrol: Move = async ({ db, arena, r }) => {
  const students = await db
    .selectFrom('user')
    .select('id')
    .where('akun_billing_id', 'in', arena.akun)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('kursus_peserta as k')
            .select('k.id')
            .whereRef('k.peserta_id', '=', 'user.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(contestedLimit)
    .execute()
  const student = r.some(students)
  if (!student) return undefined
  const longAgo = firstDay(addMonths(thisMonth(), -r.int(0, monthsBack)))
  return {
    path: '/kursus-peserta/create',
    body: {
      peserta_id: student.id,
      kursus_pelatih_id: r.pick(arena.kelas),
      mulai: r.chance() ? longAgo : someDay(r),
      konfirmasi: softKinds,
      alasan_bentrok: 'Uji acak',
    },
  }
}
