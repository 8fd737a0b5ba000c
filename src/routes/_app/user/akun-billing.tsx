import { createFileRoute } from '@tanstack/react-router'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'
import { listRoute } from '#src/ui/listRoute.ts'

export const Route = createFileRoute('/_app/user/akun-billing')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'akun-billing' },
    expand: 'role,akun_billing_profil,peserta,piutang',
  }),
  component: AkunBilling,
})

function AkunBilling() {
  return (
    <DaftarUser
      role={5}
      jenis="akun-billing"
      columns={[
        kolomUser.nama_tagihan,
        'phone',
        kolomUser.peserta,
        kolomUser.saldo,
        kolomUser.tunggakan,
        kolomUser.blokir,
        'status',
      ]}
      filters={['status', 'gedung_id', 'sales_id', 'tunggakan']}
    />
  )
}
