/**
 * Relations that the record and the form read. In a file of its own, because route options are part
 * of the first bundle.
 */
export const expandUser =
  'role,gedung,akun_billing,sales,peserta_profil,akun_billing_profil,pelatih_profil,sales_profil,kontak,bidang,level,gedung_wilayah,peserta,mengajar,piutang,dua_langkah,menunggak'
export const expandForm =
  'role,peserta_profil,akun_billing_profil,pelatih_profil,sales_profil,kontak,bidang,gedung_wilayah'
