/**
 * Relations that the record and the form of a user read. The route options import these constants.
 * The constants have a separate file, because an import from the screen would pull the code of the
 * screen into the first bundle.
 */
export const expandUser =
  'role,gedung,akun_billing,sales,peserta_profil,akun_billing_profil,pelatih_profil,sales_profil,kontak,bidang,level,gedung_wilayah,peserta,mengajar,piutang,dua_langkah,menunggak,ringkasan'
export const expandForm =
  'role,peserta_profil,akun_billing_profil,pelatih_profil,sales_profil,kontak,bidang,gedung_wilayah'
