/** Form of an outlet, with a preview of its letterhead. */
import { lazy, Suspense } from 'react'
import { Gedungs } from '#src/data/resources/gedung.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { part } from '#src/ui/page/part.ts'
import { ConflictRefusal } from '#src/ui/schedule/Conflicts.tsx'

const KopPreview = lazy(() =>
  part(() => import('#src/routes/_app/-setting/kop.tsx')).then((m) => ({ default: m.KopPreview })),
)

const { ModalForm, Field, useValue } = formFor(Gedungs)

const FormKopPreview = () => {
  const [logo, phone, email, kop_surat] = [
    useValue('logo'),
    useValue('phone'),
    useValue('email'),
    useValue('kop_surat'),
  ]
  const outlet = {
    nama: useValue('nama') || 'Nama outlet',
    alamat: useValue('alamat') || 'Alamat',
    kota: useValue('kota') || 'Kota',
    phone: phone || null,
    email: email || null,
    kop_surat: kop_surat || null,
  }
  return (
    <Suspense>
      <KopPreview outlet={{ ...outlet, logo: typeof logo === 'number' ? logo : null }} />
    </Suspense>
  )
}

/** Form of an outlet, opened by the surrounding list or by a picker. */
export const GedungForm = () => (
  <ModalForm>
    <Field name="nama" />
    <Field name="kode" />
    <Field name="alamat" />
    <Field name="kota" />
    <Field name="zona_waktu" />
    <Field name="phone" />
    <Field name="email" />
    <Field name="jam_buka" />
    <Field name="jam_tutup" />
    <Field name="status" />
    <Field name="logo" />
    <Field name="kop_surat" />
    <ConflictRefusal about={['jam_buka', 'jam_tutup', 'zona_waktu']}>
      <Field name="alasan" wide required />
    </ConflictRefusal>
    <FormKopPreview />
  </ModalForm>
)
