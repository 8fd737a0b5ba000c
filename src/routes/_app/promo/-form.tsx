/** The form of a promo, for its list and its record. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { Promos } from '#src/data/promo.ts'
import { formFor } from '#src/ui/form.tsx'
import { FormSection } from '#src/ui/FormSection.tsx'

const { Field, useValue, useSet, ...rest } = formFor(Promos)
export const { ModalForm } = rest

/** What the type asks for. Another type starts with an empty value: 500 is 5 %, Rp500 and month 500. */
const Nilai = ({ disabled }: { disabled: boolean }) => {
  const tipe = useValue('tipe')
  const set = useSet()
  const before = useRef(tipe)
  const clear = useEffectEvent(() => { set('nilai', 0); if (tipe === 'nominal') set('maks_diskon', null) })
  useEffect(() => { if (before.current !== tipe) clear(); before.current = tipe }, [tipe])
  return (
    <>
      {tipe === 'persen' && <Field name="nilai" as="percent" label="Persen" hint="Dari baris setelah prorata" required disabled={disabled} />}
      {tipe === 'nominal' && <Field name="nilai" as="rupiah" label="Potongan" hint="Per baris tagihan" required disabled={disabled} />}
      {tipe === 'gratis_bulan_ke_n' && <Field name="nilai" label="Bulan ke" hint="Dihitung dari bulan mulai kursus" required disabled={disabled} />}
      {tipe !== 'nominal' && <Field name="maks_diskon" disabled={disabled} />}
    </>
  )
}

/** All fields of a promo. One that bills have used (`terkunci`) keeps what it gives and to whom. */
export const PromoFields = ({ terkunci = false }: { terkunci?: boolean }) => (
  <>
    <Field name="nama" disabled={terkunci} />
    <Field name="kode" disabled={terkunci} />
    <Field name="tipe" disabled={terkunci} />
    <Nilai disabled={terkunci} />
    <FormSection title="Masa berlaku dan kuota">
      <Field name="mulai" disabled={terkunci} />
      <Field name="selesai" />
      <Field name="durasi_bulan" disabled={terkunci} />
      <Field name="status" />
      <Field name="kuota" />
      <Field name="kuota_per_akun" disabled={terkunci} />
    </FormSection>
    <FormSection title="Berlaku untuk">
      <Field name="jenis_sifat" wide disabled={terkunci} />
      <Field name="kategori" disabled={terkunci} />
      <Field name="kursus" disabled={terkunci} />
      <Field name="gedung" disabled={terkunci} />
      <Field name="min_kursus_keluarga" disabled={terkunci} />
      <Field name="urutan_anak" disabled={terkunci} />
      <Field name="peserta_baru" disabled={terkunci} />
    </FormSection>
    <FormSection title="Bersama promo lain">
      <Field name="prioritas" disabled={terkunci} />
      <Field name="dapat_digabung" disabled={terkunci} />
    </FormSection>
  </>
)
