/**
 * Registration form of an applicant: the fields of the contract, choice of outlet and courses, the
 * consent, and a hidden field that detects bots.
 */
import '#src/styles/app.css'
import { NativeSelect, Text } from '@mantine/core'
import { useRef } from 'react'
import {
  checkRegistration,
  type registrationChoices,
  type register,
} from '#contract/access/authCalls.ts'
import { needsWali, consentText } from '#contract/access/rules/consent.ts'
import { type CallInput, type CallOutput } from '#contract/call.ts'
import { RegistrationChoices, Register } from '#src/data/calls.ts'
import { Checks } from '#src/ui/form/fields/Checks.tsx'
import { formOf } from '#src/ui/form/formCall.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'

const { Form, Field, useField, useValue } = formOf(Register, { check: checkRegistration })
type Choices = CallOutput<typeof registrationChoices>

const Outlet = ({ gedung }: { gedung: Choices['gedung'] }) => {
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

const MinatFields = ({ kursus }: { kursus: Choices['kursus'] }) => {
  const outlet = Number(useValue('gedung_id'))
  const { value, error, set } = useField('kursus_minat')
  const chosen = Array.isArray(value) ? value : []
  const offered = kursus.filter((k) => k.gedung.length === 0 || k.gedung.includes(outlet))
  if (!outlet || offered.length === 0) return null
  // Drops those chosen courses that the outlet does not offer. This happens when the user chooses
  // another outlet after the courses.
  const keptIds = chosen.filter((id) => offered.some((k) => k.id === id))
  return (
    <div className="wide" data-field="kursus_minat">
      <Checks
        label="Kursus yang Diminati"
        options={offered.map((k) => ({ value: k.id, label: k.nama }))}
        value={keptIds}
        error={error}
        onChange={set}
      />
    </div>
  )
}

const WaliFields = () =>
  needsWali(useValue('tanggal_lahir')) ? (
    <FormSection title="Wali">
      <Field name="wali_nama" required />
      <Field name="wali_hubungan" required />
      <Field name="wali_phone" required />
    </FormSection>
  ) : null

const PersetujuanFields = () => {
  const isMinor = needsWali(useValue('tanggal_lahir'))
  return (
    <FormSection title="Persetujuan">
      {consentText.map((text) => (
        <Text key={text} className="wide" c="dimmed">
          {text}
        </Text>
      ))}
      <Field
        name="persetujuan"
        wide
        label={
          isMinor
            ? 'Saya wali peserta dan menyetujui pemrosesan data anak ini'
            : 'Saya menyetujui pemrosesan data ini'
        }
      />
    </FormSection>
  )
}

/** Hidden field that cannot be focused, so that only a bot fills it in. */
const Honeypot = () => {
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

/**
 * Registration form. Suspends until the outlets and courses have loaded. `onDone` receives the
 * message of the server.
 */
export const RegisterForm = ({
  onDone,
  onCancel,
}: {
  onDone: (message: string) => void
  onCancel: () => void
}) => {
  const { gedung, kursus } = RegistrationChoices.useSuspenseData({})
  const [only] = gedung.length === 1 ? gedung : []
  const message = useRef('')
  const { mutateAsync } = Register.useMutation({ quiet: true })
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
      <MinatFields kursus={kursus} />
      <WaliFields />
      <PersetujuanFields />
      <Honeypot />
    </Form>
  )
}
