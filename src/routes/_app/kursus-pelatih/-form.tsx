/** Form of a class, in a dialog over the list and over the record. */
import { use, useEffect, useEffectEvent, useRef } from 'react'
import { Hari } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { ExamineKelas } from '#src/data/calls.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { FormTargetContext, type FormTarget } from '#src/ui/form/formTarget.ts'
import { isDay, shortTanggal } from '#src/ui/format/format.ts'
import { useSettled } from '#src/ui/hooks/useSettled.ts'
import { ConflictCheck, isSoft, type Alternative } from '#src/ui/schedule/Conflicts.tsx'

const { ModalForm, Field, useValue, useSet } = formFor(KursusPelatihs)

/** Field for the room, which is cleared when the outlet changes. */
const RuangField = () => {
  const gedung = useValue('gedung_id')
  const set = useSet()
  const last = useRef(gedung)
  useEffect(() => {
    if (last.current && last.current !== gedung) set('ruang_id', 0)
    last.current = gedung
  }, [gedung, set])
  return (
    <Field
      key={gedung}
      name="ruang_id"
      filter={{ gedung_id: gedung || undefined }}
      disabled={!gedung}
      hint={gedung ? undefined : 'Pilih outlet dahulu'}
    />
  )
}

const dated = ['hari', 'jam_mulai', 'ruang_id', 'pelatih_id'] as const
/**
 * Field for the first day of a change to a class, in a form that was opened from a lesson of the
 * class. When the user changes the value of one of the `dated` fields, `SinceField` fills in
 * `from`, the day of the lesson.
 */
const SinceField = ({ from }: { from: string }) => {
  const now = [useValue(dated[0]), useValue(dated[1]), useValue(dated[2]), useValue(dated[3])]
  const set = useSet()
  const text = now.join(' ')
  const first = useRef(text)
  const follow = useEffectEvent(() => set('berlaku_mulai', from))
  useEffect(() => {
    if (first.current !== text) follow()
  }, [text])
  return <Field name="berlaku_mulai" hint={`Perubahan berlaku mulai ${shortTanggal(from)}`} />
}

/**
 * Field for the first day of a change to a stored class. A new class does not have this field,
 * because its whole schedule starts on the first day of the class (`mulai`).
 */
const FromField = () => {
  const { id } = use(FormTargetContext)
  return id ? <Field name="berlaku_mulai" /> : null
}

const dayOf = (value: unknown): string | null =>
  typeof value === 'string' && isDay(value) ? value : null
/** Returns the typed class if it is complete enough for a conflict check; otherwise undefined. */
const useTyped = () => {
  const { id } = use(FormTargetContext)
  const pelatih_id = useValue('pelatih_id')
  const kursus_id = useValue('kursus_id')
  const gedung_id = useValue('gedung_id')
  const ruang_id = useValue('ruang_id')
  const hari = useValue('hari')
  const jam_mulai = useValue('jam_mulai')
  const mulai = dayOf(useValue('mulai'))
  const selesai = dayOf(useValue('selesai'))
  const berlaku_mulai = dayOf(useValue('berlaku_mulai'))
  const seats = useValue('kapasitas')
  const rests = useValue('status') === 'nonaktif'
  if (!pelatih_id || !kursus_id || !gedung_id || !ruang_id || !hari || !mulai) return undefined
  if (rests || !jam_mulai || !/^\d\d:\d\d$/.test(jam_mulai)) return undefined
  const place = { pelatih_id, kursus_id, gedung_id, ruang_id, hari, jam_mulai }
  const kapasitas = typeof seats === 'number' && seats >= 1 && seats <= 100 ? seats : null
  return { ...(id ? { id } : {}), ...place, mulai, selesai, berlaku_mulai, kapasitas }
}
/**
 * Shows the conflicts of the typed class while typing, and a field for the reason that allows soft
 * conflicts.
 */
const ClassCheck = () => {
  const typed = useSettled(useTyped())
  const check = ExamineKelas.usePreview(typed, {})
  const reason = useValue('alasan_bentrok')
  const set = useSet()
  const take = (alternative: Alternative) => {
    const hari = Hari.options.find((o) => o.value === alternative.hari)
    if (hari) set('hari', hari.value)
    set('jam_mulai', alternative.jam_mulai)
    set('pelatih_id', alternative.pelatih_id)
    set('ruang_id', alternative.ruang_id)
  }
  const finding = typed ? check.data : undefined
  return (
    <>
      {typed && <ConflictCheck {...check} take={take} reason="alasannya saya tulis di bawah" />}
      {finding?.tanya_dulu && (
        <Note className="wide" role="status">
          Guru minta ditanya dahulu untuk jam ini: kelas menunggu persetujuannya, dan belum menerima
          peserta.
        </Note>
      )}
      {(reason || isSoft(finding)) && (
        <Field name="alasan_bentrok" wide required={isSoft(finding)} />
      )}
    </>
  )
}

/**
 * Form of a class. Without `target`, it is opened by the buttons `Tambah` and `Ubah` of the
 * surrounding list. `from`: day of the lesson from which the form was opened; undefined if it was
 * not opened from a lesson.
 */
export const KelasForm = ({ target, from }: { target?: FormTarget; from?: string }) => (
  <ModalForm target={target} initial={{ mulai: currentDay() }}>
    <Field name="pelatih_id" />
    <Field name="kursus_id" />
    <Field name="gedung_id" />
    <RuangField />
    <Field name="hari" />
    <Field name="jam_mulai" hint="Jam selesai mengikuti durasi kursus" />
    {from === undefined ? <FromField /> : <SinceField from={from} />}
    <Field name="mulai" />
    <Field name="selesai" />
    <Field name="kapasitas" />
    <Field name="status" />
    <Field name="catatan" />
    <ClassCheck />
  </ModalForm>
)
