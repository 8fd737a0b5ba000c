import { createFileRoute } from '@tanstack/react-router'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'
import { listRoute } from '#src/ui/listRoute.ts'

export const Route = createFileRoute('/_app/user/pelatih')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'pelatih' },
    expand: 'role,pelatih_profil,bidang,gedung_wilayah,mengajar',
  }),
  component: Pelatih,
})

function Pelatih() {
  return (
    <DaftarUser
      role={3}
      jenis="pelatih"
      columns={[
        kolomUser.nama,
        kolomUser.kode_guru,
        kolomUser.bidang,
        kolomUser.wilayah,
        kolomUser.kelas,
        kolomUser.murid,
        'phone',
        'status',
      ]}
      filters={['status', 'bidang', 'wilayah', 'gender']}
    />
  )
}
