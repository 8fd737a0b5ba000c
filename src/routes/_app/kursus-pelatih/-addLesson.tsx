/** Dialog that adds a lesson: either an extra lesson of a class, or a trial lesson. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ExaminePertemuan } from '#src/data/calls.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { Pertemuans } from '#src/data/resources/pertemuan.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { isDay, jam, tanggalWithDay } from '#src/ui/format/format.ts'
import { ConflictCheck, isSoft, type Alternative } from '#src/ui/schedule/Conflicts.tsx'

const { ModalForm, Field, useValue, useSet, usePropose } = formFor(Pertemuans)

/**
 * Fields for class, course, coach and room. When a class is chosen, its course, coach and room are
 * filled in. The user can then change coach and room, but not the course.
 */
const OfClass = () => {
  const id = useValue('kursus_pelatih_id') || 0
  const isTrial = useValue('jenis') === 'trial'
  const hour = useValue('jam_mulai')
  const propose = usePropose()
  const { data: kelas } = useQuery({ ...KursusPelatihs.queries.view(id), enabled: id > 0 })
  const take = useEffectEvent(() => {
    if (!kelas) return
    propose('kursus_id', kelas.kursus_id)
    propose('pelatih_id', kelas.pelatih_id)
    propose('ruang_id', kelas.ruang_id)
    if (!hour) propose('jam_mulai', kelas.jam_mulai)
  })
  useEffect(() => take(), [kelas?.id])
  return (
    <>
      <Field
        name="kursus_pelatih_id"
        wide
        required={!isTrial}
        hint={isTrial ? 'Jika dikosongkan, trial di luar kelas' : undefined}
      />
      <Field name="kursus_id" disabled={id > 0} />
      <Field name="pelatih_id" />
      <Field name="ruang_id" filter={{ gedung_id: kelas?.gedung_id }} />
    </>
  )
}

const Check = () => {
  const [kursus_id, pelatih_id, ruang_id] = [
    useValue('kursus_id') || undefined,
    useValue('pelatih_id') || undefined,
    useValue('ruang_id') || undefined,
  ]
  const kursus_pelatih_id = useValue('kursus_pelatih_id') || null
  const [tanggal, jam_mulai] = [useValue('tanggal') ?? '', useValue('jam_mulai') ?? '']
  const set = useSet()
  const isWhole = kursus_id !== undefined && pelatih_id !== undefined && ruang_id !== undefined
  const input =
    isWhole && isDay(tanggal) && /^\d\d:\d\d$/.test(jam_mulai)
      ? { kursus_pelatih_id, kursus_id, pelatih_id, ruang_id, tanggal, jam_mulai }
      : undefined
  const check = ExaminePertemuan.usePreview(input, {})
  const take = (alternative: Alternative) => {
    if (alternative.tanggal) set('tanggal', alternative.tanggal)
    set('jam_mulai', alternative.jam_mulai)
    set('pelatih_id', alternative.pelatih_id)
    set('ruang_id', alternative.ruang_id)
  }
  return (
    <>
      <Field name="catatan" wide required={isSoft(check.data)} />
      {input && <ConflictCheck {...check} take={take} reason="alasannya saya tulis di Catatan" />}
    </>
  )
}

export const AddLesson = ({
  isOpen,
  close,
  kelas,
  tanggal,
}: {
  isOpen: boolean
  close: () => void
  /** Id of the class to which the lesson is added; undefined if the user has to choose it. */
  kelas?: number
  tanggal?: string
}) => (
  <ModalForm
    target={{ id: isOpen ? 0 : null, close }}
    title="Tambah Pertemuan"
    initial={{ jenis: 'tambahan', kursus_pelatih_id: kelas ?? null, ...(tanggal && { tanggal }) }}
    nameOf={(row) => `${tanggalWithDay(row.tanggal)} ${jam(row.jam_mulai)}`}
    link={(row) => ({ to: '/kursus-pelatih/absensi', search: { id: row.id } })}
  >
    <Field name="jenis" options={['tambahan', 'trial']} />
    <OfClass />
    <Field name="tanggal" />
    <Field name="jam_mulai" />
    <Check />
  </ModalForm>
)
