import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/listRoute.ts'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'

export const Route = createFileRoute('/_app/user/peserta')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), { fixed: { jenis: 'peserta' }, expand: 'gedung,akun_billing,peserta_profil' }), component: Peserta,
})

function Peserta() {
  return <DaftarUser role={6} columns={['name', kolomUser.no_induk, 'nama_panggilan', kolomUser.gedung, kolomUser.akun_billing, 'phone', 'status']} filters={['status', 'gedung_id', 'akun_billing_id', 'sales_id']} />
}
