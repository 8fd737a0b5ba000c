import '#src/styles/alur.css'
/** The form of a user, for create and update: which fields a role has, and who may write which. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { usia } from '#contract/rules/tanggal.ts'
import { UserKembar } from '#src/data/calls.ts'
import type { Params } from '#src/data/http.ts'
import { Roles } from '#src/data/role.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { dasarDari, roleBolehDibuat } from '#src/routes/_app/user/-boleh.ts'
import type { UserRow } from '#src/routes/_app/user/-fakta.tsx'
import { formFor } from '#src/ui/form.tsx'
import { FormSection } from '#src/ui/FormSection.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'

type Isian = Exclude<keyof Parsed<typeof Users.resource>, 'kontak'>

const { Form, ModalForm, Field, useValue, useSet, useField, useRows } = formFor(Users)
export { Form as UserForm }

const [staf, orang, lain, murid, akun, guru, sales] = [
  [1, 2, 3, 4, 6],
  [3, 4, 6],
  [3, 4, 5, 6],
  [6],
  [5],
  [3],
  [4],
]
/** Sections and their fields; a field without roles is everybody's. */
const bagian: readonly (readonly [
  judul: string,
  isian: readonly (readonly [nama: Isian, roles?: readonly number[]])[],
])[] = [
  [
    'Identitas',
    [
      ['name'],
      ['nama_panggilan', staf],
      ['gender', staf],
      ['tempat_lahir', orang],
      ['tanggal_lahir', orang],
      ['religion', orang],
      ['citizenship', orang],
      ['nik', [2, 3, 4, 5, 6]],
      ['no_paspor', orang],
      ['information_source', murid],
      ['foto'],
    ],
  ],
  [
    'Kontak',
    [
      ['phone'],
      ['phone_alt', lain],
      ['email'],
      ['gedung_id'],
      ['kota', lain],
      ['kode_pos', lain],
      ['alamat', lain],
    ],
  ],
  [
    'Wali',
    [
      ['wali_nama', murid],
      ['wali_hubungan', murid],
      ['wali_phone', murid],
      ['persetujuan', murid],
    ],
  ],
  [
    'Tagihan',
    [
      ['akun_billing_id', murid],
      ['pindahkan_draft', murid],
      ['nama_tagihan', akun],
      ['wa_tagihan', akun],
      ['email_tagihan', akun],
      ['kirim_via', akun],
      ['alamat_tagihan', akun],
      ['blokir_tagihan', akun],
      ['sales_id', [5, 6]],
    ],
  ],
  [
    'Profil Peserta',
    [
      ['sekolah', murid],
      ['instrumen_dimiliki', murid],
      ['catatan', murid],
    ],
  ],
  [
    'Profil Guru',
    [
      ['kode', guru],
      ['tanggal_masuk', guru],
      ['bidang', guru],
      ['level_maks', guru],
      ['jenis_honor', guru],
      ['bank', guru],
      ['no_rekening', guru],
    ],
  ],
  [
    'Profil Sales',
    [
      ['kode', sales],
      ['target_peserta_bulan', sales],
      ['target_pendapatan_bulan', sales],
      ['komisi_persen', sales],
    ],
  ],
  ['Wilayah', [['gedung_wilayah', [2, 3]]]],
  ['Akses Masuk', [['username'], ['password']]],
]
/** Pickers offer what is in use. */
const aktif: Partial<Record<Isian, Params>> = {
  gedung_id: { status: 'aktif' },
  akun_billing_id: { status: 10 },
  sales_id: { status: 10 },
}
const kosong = z.parse(Users.resource.input, { name: '-', role_id: 6 })

/** Inputs that live in the profiles of the row. */
export const profilDari = ({
  peserta_profil,
  akun_billing_profil,
  pelatih_profil,
  sales_profil,
  kontak = [],
  bidang = [],
  gedung_wilayah = [],
  persetujuan_at,
}: UserRow) => {
  const { saldo_kredit: _, ...tagihan } = akun_billing_profil ?? { saldo_kredit: 0 }
  const {
    no_induk: __,
    kursus_minat: ___,
    ...siswa
  } = peserta_profil ?? { no_induk: '', kursus_minat: [] }
  return {
    ...siswa,
    ...tagihan,
    ...pelatih_profil,
    ...sales_profil,
    kode: pelatih_profil?.kode ?? sales_profil?.kode ?? null,
    kontak: kontak.map(({ id: ____, ...k }) => k),
    bidang: bidang.map((b) => b.id),
    gedung_wilayah: gedung_wilayah.map((g) => g.id),
    persetujuan: persetujuan_at !== null,
  }
}

/** The base of a chosen role, and the custom roles there are for those who may see them. */
const useRoles = (row: UserRow | undefined) => {
  const boleh = useCan('role/index')
  const khusus =
    useQuery({ ...Roles.queries.list({ 'per-page': 100 }), enabled: boleh }).data?.rows.filter(
      (r) => r.id > 6,
    ) ?? []
  const dasar = (id: number) =>
    id <= 6
      ? id
      : row?.role_id === id
        ? dasarDari(row)
        : (khusus.find((r) => r.id === id)?.dasar_role_id ?? id)
  return { khusus, dasar }
}

