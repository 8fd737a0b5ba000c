import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/listRoute.ts'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'

export const Route = createFileRoute('/_app/user/akun-billing')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), { fixed: { jenis: 'akun-billing' }, expand: 'akun_billing_profil' }), component: AkunBilling,
})

function AkunBilling() {
  return <DaftarUser role={5} columns={[kolomUser.nama_tagihan, 'phone', 'email', kolomUser.saldo, kolomUser.blokir, 'status']} filters={['status', 'gedung_id', 'sales_id']} />
}
