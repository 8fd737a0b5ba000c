import '#src/styles/app.css'
/** The registration form: fields of the contract, outlets and courses as names, consent, and a trap for machines. */
import { NativeSelect } from '@mantine/core'
import { useRef } from 'react'
import {
  periksaPendaftaran,
  type CallInput,
  type CallOutput,
  type pilihanDaftar,
  type register,
} from '#contract/calls.ts'
import { perluWali, teksPersetujuan } from '#contract/rules/persetujuan.ts'
import { PilihanDaftar, Register } from '#src/data/calls.ts'
import { formOf } from '#src/ui/formCall.tsx'
import { FormSection } from '#src/ui/FormSection.tsx'

const { Form, Field, useField, useValue } = formOf(Register, { check: periksaPendaftaran })
type Pilihan = CallOutput<typeof pilihanDaftar>

const Outlet = ({ gedung }: { gedung: Pilihan['gedung'] }) => {
  const { value, error, set } = useField('gedung_id')
  return (
    <div data-field="gedung_id">
      <NativeSelect
        label="Outlet"
        name="gedung_id"
        required
        error={error}
        value={String(value ?? '')}
        onChange={(e) => set(Number(e.currentTarget.value))}
        data={[
          { value: '', label: '– pilih –' },
          ...gedung.map((g) => ({ value: String(g.id), label: `${g.nama}, ${g.kota}` })),
        ]}
      />
    </div>
  )
}

const Minat = ({ kursus }: { kursus: Pilihan['kursus'] }) => {
  const outlet = Number(useValue('gedung_id'))
  const { value, error, set } = useField('kursus_minat')
  const chosen = Array.isArray(value) ? value : []
  const offered = kursus.filter((k) => k.gedung.length === 0 || k.gedung.includes(outlet))
  if (!outlet || offered.length === 0) return null
  // What another outlet offered is no longer meant.
  const kept = chosen.filter((id) => offered.some((k) => k.id === id))
  return (
    <fieldset className="wide minat" aria-describedby={error ? 'galat-minat' : undefined}>
      <legend>Kursus yang Diminati</legend>
      {offered.map((k) => (
        <label key={k.id}>
          <input
            type="checkbox"
            checked={kept.includes(k.id)}
            onChange={(e) =>
              set(e.currentTarget.checked ? [...kept, k.id] : kept.filter((id) => id !== k.id))
            }
          />
          {k.nama}
        </label>
      ))}
      {error && (
        <div id="galat-minat" className="fieldError">
          {error}
        </div>
      )}
    </fieldset>
  )
}

const Wali = () =>
  perluWali(useValue('tanggal_lahir')) ? (
    <FormSection title="Wali">
      <Field name="wali_nama" required />
      <Field name="wali_hubungan" required />
      <Field name="wali_phone" required />
    </FormSection>
  ) : null

const Persetujuan = () => {
  const anak = perluWali(useValue('tanggal_lahir'))
  return (
    <FormSection title="Persetujuan">
      {teksPersetujuan.map((text) => (
        <p key={text} className="wide dim" style={{ margin: 0 }}>
          {text}
        </p>
      ))}
      <Field
        name="persetujuan"
        wide
        label={
          anak
            ? 'Saya wali peserta dan menyetujui pemrosesan data anak ini'
            : 'Saya menyetujui pemrosesan data ini'
        }
      />
    </FormSection>
  )
}

/** Out of sight and out of the tab order; a machine fills it in. */
const Jebakan = () => {
  const { value, set } = useField('situs')
  return (
    <div className="sr" aria-hidden="true">
      <label>
        Situs
        <input
          name="situs"
          tabIndex={-1}
          autoComplete="off"
          value={String(value ?? '')}
          onChange={(e) => set(e.currentTarget.value)}
        />
      </label>
    </div>
  )
}

/** Asks for outlets and courses (suspends), sends, and hands over what the server says. */
export const FormPendaftaran = ({
  onDone,
  onCancel,
}: {
  onDone: (message: string) => void
  onCancel: () => void
}) => {
  const { gedung, kursus } = PilihanDaftar.useData({})
  const [only] = gedung.length === 1 ? gedung : []
  const message = useRef('')
  const { mutateAsync } = Register.useSend({ quiet: true })
  const send = async (input: CallInput<typeof register>) => {
    const offered = kursus
      .filter((k) => k.gedung.length === 0 || k.gedung.includes(input.gedung_id))
      .map((k) => k.id)
    const { message: said } = await mutateAsync({
      ...input,
      kursus_minat: (input.kursus_minat ?? []).filter((id) => offered.includes(id)),
    })
    message.current = said
  }
  return (
    <Form
      send={send}
      onDone={() => onDone(message.current)}
      onCancel={onCancel}
      submitLabel="Daftar"
      initial={{ gedung_id: only?.id }}
    >
      <Field name="name" wide autoComplete="name" />
      <Field name="tanggal_lahir" autoComplete="bday" />
      <Field name="phone" autoComplete="tel" />
      <Field name="email" autoComplete="email" />
      <Field name="password" autoComplete="new-password" />
      <Outlet gedung={gedung} />
      <Field name="information_source" />
      <Minat kursus={kursus} />
      <Wali />
      <Persetujuan />
      <Jebakan />
    </Form>
  )
}
