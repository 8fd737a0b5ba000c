/** Form of a course, in a dialog over the list and over the record. */
import { NativeSelect } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { durasiKursus } from '#contract/catalog/kursus.ts'
import { Kursuses } from '#src/data/resources/kursus.ts'
import { formFor } from '#src/ui/form/form.tsx'
import type { FormTarget } from '#src/ui/form/formTarget.ts'
import { SameName } from '#src/ui/form/SameName.tsx'

const { ModalForm, Field, useField, useValue, useSet, usePropose } = formFor(Kursuses)

/** Fields for the capacity, only for a group course. A private course always has one seat. */
const KapasitasField = () => {
  const isPrivate = useValue('tipe') === 'private'
  const propose = usePropose()
  const reset = useEffectEvent(() => {
    propose('kapasitas_min', null)
    propose('kapasitas_maks', 1)
  })
  useEffect(() => {
    if (isPrivate) reset()
  }, [isPrivate])
  return isPrivate ? null : (
    <>
      <Field name="kapasitas_min" />
      <Field name="kapasitas_maks" hint="Peserta per kelas" />
    </>
  )
}
/**
 * Fields for the level and the next course. Both depend on the category. When the category changes,
 * both fields are cleared.
 */
const JenjangFields = () => {
  const now = {
    kategori: useValue('kategori_kursus_id') || null,
    level: useValue('course_level_id') || null,
    lanjutan: useValue('kursus_selanjutnya_id') || null,
  }
  const set = useSet()
  const before = useRef(now)
  const follow = useEffectEvent(() => {
    if (before.current.kategori !== now.kategori) {
      // Keeps a level or next course that changed together with the category. Such a change was
      // saved by another user and then taken over by this form.
      if (now.level === before.current.level) set('course_level_id', null)
      if (now.lanjutan === before.current.lanjutan) set('kursus_selanjutnya_id', null)
    }
    before.current = now
  })
  useEffect(() => follow(), [now.kategori, now.level, now.lanjutan])
  const filter = now.kategori === null ? undefined : { kategori_kursus_id: now.kategori }
  const hint = filter ? undefined : 'Pilih kategori dahulu'
  return (
    <>
      <Field name="course_level_id" filter={filter} disabled={!filter} hint={hint} />
      <Field name="kursus_selanjutnya_id" filter={filter} disabled={!filter} hint={hint} />
    </>
  )
}

/** Select of the allowed durations. The stored duration of the course stays selectable. */
const DurasiField = () => {
  const { value, error, set } = useField('durasi_menit')
  const [stored] = useState(value)
  const minutes = [...new Set([...durasiKursus, ...(stored ? [stored] : [])])]
  return (
    <div data-field="durasi_menit">
      <NativeSelect
        name="durasi_menit"
        label="Durasi"
        error={error}
        value={String(value ?? '')}
        data={minutes
          .toSorted((a, b) => a - b)
          .map((n) => ({ value: String(n), label: `${n} menit` }))}
        onChange={(e) => set(Number(e.currentTarget.value))}
      />
    </div>
  )
}

/**
 * Form of a course. Without `target`, it is opened by the buttons `Tambah` and `Ubah` of the
 * surrounding list.
 */
export const KursusForm = ({ target }: { target?: FormTarget }) => (
  <ModalForm target={target} link={(row) => ({ to: '/kursus/view', search: { id: row.id } })}>
    <Field name="nama" />
    <Field name="kode" />
    <SameName of={Kursuses} />
    <Field name="kategori_kursus_id" />
    <Field name="tipe" />
    <JenjangFields />
    <KapasitasField />
    <DurasiField />
    <Field name="pertemuan_per_bulan" />
    <Field
      name="biaya_bulanan"
      hint="Harga dasar; harga per outlet dan tanggal ada pada detail kursus"
    />
    <Field name="biaya_pendaftaran" />
    <Field name="gedung" wide />
    <Field name="status" />
    <Field name="ppn_kena" />
  </ModalForm>
)
