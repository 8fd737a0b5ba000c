/** Form that completes the profile of an applicant before the activation. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { needsConsent } from '#contract/access/rules/applicant.ts'
import { consentText, needsWali } from '#contract/access/rules/consent.ts'
import type { CallInput } from '#contract/call.ts'
import { UserStatus } from '#contract/enums.ts'
import { checkCompletion } from '#contract/sales/applicantCalls.ts'
import { ApplicantMatches, CompleteApplicant } from '#src/data/calls.ts'
import type { Applicant } from '#src/routes/_app/sales/pendaftar-mandiri/-applicant.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formOf } from '#src/ui/form/formCall.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'
import { waktu } from '#src/ui/format/format.ts'

type Values = CallInput<typeof CompleteApplicant.def>
const Complete = formOf(CompleteApplicant, { check: checkCompletion })
const { Field, useValue } = Complete

/**
 * Returns the initial values of the form, from the user row and profile of the applicant. `usulan`:
 * id of the proposed payer.
 */
const valuesOf = (row: Applicant, usulan: number | undefined): Partial<Values> => {
  const { versi, name, nama_panggilan, tempat_lahir, religion, citizenship } = row
  const { information_source, phone, phone_alt, kota, kode_pos, alamat } = row
  const { wali_nama, wali_hubungan, wali_phone, peserta_profil } = row
  return {
    versi,
    name,
    nama_panggilan,
    tempat_lahir,
    religion,
    citizenship,
    information_source,
    phone,
    phone_alt,
    kota,
    kode_pos,
    alamat,
    wali_nama,
    wali_hubungan,
    wali_phone,
    gender: row.gender ?? undefined,
    tanggal_lahir: row.tanggal_lahir ?? undefined,
    email: row.email ?? undefined,
    gedung_id: row.gedung_id ?? undefined,
    kursus_minat: peserta_profil?.kursus_minat ?? [],
    sekolah: peserta_profil?.sekolah ?? null,
    instrumen_dimiliki: peserta_profil?.instrumen_dimiliki ?? null,
    catatan: peserta_profil?.catatan ?? null,
    usulan_akun_id: usulan ?? null,
  }
}

/** Field for the phone of the applicant. It is required unless the applicant needs a guardian. */
const PhoneField = () => <Field name="phone" required={!needsWali(useValue('tanggal_lahir'))} />

/**
 * Fields for the guardian of a child and for the consent. The date of a given consent is shown. If
 * a new consent is needed, a checkbox asks for it.
 */
const GuardianAndConsent = ({ row }: { row: Applicant }) => {
  const tanggal_lahir = useValue('tanggal_lahir') || null
  const wali_nama = useValue('wali_nama') || null
  const isChild = needsWali(tanggal_lahir)
  const { persetujuan_at, persetujuan_oleh } = row
  const asks = needsConsent({ tanggal_lahir, wali_nama, persetujuan_at, persetujuan_oleh })
  return (
    <>
      {isChild && (
        <FormSection title="Wali">
          <Field name="wali_nama" required />
          <Field name="wali_hubungan" />
          <Field name="wali_phone" required />
        </FormSection>
      )}
      <FormSection title="Persetujuan">
        {persetujuan_at !== null && (
          <Text className="wide">
            Disetujui {persetujuan_oleh} pada {waktu(persetujuan_at)}.
            {asks && ' Walinya kini orang lain, jadi persetujuannya diminta lagi.'}
          </Text>
        )}
        {asks && (
          <>
            <Text className="wide" c="dimmed">
              {consentText.join(' ')}
            </Text>
            <Field
              name="persetujuan"
              label={
                isChild
                  ? 'Wali sudah membaca dan menyetujui ini'
                  : 'Pendaftar sudah membaca dan menyetujui ini'
              }
              required
              wide
            />
          </>
        )}
      </FormSection>
    </>
  )
}

export const CompletionForm = ({ row, onDone }: { row: Applicant; onDone: () => void }) => {
  const { usulan, ada } = ApplicantMatches.useSuspenseData({ id: row.id })
  const send = CompleteApplicant.useMutation({ quiet: true, params: { id: row.id } })
  // Proposes the payer `usulan`. If `usulan` is undefined and the form was never saved, proposes
  // the payer of a family with the same phone or mail.
  const family = ada.find((p) => p.akun_billing && p.sama.some((s) => s !== 'nama'))?.akun_billing
  const isFirst = row.dilengkapi_at === null
  const [proposed] = useState(usulan ?? (isFirst ? family : undefined))
  return (
    <Complete.Form
      initial={valuesOf(row, proposed?.id)}
      submitLabel={isFirst ? 'Simpan sebagai lengkap' : 'Simpan'}
      send={send.mutateAsync}
      onDone={() => {
        toast(`Profil ${row.name} ${isFirst ? 'lengkap' : 'disimpan'}`)
        onDone()
      }}
    >
      <FormSection title="Identitas">
        <Field name="name" />
        <Field name="nama_panggilan" />
        <Field name="gender" />
        <Field name="tanggal_lahir" />
        <Field name="tempat_lahir" />
        <Field name="citizenship" />
        <Field name="religion" />
        <Field name="information_source" />
      </FormSection>
      <FormSection title="Kontak">
        <PhoneField />
        <Field name="phone_alt" />
        <Field name="email" hint="Dipakai pendaftar untuk masuk" />
        <Field name="gedung_id" filter={{ status: 'aktif' }} />
        <Field name="kota" />
        <Field name="kode_pos" />
        <Field name="alamat" wide />
      </FormSection>
      <GuardianAndConsent row={row} />
      <FormSection title="Kursus">
        <Field name="kursus_minat" filter={{ status: 'aktif' }} wide />
        <Field name="sekolah" />
        <Field name="instrumen_dimiliki" />
        <Field name="catatan" wide />
      </FormSection>
      <FormSection title="Pembayar">
        {proposed && usulan === null && (
          <Note className="wide">
            {proposed.name} memakai nomor atau email yang sama. Kosongkan jika bukan satu keluarga.
          </Note>
        )}
        <Field name="usulan_akun_id" filter={{ status: UserStatus.aktif }} wide />
      </FormSection>
    </Complete.Form>
  )
}