/** All fields that the chosen role has and this person may write; `row` when it is an update. */
export const UserFields = ({ row }: { row?: UserRow }) => {
  const me = useMe()
  const set = useSet()
  const { khusus, dasar } = useRoles(row)
  const dipilih = useValue('role_id') || undefined
  const role = dipilih === undefined ? undefined : dasar(dipilih)
  const status = useValue('status') || undefined
  const lahir = useValue('tanggal_lahir') || null
  const negara = useValue('citizenship')
  const pembayar = useValue('akun_billing_id') || null
  const bidang = useValue('bidang') || []
  const sendiri = row?.id === me?.id
  const penjual = roleOf(me) === 4
  const baru = row === undefined
  // Who pays for themself is a student still.
  const siswa = baru ? false : row.peserta_profil != null
  const adaRole = (roles?: readonly number[]) =>
    !roles ||
    (role !== undefined &&
      (roles.includes(role) || (siswa && role === 5 && roles.includes(6) && !roles.includes(5))))

  // What was typed for another role goes with it.
  const rapikan = useEffectEvent(() => {
    if (baru)
      for (const [nama, roles] of bagian.flatMap(([, isian]) => isian))
        if (roles && !adaRole(roles) && nama !== 'kode') set(nama, kosong[nama])
  })
  useEffect(() => rapikan(), [role])

  // Below 18 the contract asks for a guardian; so it says which fields are required, too.
  const umur = lahir && /^\d{4}-\d\d-\d\d$/.test(lahir) ? usia(lahir) : null
  const dewasa = umur === null || umur >= 18
  const wajib = new Set(
    role === undefined
      ? []
      : [lahir, null].flatMap((tanggal_lahir) =>
          (
            Users.resource.check?.({
              ...kosong,
              role_id: role,
              status: status ?? 10,
              tanggal_lahir: umur === null || umur < 0 ? null : tanggal_lahir,
            }) ?? []
          ).map((i) => i.field),
        ),
  )
  const tampil = (nama: Isian, roles?: readonly number[]) => {
    if (!adaRole(roles)) return false
    switch (nama) {
      // A person's own mail and password are changed where the old password is asked for.
      case 'password':
        return baru && !penjual
      case 'sales_id':
        return !penjual
      case 'nik':
        return umur === null ? role !== 6 : umur >= 18
      case 'no_paspor':
        return negara === 'WNA'
      case 'pindahkan_draft':
        return (
          !baru &&
          role === 6 &&
          row.akun_billing_id !== null &&
          pembayar !== null &&
          pembayar !== row.akun_billing_id
        )
      case 'akun_billing_id':
        return role === 6
      case 'persetujuan':
      case 'wali_nama':
      case 'wali_hubungan':
      case 'wali_phone':
        return role === 6
      default:
        return true
    }
  }

  return (
    <>
      {!penjual && <RoleField row={row} khusus={khusus} sendiri={sendiri} dasar={dasar} />}
      {!penjual && (
        <Field
          name="status"
          options={row?.status === 0 ? [10, 1, 0] : [10, 1]}
          disabled={sendiri}
          hint={sendiri ? 'Status sendiri tidak dapat diubah' : undefined}
        />
      )}
      {bagian.map(([judul, isian]) => {
        const shown =
          judul === 'Wali' && dewasa ? [] : isian.filter(([nama, roles]) => tampil(nama, roles))
        return (
          shown.length > 0 && (
            <FormSection key={judul} title={judul}>
              {shown.map(([nama]) => (
                <Fragment key={nama}>
                  <Field
                    name={nama}
                    required={wajib.has(nama) || undefined}
                    wide={
                      nama === 'persetujuan' ||
                      nama === 'pindahkan_draft' ||
                      nama === 'foto' ||
                      nama === 'gedung_wilayah'
                    }
                    filter={
                      nama === 'level_maks' && bidang.length > 0
                        ? { 'filter[kategori_kursus_id][in]': bidang.join(',') }
                        : aktif[nama]
                    }
                    disabled={
                      (nama === 'persetujuan' && row?.persetujuan_at != null) ||
                      (nama === 'email' && sendiri)
                    }
                    hint={nama === 'email' && sendiri ? 'Ubah lewat profil Anda' : undefined}
                  />
                  {nama === 'akun_billing_id' && <AkunBaru />}
                </Fragment>
              ))}
              {judul === 'Kontak' && <Kembar kecuali={row?.id} />}
            </FormSection>
          )
        )
      })}
      {role === 5 && <KontakLain />}
    </>
  )
}

