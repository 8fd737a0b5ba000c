/** Step 1 of an activation: payer and student. */
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { adultAge, consentText, needsWali } from '#contract/access/rules/consent.ts'
import { oneContactHint } from '#contract/access/rules/userRequired.ts'
import type { CallInput } from '#contract/call.ts'
import type { addStudent } from '#contract/sales/activationCalls.ts'
import { studentStepIssues } from '#contract/sales/rules/activation.ts'
import { ageOf } from '#contract/values/tanggal.ts'
import { AddStudent } from '#src/data/calls.ts'
import {
  KeepForm,
  StaleNote,
  typedOf,
  useKeeping,
  type State,
} from '#src/routes/_app/sales/-activationAutosave.tsx'
import type { ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formOf } from '#src/ui/form/formCall.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'
import { useFormStore } from '#src/ui/form/useForm.ts'
import { isDay } from '#src/ui/format/format.ts'

type Input = CallInput<typeof addStudent>
const nothing = {
  akun_billing_id: null,
  akun_nama: null,
  akun_phone: null,
  akun_email: null,
  peserta_id: null,
  name: null,
  phone: null,
  email: null,
  gender: null,
  tanggal_lahir: null,
  gedung_id: null,
  wali_nama: null,
  wali_phone: null,
  persetujuan: false,
} as const
const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const { Form, Field, useValue, useSet } = formOf(AddStudent, {
  check: (v) => {
    const givenValues = Object.fromEntries(
      Object.entries(v).filter(([, value]) => value !== undefined),
    )
    return studentStepIssues({
      ...nothing,
      pembayar: v.pembayar ?? 'baru',
      ...givenValues,
      akun_billing_id: idOf(v.akun_billing_id),
      peserta_id: idOf(v.peserta_id),
      gedung_id: idOf(v.gedung_id),
    })
  },
})

/**
 * Returns the initial values of the guardian fields. If no guardian is recorded, the lead or
 * applicant is assumed to be the parent, so name and phone of this person are used.
 */
const guardianOf = ({ nama, phone, wali_nama, wali_hubungan, wali_phone }: State['calon']) => ({
  wali_nama: wali_nama ?? nama,
  wali_hubungan,
  wali_phone: wali_phone ?? phone,
})
/** Returns the initial values of the form from the lead or applicant. */
const initialOf = ({ calon }: State): Partial<Input> => {
  const { nama, phone, email, tanggal_lahir, gender } = calon
  const isChild = calon.wali_nama !== null || (calon.usia ?? adultAge) < adultAge
  // A lead has an age in years. An applicant has a birth date, from which the age is computed.
  const age = tanggal_lahir === null ? calon.usia : ageOf(tanggal_lahir)
  const isGrown = age !== null && age >= adultAge && calon.wali_nama === null
  const guardian = guardianOf(calon)
  return {
    pembayar: isGrown ? 'sendiri' : 'baru',
    akun_nama: guardian.wali_nama,
    akun_phone: guardian.wali_phone,
    akun_email: email,
    // A lead for a child without a recorded guardian has the name of the parent, so the name of the
    // student stays empty.
    name: isChild && calon.wali_nama === null ? null : nama,
    gender: gender === 'Laki-laki' || gender === 'Perempuan' ? gender : null,
    tanggal_lahir,
    ...(isGrown && { phone, email }),
    // Fills in the guardian unless the student is known to be an adult. The form requires a
    // guardian if the birth date shows that the student is a child.
    ...(!isGrown && guardian),
    gedung_id: calon.gedung?.id ?? null,
    information_source: calon.information_source,
    persetujuan: calon.persetujuan,
  }
}

const sameText = { phone: 'nomor sama', email: 'email sama', nama: 'nama mirip' }
/**
 * Note on stored families to which the student may belong. One click chooses the payer of a family.
 */
const Families = ({ state: { keluarga, di_luar } }: { state: State }) => {
  const set = useSet()
  const chosen = useValue('akun_billing_id')
  const pays = useValue('pembayar')
  if (keluarga.length === 0 && di_luar === 0) return null
  return (
    <Note tone="orange" className="wide" role="group" aria-label="Mungkin keluarga yang sama">
      {keluarga.length > 0 && <Text size="sm">Mungkin keluarga yang sudah ada:</Text>}
      {keluarga.map(({ akun_billing, peserta, sama }) => (
        <Group key={akun_billing.id} gap="xs" mt="xs">
          <Text size="sm" style={{ flex: '1 1 14rem' }}>
            <b>{akun_billing.name}</b> ({sama.map((s) => sameText[s]).join(', ')})
            {peserta.length > 0 && `: ${peserta.map((p) => p.name).join(', ')}`}
          </Text>
          <Button
            size="compact-md"
            h={32}
            variant="default"
            disabled={pays === 'ada' && chosen === akun_billing.id}
            aria-label={`Pakai keluarga ini: ${akun_billing.name}`}
            onClick={() => {
              set('pembayar', 'ada')
              set('akun_billing_id', akun_billing.id)
            }}
          >
            Pakai keluarga ini
          </Button>
        </Group>
      ))}
      {di_luar > 0 && (
        <Text size="sm" mt="xs">
          {di_luar} orang lain di luar wilayah Anda memakai nomor atau email ini: tanyakan admin.
        </Text>
      )}
    </Note>
  )
}
/**
 * Pairs of field names for phone and e-mail. The first field belongs to a new payer, the second to
 * a student who pays.
 */
