/** The fields of a class, in a dialog over the list and over the record. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { currentDay } from '#contract/values/tanggal.ts'
import { KursusPelatihs } from '#src/data/kursusPelatih.ts'
import { formFor } from '#src/ui/form/form.tsx'
import type { FormTarget } from '#src/ui/form/formTarget.ts'
import { shortTanggal } from '#src/ui/format/format.ts'

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

const dated = ['hari', 'jam_mulai', 'ruang_id', 'pelatih_id'] as const
/** From when a change holds that was begun at one of the lessons: from that one on. */
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
 * Without `target` it follows `Tambah` and `Ubah` of the list around it. `from`: the day of the
 * lesson from which on the class is to change.
 */
export const KelasForm = ({ target, from }: { target?: FormTarget; from?: string }) => (
  <ModalForm target={target} initial={{ mulai: currentDay() }}>
    <Field name="pelatih_id" />
    <Field name="kursus_id" />
    <Field name="gedung_id" />
    <RuangField />
    <Field name="hari" />
    <Field name="jam_mulai" hint="Jam selesai mengikuti durasi kursus" />
    {from !== undefined && <SinceField from={from} />}
    <Field name="mulai" />
    <Field name="selesai" />
    <Field name="kapasitas" />
    <Field name="status" />
    <Field name="catatan" />
  </ModalForm>
)
