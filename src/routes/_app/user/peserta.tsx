import { createFileRoute } from '@tanstack/react-router'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'
import { Impor } from '#src/ui/impor/Impor.tsx'
import { listRoute } from '#src/ui/listRoute.ts'

export const Route = createFileRoute('/_app/user/peserta')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'peserta' },
    expand: 'role,gedung,akun_billing,peserta_profil,kursus_aktif',
  }),
  component: Peserta,
})

function Peserta() {
  return (
    <DaftarUser
      role={6}
      jenis="peserta"
      alat={<Impor nama="user" sebutan="Peserta" />}
      columns={[
        kolomUser.nama,
        kolomUser.no_induk,
        kolomUser.gedung,
        kolomUser.kursus,
        kolomUser.akun_billing,
        'status',
        'phone',
      ]}
      filters={['status', 'gedung_id', 'kursus_id', 'kursus_aktif', 'akun_billing_id', 'sales_id']}
    />
  )
}
