import { RoleId } from '#contract/enums.ts'

/** Roles of the kinds of users (`jenis`) among which pickers choose. */
export const kindRoles: Readonly<Record<string, number>> = {
  pelatih: RoleId.pelatih,
  sales: RoleId.sales,
  'akun-billing': RoleId.akunBilling,
  peserta: RoleId.peserta,
}
