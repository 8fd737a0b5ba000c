/** The fields of a class, in a dialog over the list and over the record. */
import { useEffect, useRef } from 'react'
import { currentDay } from '#contract/values/tanggal.ts'
import { KursusPelatihs } from '#src/data/kursusPelatih.ts'
import { formFor } from '#src/ui/form/form.tsx'
import type { FormTarget } from '#src/ui/form/formTarget.ts'

const { ModalForm, Field, useValue, useSet } = formFor(KursusPelatihs)

/** Rooms of the chosen outlet; another outlet has others. */
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

/** Without `target` it follows `Tambah` and `Ubah` of the list around it. */
export const KelasForm = ({ target }: { target?: FormTarget }) => (
  <ModalForm target={target} initial={{ mulai: currentDay() }}>
    <Field name="pelatih_id" />
    <Field name="kursus_id" />
    <Field name="gedung_id" />
    <RuangField />
    <Field name="hari" />
    <Field name="jam_mulai" hint="Jam selesai mengikuti durasi kursus" />
    <Field name="mulai" />
    <Field name="selesai" />
    <Field name="kapasitas" />
    <Field name="status" />
    <Field name="catatan" />
  </ModalForm>
)
