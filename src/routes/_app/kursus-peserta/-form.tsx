/** Form of an enrolment, with student, class and start day. */
import { use, useState } from 'react'
import { RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { ExamineEnrolment } from '#src/data/calls.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { FullClassSteps } from '#src/routes/_app/kursus-peserta/-fullClass.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
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
 * Returns the conflicts that the student would have in a class. They are checked again on each
 * change of the form.
 */
const useCheck = (kursus_pelatih_id: number | '' | null | undefined) => {
  const { id } = use(FormTargetContext)
  const peserta_id = useValue('peserta_id')
  const [mulai, selesai] = [dayOf(useValue('mulai')), dayOf(useValue('selesai'))]
  const typed = useSettled(
    peserta_id && kursus_pelatih_id && mulai
      ? { ...(id ? { id } : {}), peserta_id, kursus_pelatih_id, mulai, selesai }
      : undefined,
  )
  return { typed, check: ExamineEnrolment.usePreview(typed, {}) }
}

/**
 * Picker of the class, with the classes of the student's outlet first. Picking a full class leaves
 * the field as it is, and shows classes with free seats instead.
 */
const ClassField = () => {
  const [peserta_id, kelas] = [useValue('peserta_id'), useValue('kursus_pelatih_id')]
  const [picked, setPicked] = useState<{ full: number; instead: typeof kelas }>()
  // Hides the full class once another class is chosen.
  const full = picked && picked.instead === kelas ? picked.full : null
  const { typed, check } = useCheck(full)
  const set = useSet()
  return (
    <>
      <Field
        name="kursus_pelatih_id"
        wide
        filter={{ untuk: peserta_id || 0 }}
        onClosed={(id) => setPicked({ full: id, instead: kelas })}
      />
      {full !== null && !peserta_id && (
        <Note tone="orange" className="wide" role="status">
          Kelas ini tidak menerima peserta baru. Pilih peserta untuk melihat kelas lain yang kosong.
        </Note>
      )}
      {full !== null && peserta_id && typed && (
        <>
          <ConflictCheck
            {...check}
            take={({ kursus_pelatih_id }) => {
              if (kursus_pelatih_id) set('kursus_pelatih_id', kursus_pelatih_id)
            }}
          />
          <FullClassSteps peserta_id={peserta_id} kelas={full} />
        </>
      )}
    </>
  )
}

/** Shows the conflicts that the student would have in the chosen class. */
const JoinCheck = () => {
  const reason = useValue('alasan_bentrok')
  const set = useSet()
  const { typed, check } = useCheck(useValue('kursus_pelatih_id'))
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
      <ClassField />
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
