/** Form of a promo, used by the list and the record. */
import { createContext, use, useEffect, useEffectEvent, useRef } from 'react'
import { openPromoFields } from '#contract/billing/promo.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { Promos } from '#src/data/resources/promo.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'
import { FormTargetContext, type FormTarget } from '#src/ui/form/formTarget.ts'
import { SameName } from '#src/ui/form/SameName.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { expandPromo } from './-expand.ts'

const { Field: AnyField, ModalForm, useValue, useSet } = formFor(Promos)

/** Number of draft bills that use the edited promo; null if no bill uses the promo. */
const LockContext = createContext<{ draft: number } | null>(null)
/**
 * Field of a promo. While a bill uses the promo, all fields except those in `openPromoFields` are
 * read-only.
 */
const Field: typeof AnyField = (props) => (
  <AnyField
    {...props}
    disabled={use(LockContext) !== null && !openPromoFields.includes(props.name)}
  />
)

/**
 * Fields for the value of a promo. The unit of the value depends on the type of the promo: percent,
 * rupiah, or the number of a month. A change of the type therefore clears the value.
 */
const NilaiFields = () => {
  const tipe = useValue('tipe')
  const set = useSet()
  const before = useRef(tipe)
  const clear = useEffectEvent(() => {
    set('nilai', 0)
    if (tipe === 'nominal') set('maks_diskon', null)
  })
  useEffect(() => {
    if (before.current !== tipe) clear()
    before.current = tipe
  }, [tipe])
  return (
    <>
      {tipe === 'persen' && (
        <Field
          name="nilai"
          as="percent"
          label="Persen"
          hint="Dari baris setelah prorata"
          required
        />
      )}
      {tipe === 'nominal' && (
        <Field name="nilai" as="rupiah" label="Potongan" hint="Per baris tagihan" required />
      )}
      {tipe === 'gratis_bulan_ke_n' && (
        <Field name="nilai" label="Bulan ke" hint="Dihitung dari bulan mulai kursus" required />
      )}
      {tipe !== 'nominal' && <Field name="maks_diskon" />}
    </>
  )
}

const PromoFields = () => (
  <>
    <Field name="nama" />
    <Field name="kode" />
    <SameName of={Promos} />
    <Field name="tipe" />
    <NilaiFields />
    <FormSection title="Masa berlaku dan kuota">
      <Field name="mulai" />
      <Field name="selesai" />
      <Field name="durasi_bulan" />
      <Field name="status" />
      <Field name="kuota" />
      <Field name="kuota_per_akun" />
    </FormSection>
    <FormSection title="Berlaku untuk">
      <Field name="jenis_sifat" wide />
      <Field name="kategori" />
      <Field name="kursus" />
      <Field name="gedung" />
      <Field name="min_kursus_keluarga" />
      <Field name="urutan_anak" />
      <Field name="peserta_baru" />
    </FormSection>
    <FormSection title="Bersama promo lain">
      <Field name="prioritas" />
      <Field name="dapat_digabung" />
    </FormSection>
  </>
)
/** Fields of a stored promo, with a note on the read-only fields if a bill uses the promo. */
const StoredPromoFields = ({ id }: { id: number }) => {
  const { terkunci = null } = Promos.useView(id, expandPromo)
  return (
    <LockContext value={terkunci}>
      {terkunci && (
        <Note className="wide">
          {terkunci.draft > 0
            ? `Promo ini ada di ${numberText(terkunci.draft)} draft tagihan`
            : 'Promo ini sudah dipakai tagihan'}
          : potongan dan syaratnya tetap. Yang dapat diubah hanya selesai, status, dan kuota; untuk
          syarat lain buat promo baru.
        </Note>
      )}
      <PromoFields />
    </LockContext>
  )
}
/**
 * Form of a promo. Without `target`, it is opened by the buttons `Tambah` and `Ubah` of the
 * surrounding list.
 */
export const PromoForm = ({ target }: { target?: FormTarget }) => {
  const list = use(FormTargetContext)
  const { id } = target ?? list
  return (
    <ModalForm
      target={target}
      expand={expandPromo}
      initial={{ mulai: currentDay(), jenis_sifat: ['kursus'] }}
    >
      {id ? <StoredPromoFields id={id} /> : <PromoFields />}
    </ModalForm>
  )
}