const contactFields = [
  ['akun_phone', 'phone'],
  ['akun_email', 'email'],
] as const
/**
 * Keeps a typed phone and e-mail when the kind of payer changes: copies them to the fields of the
 * new kind, unless the user has typed other values in these fields.
 */
const KeepContact = () => {
  const store = useFormStore()
  const pays = useValue('pembayar')
  const last = useRef(pays)
  const keep = (from: string, to: string) => {
    const [typed, present] = [store.get(from), store.get(to)]
    const isUntouched = !present || present === store.initial()[to]
    if (typed && typed !== present && isUntouched) store.set(to, typed)
  }
  const change = useEffectEvent(() => {
    if (last.current === pays) return
    last.current = pays
    for (const [payer, student] of contactFields) {
      if (pays === 'sendiri') keep(payer, student)
      if (pays === 'baru') keep(student, payer)
    }
  })
  useEffect(() => change(), [pays])
  return null
}
const PayerFields = ({ state, isApplicant }: { state: State; isApplicant: boolean }) => {
  const pays = useValue('pembayar')
  const akun = useValue('akun_billing_id')
  return (
    <FormSection title="Yang membayar">
      <Families state={state} />
      <Field name="pembayar" wide />
      <KeepContact />
      {pays === 'baru' && (
        <>
          <Field name="akun_nama" required />
          <Field name="akun_phone" hint={oneContactHint} />
          <Field name="akun_email" hint={oneContactHint} />
        </>
      )}
      {pays === 'ada' && (
        <>
          <Field name="akun_billing_id" required />
          {!isApplicant && typeof akun === 'number' && (
            <Field
              name="peserta_id"
              label="Peserta yang Sudah Ada"
              hint="Jika dikosongkan, peserta baru di keluarga ini"
              filter={{ akun_billing_id: akun }}
            />
          )}
        </>
      )}
    </FormSection>
  )
}
/**
 * Fields that depend on the birth date. The contact fields are shown after the birth date is
 * entered; the guardian fields are shown for a child. The consent to data processing is always
 * shown.
 */
const GuardianFields = ({ state }: { state: State }) => {
  const born = useValue('tanggal_lahir')
  const isChild = needsWali(born)
  const isKnown = typeof born === 'string' && isDay(born)
  const agreed = state.calon.persetujuan
  return (
    <>
      {isKnown && (
        <>
          <Field name="phone" required={!isChild} />
          <Field name="email" />
        </>
      )}
      {isChild && (
        <FormSection title="Wali">
          <Field name="wali_nama" required />
          <Field name="wali_hubungan" />
          <Field name="wali_phone" required />
        </FormSection>
      )}
      <FormSection title="Persetujuan">
        {agreed ? (
          <Text size="sm" className="wide">
            Pendaftar sudah menyetujui pemrosesan data saat mendaftar.
          </Text>
        ) : (
          <>
            {consentText.map((text) => (
              <Text key={text} size="sm" c="dimmed" className="wide">
                {text}
              </Text>
            ))}
            <Field
              name="persetujuan"
              wide
              label={
                isChild ? 'Wali menyetujui pemrosesan data anak' : 'Menyetujui pemrosesan data'
              }
              required={isChild}
            />
          </>
        )}
      </FormSection>
    </>
  )
}
const StudentFields = ({ state }: { state: State }) => {
  const isKnown = typeof useValue('peserta_id') === 'number'
  if (isKnown) return null
  return (
    <>
      <FormSection title="Peserta">
        <Field name="name" required />
        <Field name="nama_panggilan" />
        <Field name="gender" required />
        <Field name="tanggal_lahir" required />
        <Field name="gedung_id" required />
        <Field name="information_source" />
        <Field name="alamat" wide />
      </FormSection>
      <GuardianFields state={state} />
    </>
  )
}

interface StepProps {
  of: ActivationSubject
  state: State
  onDone: () => void
  onCancel: () => void
  reload: () => void
}
export const StudentStep = ({ of, state, onDone, onCancel, reload }: StepProps) => {
  const keeping = useKeeping(of, 'peserta', state)
  const send = AddStudent.useMutation({ quiet: true, params: of })
  return (
    <Form
      initial={{ ...initialOf(state), ...typedOf(state, 'peserta') }}
      submitLabel="Simpan dan lanjut"
      send={async (input) => {
        const { name, sudah } = await keeping.take(() => send.mutateAsync(input))
        toast(`${name} ${sudah ? 'sudah ' : ''}terdaftar`)
      }}
      onDone={onDone}
      onCancel={onCancel}
    >
      <StaleNote state={state} keeping={keeping} load={reload} />
      {state.calon.usia !== null && state.calon.tanggal_lahir === null && (
        <Text size="sm" c="dimmed" className="wide">
          Menurut catatan lead berusia {state.calon.usia} tahun. Tanyakan tanggal lahirnya.
        </Text>
      )}
      <PayerFields state={state} isApplicant={of.sumber === 'mandiri'} />
      <StudentFields state={state} />
      <KeepForm keeping={keeping} />
    </Form>
  )
}
