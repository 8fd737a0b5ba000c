/** The form of a user, for create and update: which fields a role has, and who may write which. */
import { Button } from '@mantine/core'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import type { Parsed, Row } from '#contract/resource.ts'
import type { user } from '#contract/resources/user.ts'
import { usia } from '#contract/rules/tanggal.ts'
import type { Params } from '#src/data/http.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { formFor } from '#src/ui/form.tsx'
import { FormSection } from '#src/ui/FormSection.tsx'
import { roleBolehDibuat } from '#src/routes/_app/user/-boleh.ts'

type UserRow = Row<typeof user>
type Isian = keyof Parsed<typeof user>

const { Form, ModalForm, Field, useValue, useSet } = formFor(Users)
export { Form as UserForm }

const [staf, orang, murid, akun] = [[1, 2, 3, 4, 6], [3, 4, 6], [6], [5]]
/** Sections and their fields; a field without roles is everybody's. */
const bagian: readonly (readonly [judul: string, isian: readonly (readonly [nama: Isian, roles?: readonly number[]])[]])[] = [
  ['Identitas', [
    ['name'], ['nama_panggilan', staf], ['gender', staf], ['tempat_lahir', orang], ['tanggal_lahir', orang], ['religion', orang], ['citizenship', orang], ['information_source', murid],
  ]],
  ['Kontak', [['phone'], ['phone_alt', [3, 4, 5, 6]], ['email'], ['gedung_id'], ['kota', [3, 4, 5, 6]], ['kode_pos', [3, 4, 5, 6]], ['alamat', [3, 4, 5, 6]]]],
  ['Wali', [['wali_nama', murid], ['wali_hubungan', murid], ['wali_phone', murid], ['persetujuan', murid]]],
  ['Tagihan', [
    ['akun_billing_id', murid], ['nama_tagihan', akun], ['wa_tagihan', akun], ['email_tagihan', akun], ['kirim_via', akun], ['alamat_tagihan', akun], ['blokir_tagihan', akun], ['sales_id', [5, 6]],
  ]],
  ['Profil', [['sekolah', murid], ['instrumen_dimiliki', murid], ['catatan', murid]]],
  ['Akses Masuk', [['username'], ['password']]],
]
/** Pickers offer what is in use. */
const aktif: Partial<Record<Isian, Params>> = { gedung_id: { status: 'aktif' }, akun_billing_id: { status: 10 }, sales_id: { status: 10 } }
const kosong = z.parse(Users.resource.input, { name: '-', role_id: 6 })

/** Inputs that live in the profiles of the row. */
export const profilDari = ({ peserta_profil, akun_billing_profil, persetujuan_at }: UserRow) => {
  const { saldo_kredit: _, ...tagihan } = akun_billing_profil ?? { saldo_kredit: 0 }
  const { no_induk: __, ...murid } = peserta_profil ?? { no_induk: '' }
  return { ...murid, ...tagihan, persetujuan: persetujuan_at !== null }
}

/** All fields that the chosen role has and this person may write; `row` when it is an update. */
export const UserFields = ({ row }: { row?: UserRow }) => {
  const me = useMe()
  const set = useSet()
  const role = useValue('role_id') || undefined
  const status = useValue('status') || undefined
  const lahir = useValue('tanggal_lahir') || null
  const sendiri = row?.id === me?.id
  const penjual = roleOf(me) === 4
  const baru = row === undefined
  const adaRole = (roles?: readonly number[]) => !roles || (role !== undefined && roles.includes(role))

  // What was typed for another role goes with it.
  const rapikan = useEffectEvent(() => {
    if (baru) for (const [nama, roles] of bagian.flatMap(([, isian]) => isian)) if (roles && !adaRole(roles)) set(nama, kosong[nama])
  })
  useEffect(() => rapikan(), [role])

  // Below 18 the contract asks for a guardian; so it says which fields are required, too.
  const umur = lahir && /^\d{4}-\d\d-\d\d$/.test(lahir) ? usia(lahir) : null
  const dewasa = umur === null || umur >= 18
  const wajib = new Set(role === undefined ? [] : [lahir, null].flatMap((tanggal_lahir) =>
    (Users.resource.check?.({ ...kosong, role_id: role, status: status ?? 10, tanggal_lahir: umur === null || umur < 0 ? null : tanggal_lahir }) ?? []).map((i) => i.field)))
  const tampil = (nama: Isian, roles?: readonly number[]) =>
    adaRole(roles) && !(nama === 'password' && !baru) && !(nama === 'sales_id' && penjual)

  return (
    <>
      {!penjual && (row === undefined || row.role_id <= 6) && (
        <Field name="role_id" options={baru || row.role_id > 4 ? roleBolehDibuat(me) : roleBolehDibuat(me).filter((r) => r < 5)} disabled={sendiri || (row !== undefined && row.role_id > 4)}
          hint={sendiri ? 'Role sendiri tidak dapat diubah' : row && row.role_id > 4 ? 'Berubah lewat upgrade atau downgrade' : undefined} />
      )}
      {!penjual && <Field name="status" options={row?.status === 0 ? [10, 1, 0] : [10, 1]} disabled={sendiri} hint={sendiri ? 'Status sendiri tidak dapat diubah' : undefined} />}
      {bagian.map(([judul, isian]) => {
        const shown = judul === 'Wali' && dewasa ? [] : isian.filter(([nama, roles]) => tampil(nama, roles))
        return shown.length > 0 && (
          <FormSection key={judul} title={judul}>
            {shown.map(([nama]) => (
              <Fragment key={nama}>
                <Field name={nama} required={wajib.has(nama) || undefined} wide={nama === 'persetujuan'} filter={aktif[nama]} disabled={nama === 'persetujuan' && row?.persetujuan_at != null} />
                {nama === 'akun_billing_id' && <AkunBaru />}
              </Fragment>
            ))}
          </FormSection>
        )
      })}
    </>
  )
}

/** Makes the payer without leaving the student's form, and chooses it. */
const AkunBaru = () => {
  const [open, setOpen] = useState(false)
  const set = useSet()
  const gedung_id = useValue('gedung_id') || null
  if (!useCan('user/create')) return null
  return (
    <div className="besideField">
      <Button variant="default" onClick={() => setOpen(true)}>Akun billing baru</Button>
      <ModalForm title="Tambah Akun Billing" target={{ id: open ? 0 : null, close: () => setOpen(false) }} initial={{ role_id: 5, gedung_id }} onSaved={(row) => set('akun_billing_id', row.id)}>
        <Field name="name" required />
        <Field name="phone" required />
        <Field name="email" required />
        <Field name="gedung_id" filter={aktif.gedung_id} />
        <Field name="nama_tagihan" />
        <Field name="kirim_via" />
        <Field name="alamat_tagihan" />
      </ModalForm>
    </div>
  )
}