interface RoleKhusus {
  id: number
  name: string
  dasar_role_id: number | null
}
const RoleField = ({
  row,
  khusus,
  sendiri,
  dasar,
}: {
  row?: UserRow
  khusus: readonly RoleKhusus[]
  sendiri: boolean
  dasar: (id: number) => number
}) => {
  const me = useMe()
  const { value, error, set } = useField('role_id')
  const keluarga = row !== undefined && dasarDari(row) > 4
  const boleh = [
    ...RoleId.options.filter((o) => roleBolehDibuat(me).includes(o.value)),
    ...khusus.map((r) => ({ value: r.id, label: r.name })),
  ]
  // Payers and students change into each other only by upgrade and downgrade.
  const pilihan =
    row === undefined
      ? boleh
      : boleh.filter((o) => (keluarga ? dasar(o.value) === dasarDari(row) : dasar(o.value) < 5))
  const ada =
    row !== undefined && !pilihan.some((o) => o.value === row.role_id)
      ? [{ value: row.role_id, label: row.role?.name ?? RoleId.label(row.role_id) }, ...pilihan]
      : pilihan
  return (
    <div data-field="role_id">
      <NativeSelect
        name="role_id"
        label="Role"
        required
        value={String(value ?? '')}
        error={error}
        disabled={sendiri || (keluarga && ada.length === 1)}
        description={
          sendiri
            ? 'Role sendiri tidak dapat diubah'
            : keluarga
              ? 'Akun billing dan peserta bertukar lewat upgrade atau downgrade'
              : undefined
        }
        data={[
          ...(value ? [] : [{ value: '', label: '– pilih –' }]),
          ...ada.map((o) => ({ value: String(o.value), label: o.label })),
        ]}
        onChange={(e) => set(Number(e.currentTarget.value))}
      />
    </div>
  )
}

/** Who has this number or mail already: parents share, so it warns and refuses nothing. */
const Kembar = ({ kecuali }: { kecuali?: number }) => {
  const boleh = useCan('user/pilihan')
  const isi = { phone: useValue('phone') || null, email: useValue('email') || null }
  const text = JSON.stringify({ phone: sah('phone', isi.phone), email: sah('email', isi.email) })
  const [ditanya, tanya] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => tanya(text), 400)
    return () => clearTimeout(timer)
  }, [text])
  const params: { phone?: string; email?: string } = JSON.parse(ditanya)
  const { data } = UserKembar.useMaybe(
    { ...params, kecuali: kecuali === undefined ? undefined : String(kecuali) },
    { enabled: boleh && (params.phone !== undefined || params.email !== undefined) },
  )
  if (!data || data.length === 0 || text !== ditanya) return null
  return (
    <div className="note wide" data-tone="orange" role="status">
      Sudah dipakai:{' '}
      {data.map((k, i) => (
        <Fragment key={k.id}>
          {i > 0 && '; '}
          <PlaceLink to="/user/view" search={{ id: k.id }} target="_blank" rel="noreferrer">
            {k.name}
          </PlaceLink>{' '}
          (
          {[
            RoleId.label(k.role_id),
            k.gedung,
            k.status !== 10 && UserStatus.label(k.status).toLowerCase(),
            k.sama.includes('phone') ? 'nomor sama' : 'email sama',
          ]
            .filter(Boolean)
            .join(', ')}
          )
        </Fragment>
      ))}
      . Boleh dilanjutkan bila memang keluarga yang sama.
    </div>
  )
}
/** A value that the server would take; a half typed number is not asked about. */
const sah = (field: 'phone' | 'email', value: string | null): string | undefined => {
  const parsed = value === null ? undefined : z.safeParse(Users.resource.fields[field], value)
  return parsed?.success ? (parsed.data ?? undefined) : undefined
}

/** Others of the family whom the school may reach. */
const KontakLain = () => {
  const { rows, add, remove } = useRows('kontak')
  return (
    <FormSection title="Kontak Lain">
      {rows.map((_, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no other name while it is typed
        <fieldset key={i} className="subRow wide">
          <legend>Kontak {i + 1}</legend>
          <div className="fields">
            <Field name={`kontak.${i}.nama`} />
            <Field name={`kontak.${i}.hubungan`} />
            <Field name={`kontak.${i}.phone`} />
            <Field name={`kontak.${i}.email`} />
            <Field name={`kontak.${i}.terima_tagihan`} />
          </div>
          <div className="formFoot">
            <Button
              size="xs"
              variant="default"
              aria-label={`Hapus kontak ${i + 1}`}
              onClick={() => remove(i)}
            >
              Hapus
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="wide">
        <Button
          variant="default"
          disabled={rows.length >= 20}
          onClick={() =>
            add({ nama: '', hubungan: null, phone: null, email: null, terima_tagihan: false })
          }
        >
          Tambah kontak
        </Button>
      </div>
    </FormSection>
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
      <Button variant="default" onClick={() => setOpen(true)}>
        Akun billing baru
      </Button>
      <ModalForm
        title="Tambah Akun Billing"
        target={{ id: open ? 0 : null, close: () => setOpen(false) }}
        initial={{ role_id: 5, gedung_id }}
        onSaved={(row) => set('akun_billing_id', row.id)}
      >
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
