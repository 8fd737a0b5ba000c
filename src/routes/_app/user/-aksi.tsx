/** The actions of the status machine of a user (domain.md 2.1, 3.9): what may be done now, why the rest may not, and what will happen. */
import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usia } from '#contract/rules/tanggal.ts'
import { InfoBilling, LihatNik, Undangan } from '#src/data/calls.ts'
import { roleOf, useCan, useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { bolehUbah, dasarDari } from '#src/routes/_app/user/-boleh.ts'
import type { Terbuka, UserRow } from '#src/routes/_app/user/-fakta.tsx'
import { askReason, confirm, toast } from '#src/state/feedback.ts'
import { Dialog as Kotak } from '#src/ui/Dialog.tsx'
import { rupiah, waktu } from '#src/ui/format.ts'
import { formAction } from '#src/ui/formCall.tsx'
import type { RecordAction } from '#src/ui/Record.tsx'

const Naik = formAction(Users, 'upgrade')
const Turun = formAction(Users, 'downgrade')
const Sandi = formAction(Users, 'reset-password')
const Pulih = formAction(Users, 'restore')

interface Tautan {
  tautan: string
  kedaluwarsa: string
}
type Dialog = 'upgrade' | 'downgrade' | 'reset-password' | 'restore' | Tautan | null
interface Aksi {
  utama: RecordAction[]
  lain: RecordAction[]
  terbuka: Terbuka
  dialog: Dialog
  tutup: () => void
  selesai: (text: string) => void
}
const sudahDihapus = 'Sudah dihapus: pulihkan dahulu'

export const useAksi = (row: UserRow): Aksi => {
  const { id, name, status } = row
  const me = useMe()
  const navigate = useNavigate()
  const dasarSaya = roleOf(me)
  const dasar = dasarDari(row)
  const sendiri = id === me?.id
  const boleh = bolehUbah(me, dasar)
  const bolehAktif = useCan('user/activate')
  const [dialog, setDialog] = useState<Dialog>(null)
  const [dibuka, setDibuka] = useState<{ id: number; nilai: Terbuka }>({ id, nilai: {} })
  const activate = Users.useAction('activate')
  const gantiStatus = Users.useAction('disable-enable')
  const anonimkan = Users.useAction('anonimkan')
  const resetDuaLangkah = Users.useAction('reset-dua-langkah')
  const hapus = Users.useDelete()
  const undang = Undangan.useSend({ params: { id } })
  const lihat = LihatNik.useSend({ params: { id } })
  const terbuka = dibuka.id === id ? dibuka.nilai : {}
  const go = (to: string, search: Record<string, number> = {}) => void navigate({ to, search })
  const selesai = (text: string) =>
    toast(`${name} ${text}`, { to: { path: '/user/view', search: { id } } })

  const aktifkan = async () => {
    const yakin = await confirm({
      title: `Aktifkan ${name}?`,
      body: 'Dapat masuk dan dipakai di jadwal dan tagihan. Bila ada data wajib yang belum lengkap, akan disebutkan.',
      confirm: 'Aktifkan',
    })
    if (!yakin) return
    const after = { onSuccess: () => selesai('diaktifkan') }
    if (bolehAktif) activate.mutate({ id, input: {} }, after)
    else gantiStatus.mutate({ id, input: {} }, after)
  }
  const nonaktifkan = async () => {
    if (
      await confirm({
        title: `Nonaktifkan ${name}?`,
        body: 'Tidak dapat masuk lagi dan semua sesinya diakhiri. Data, tagihan, dan riwayatnya tetap.',
        confirm: 'Nonaktifkan',
        danger: true,
      })
    )
      gantiStatus.mutate({ id, input: {} }, { onSuccess: () => selesai('dinonaktifkan') })
  }
  const hapusUser = async () => {
    const yakin = await confirm({
      title: `Hapus ${name}?`,
      body: 'Hilang dari semua daftar; username dan emailnya bebas dipakai lagi. Yang sudah punya tagihan, pembayaran, atau jadwal tidak dapat dihapus: nonaktifkan saja.',
      confirm: 'Hapus',
      danger: true,
    })
    if (!yakin) return
    // Who is deleted is seen by the superadmin alone.
    hapus.mutate(id, {
      onSuccess: () => {
        toast(`${name} dihapus`)
        if (dasarSaya !== 1) history.back()
      },
    })
  }
  const hapusDuaLangkah = async () => {
    const alasan = await askReason({
      title: `Reset verifikasi dua langkah ${name}?`,
      body: 'Password saja cukup untuk masuk sampai dipasang lagi, dan semua sesinya diakhiri. Pastikan dahulu bahwa yang meminta benar orangnya; ia diberi tahu lewat email.',
      confirm: 'Reset',
      danger: true,
    })
    if (alasan)
      resetDuaLangkah.mutate(
        { id, input: { alasan } },
        { onSuccess: () => selesai('tidak lagi memakai verifikasi dua langkah') },
      )
  }
  const hapusDataPribadi = async () => {
    const alasan = await askReason({
      title: `Anonimkan ${name}?`,
      body: 'Nama, kontak, alamat, tanggal lahir, nomor identitas, dan foto dihapus untuk selamanya. Baris tagihan dan pembayaran tetap. Tidak dapat dibatalkan.',
      confirm: 'Anonimkan',
      danger: true,
    })
    if (alasan)
      anonimkan.mutate(
        { id, input: { alasan } },
        { onSuccess: () => toast(`Data pribadi ${name} dihapus`) },
      )
  }
  const adaRahasia =
    row.nik !== null || row.no_paspor !== null || (row.pelatih_profil?.no_rekening ?? null) !== null
  const sudahTerbuka = Object.keys(terbuka).length > 0
  const bukaRahasia = async () => {
    const alasan = sendiri
      ? null
      : await askReason({
          title: `Lihat NIK ${name}?`,
          body: 'NIK, nomor paspor, dan nomor rekening ditampilkan lengkap sampai halaman ini ditutup. Siapa yang melihat, kapan, dan alasannya dicatat.',
          confirm: 'Lihat NIK',
        })
    if (sendiri || alasan !== null)
      lihat.mutate({ alasan }, { onSuccess: (nilai) => setDibuka({ id, nilai }) })
  }

  const kurangKontak = [!row.email && 'email', !row.phone && 'No. HP'].filter(Boolean).join(' dan ')
  const anakLain = (row.peserta ?? []).filter((p) => p.id !== id)
  const kelas = row.mengajar?.kelas ?? 0
  const diri = (text: string) => (sendiri ? text : undefined)

  const utama: RecordAction[] = []
  // Sales activate those they brought themselves.
  const bolehMengaktifkan =
    boleh && status === 1 && (dasarSaya !== 4 || row.sumber === 'lead' || row.sumber === 'mandiri')
  if (bolehMengaktifkan && !sendiri)
    utama.push({
      label: 'Aktifkan',
      code: bolehAktif ? 'user/activate' : 'user/disable-enable',
      primary: true,
      busy: activate.isPending || gantiStatus.isPending,
      run: () => void aktifkan(),
    })
  if (status === 0 && row.dianonimkan_at === null && dasarSaya === 1)
    utama.push({
      label: 'Pulihkan',
      code: 'user/restore',
      primary: true,
      run: () => setDialog('restore'),
    })

  const lain: RecordAction[] = []
  lain.push({ label: 'Cetak', code: 'user/cetak', run: () => go('/user/cetak', { id }) })
  if (adaRahasia && !sudahTerbuka && (sendiri || boleh))
    lain.push({
      label: 'Lihat NIK',
      code: sendiri ? undefined : 'user/lihat-nik',
      run: () => void bukaRahasia(),
    })
  if (boleh && dasar === 6 && dasarSaya !== 4)
    lain.push({
      label: 'Jadikan akun billing',
      code: 'user/upgrade',
      disabled:
        status === 0 ? sudahDihapus : kurangKontak ? `Lengkapi dahulu ${kurangKontak}` : undefined,
      run: () => setDialog('upgrade'),
    })
  if (boleh && dasar === 5 && dasarSaya !== 4)
    lain.push({
      label: 'Jadikan peserta',
      code: 'user/downgrade',
      run: () => setDialog('downgrade'),
      disabled:
        status === 0
          ? sudahDihapus
          : !row.peserta_profil
            ? 'Bukan peserta: hanya membayar'
            : anakLain.length > 0
              ? `Masih membayar untuk ${anakLain.map((p) => p.name).join(', ')}`
              : (row.akun_billing_profil?.saldo_kredit ?? 0) !== 0
                ? `Masih punya saldo ${rupiah(row.akun_billing_profil?.saldo_kredit)}`
                : undefined,
    })
  if (boleh && dasarSaya !== 4)
    lain.push({
      label: 'Reset password',
      code: 'user/reset-password',
      disabled:
        diri('Password sendiri lewat Ubah Password') ?? (status === 0 ? sudahDihapus : undefined),
      run: () => setDialog('reset-password'),
    })
  // Told only to who may take it away.
  if (boleh && row.dua_langkah && !sendiri)
    lain.push({
      label: 'Reset verifikasi dua langkah',
      code: 'user/reset-dua-langkah',
      danger: true,
      run: () => void hapusDuaLangkah(),
    })
  // For people without mail too: whoever holds the link sets the password.
  if (boleh && dasarSaya !== 4 && !sendiri)
    lain.push({
      label: 'Tautan undangan',
      code: 'user/reset-password',
      disabled: status === 0 ? sudahDihapus : undefined,
      run: () => undang.mutate({}, { onSuccess: (link) => setDialog(link) }),
    })
  if (boleh && dasarSaya !== 4 && status === 10)
    lain.push({
      label: 'Nonaktifkan',
      code: 'user/disable-enable',
      danger: true,
      disabled:
        diri('Tidak dapat menonaktifkan diri sendiri') ??
        (dasar === 3 && kelas > 0 ? `Masih mengajar ${kelas} kelas: serahkan dahulu` : undefined),
      run: () => void nonaktifkan(),
    })
  if (boleh && dasarSaya !== 4 && status !== 0)
    lain.push({
      label: 'Hapus',
      code: 'user/delete',
      danger: true,
      disabled: diri('Tidak dapat menghapus diri sendiri'),
      run: () => void hapusUser(),
    })
  if (dasarSaya === 1 && row.dianonimkan_at === null)
    lain.push({
      label: 'Anonimkan',
      code: 'user/anonimkan',
      danger: true,
      disabled:
        diri('Tidak dapat menganonimkan diri sendiri') ??
        (status === 10 ? 'Nonaktifkan dahulu' : undefined),
      run: () => void hapusDataPribadi(),
    })
  return { utama, lain, terbuka, dialog, tutup: () => setDialog(null), selesai }
}

/** The dialogs of actions that ask for more than a yes. */
export const AksiDialog = ({
  row,
  aksi: { dialog, tutup, selesai },
}: {
  row: UserRow
  aksi: Aksi
}) => {
  const { id, name } = row
  const naik = Users.useAction('upgrade', { quiet: true })
  const turun = Users.useAction('downgrade', { quiet: true })
  const sandi = Users.useAction('reset-password', { quiet: true })
  const pulih = Users.useAction('restore', { quiet: true })
  const tagihan = useCan('user/info-billing')
  const info = InfoBilling.useMaybe({ id }, { enabled: tagihan && dialog === 'downgrade' }).data
  if (typeof dialog === 'object' && dialog !== null)
    return <TautanUndangan name={name} tautan={dialog} close={tutup} />
  switch (dialog) {
    case 'upgrade': {
      const anak = row.tanggal_lahir !== null && usia(row.tanggal_lahir) < 18
      return (
        <Naik.ModalForm
          title={`Jadikan ${name} akun billing`}
          close={tutup}
          submitLabel="Jadikan akun billing"
          send={(input) => naik.mutateAsync({ id, input })}
          onDone={() => selesai('menjadi akun billing')}
          check={(input) =>
            anak && !input.alasan
              ? [{ field: 'alasan', message: 'Wajib diisi: peserta belum 18 tahun' }]
              : []
          }
        >
          <ul className="wide consequences">
            <li>
              {name} membayar tagihannya sendiri mulai sekarang dan masuk ke Portal Akun Billing.
            </li>
            {row.akun_billing && row.akun_billing.id !== id && (
              <li>Tagihan yang sudah terbit dan saldo tetap pada {row.akun_billing.name}.</li>
            )}
            <li>Semua sesinya diakhiri.</li>
          </ul>
          <Naik.Field name="pindahkan_draft" wide />
          <Naik.Field
            name="alasan"
            required={anak || undefined}
            hint={anak ? 'Peserta belum 18 tahun. Minimal 10 karakter' : undefined}
          />
        </Naik.ModalForm>
      )
    }
    case 'downgrade': {
      const terbuka = info ? info.belum_terbayar.jumlah + info.terbayar_sebagian.jumlah : 0
      return (
        <Turun.ModalForm
          title={`Jadikan ${name} peserta`}
          close={tutup}
          submitLabel="Jadikan peserta"
          send={(input) => turun.mutateAsync({ id, input })}
          onDone={() => selesai('menjadi peserta')}
          check={(input) =>
            input.alihkan && !input.alasan
              ? [{ field: 'alasan', message: 'Wajib diisi bila tagihan dialihkan' }]
              : []
          }
        >
          <ul className="wide consequences">
            <li>
              Tagihan berikutnya dan draft ditujukan ke akun billing yang dipilih. Semua sesinya
              diakhiri.
            </li>
            {info && (
              <li>
                {terbuka > 0
                  ? `Masih ada ${terbuka} tagihan terbuka, sisa ${rupiah(info.belum_terbayar.sisa + info.terbayar_sebagian.sisa)}: lunasi dahulu, atau alihkan di bawah.`
                  : 'Tidak ada tagihan terbuka.'}
              </li>
            )}
          </ul>
          <Turun.Field name="akun_billing_id" wide filter={{ status: 10 }} />
          {terbuka > 0 && <Turun.Field name="alihkan" wide />}
          <Turun.Field name="alasan" />
        </Turun.ModalForm>
      )
    }
    case 'reset-password':
      return (
        <Sandi.ModalForm
          title={`Reset password ${name}`}
          close={tutup}
          submitLabel="Reset password"
          send={(input) => sandi.mutateAsync({ id, input })}
          onDone={() => selesai('mendapat password baru')}
          check={(input) =>
            input.password === input.re_password
              ? []
              : [{ field: 're_password', message: 'Tidak sama dengan password baru' }]
          }
        >
          <p className="wide" style={{ margin: 0 }}>
            Semua sesi {name} diakhiri. Saat masuk berikutnya password ini harus diganti.
          </p>
          <Sandi.Field name="password" owner={row} />
          <Sandi.Field name="re_password" />
        </Sandi.ModalForm>
      )
    case 'restore':
      return (
        <Pulih.ModalForm
          title={`Pulihkan ${name}`}
          close={tutup}
          submitLabel="Pulihkan"
          send={(input) => pulih.mutateAsync({ id, input })}
          onDone={() => selesai('dipulihkan')}
        >
          <p className="wide" style={{ margin: 0 }}>
            {name} kembali sebagai nonaktif, dengan username dan email lama. Isi yang baru bila yang
            lama sudah dipakai orang lain.
          </p>
          <Pulih.Field name="username" hint="Kosong: seperti semula" />
          <Pulih.Field name="email" hint="Kosong: seperti semula" />
        </Pulih.ModalForm>
      )
    case null:
      return null
  }
}

/** The link is shown this once: the server keeps its hash only. */
const TautanUndangan = ({
  name,
  tautan: { tautan, kedaluwarsa },
  close,
}: {
  name: string
  tautan: Tautan
  close: () => void
}) => {
  const alamat = new URL(tautan, location.href).href
  const salin = async () => {
    // Without https there is no clipboard at all.
    try {
      await navigator.clipboard.writeText(alamat)
      toast(`Tautan undangan ${name} disalin`)
    } catch {
      toast('Tidak dapat menyalin: pilih teksnya dan salin sendiri', { tone: 'red' })
    }
  }
  return (
    <Kotak title={`Tautan undangan ${name}`} close={close} closeButton size="lg">
      <div className="form">
        <p style={{ margin: 0 }}>
          Dengan tautan ini {name} membuat passwordnya sendiri. Hanya dapat dipakai sekali, sampai{' '}
          {waktu(kedaluwarsa)}, dan tidak ditampilkan lagi. Kirim kepada orangnya saja.
        </p>
        <TextInput
          label="Tautan"
          value={alamat}
          readOnly
          onFocus={(e) => e.currentTarget.select()}
          data-autofocus
        />
        <div className="formFoot">
          <Button variant="default" onClick={close}>
            Tutup
          </Button>
          <Button onClick={() => void salin()}>Salin tautan</Button>
        </div>
      </div>
    </Kotak>
  )
}
