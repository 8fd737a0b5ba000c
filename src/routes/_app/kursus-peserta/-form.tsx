/** Form of an enrolment, with student, class and start day. */
import { use } from 'react'
import { RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { ExamineEnrolment } from '#src/data/calls.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { FormTargetContext, type FormTarget } from '#src/ui/form/formTarget.ts'
import { dayOf } from '#src/ui/format/format.ts'
import { useSettled } from '#src/ui/hooks/useSettled.ts'
import { ConflictCheck, isSoft, type Alternative } from '#src/ui/schedule/Conflicts.tsx'

const { ModalForm, Field, useValue, useSet } = formFor(KursusPesertas)

const PesertaField = () => (
  <Field name="peserta_id" wide disabled={use(FormTargetContext).id !== 0} />
)

/**
 * Field for the last day of an enrolment. It is shown only for a new enrolment. The last day of a
 * stored enrolment is set by the action that stops the enrolment.
 */
const EndField = () =>
  use(FormTargetContext).id === 0 ? (
    <Field name="selesai" hint="Jika dikosongkan, tanpa batas" />
  ) : null

/**
 * Shows the conflicts that the student would have in the chosen class. The conflicts are checked
 * again on each change of the form.
 */
const JoinCheck = () => {
  const { id } = use(FormTargetContext)
  const [peserta_id, kursus_pelatih_id] = [useValue('peserta_id'), useValue('kursus_pelatih_id')]
  const [mulai, selesai] = [dayOf(useValue('mulai')), dayOf(useValue('selesai'))]
  const reason = useValue('alasan_bentrok')
  const set = useSet()
  const typed = useSettled(
    peserta_id && kursus_pelatih_id && mulai
      ? { ...(id ? { id } : {}), peserta_id, kursus_pelatih_id, mulai, selesai }
      : undefined,
  )
  const check = ExamineEnrolment.usePreview(typed, {})
  const isBlocked = typed !== undefined && isSoft(check.data)
  const take = (alternative: Alternative) => {
    if (alternative.kursus_pelatih_id) set('kursus_pelatih_id', alternative.kursus_pelatih_id)
  }
  return (
    <>
      {typed && <ConflictCheck {...check} take={take} reason="alasannya saya tulis di bawah" />}
      {(reason || isBlocked) && <Field name="alasan_bentrok" wide required={isBlocked} />}
    </>
  )
}

const PriceReason = () => (
  <Field name="alasan_biaya" required={typeof useValue('biaya_bulanan_khusus') === 'number'} />
)

/**
 * Form of an enrolment. `peserta`: id of the student if the form was opened on the record of a
 * student. `kelas`: id of the class if the form was opened on the record of a class.
 */
export const EnrolmentForm = ({
  target,
  peserta,
  kelas,
}: {
  target?: FormTarget
  peserta?: number
  kelas?: number
}) => {
  const isAdmin = (roleOf(useMe()) ?? RoleId.peserta) <= RoleId.admin
  return (
    <ModalForm
      target={target}
      initial={{ mulai: currentDay(), peserta_id: peserta, kursus_pelatih_id: kelas }}
      link={(row) => ({ to: '/kursus-peserta/view', search: { id: row.id } })}
    >
      <PesertaField />
      <Field name="kursus_pelatih_id" wide />
      <Field name="mulai" />
      <EndField />
      <JoinCheck />
      {isAdmin && (
        <>
          <Field name="biaya_bulanan_khusus" />
          <PriceReason />
          <Field name="bebas_pendaftaran" wide />
        </>
      )}
    </ModalForm>
  )
}
