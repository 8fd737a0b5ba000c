/** The calls that are no entity's, ready to use. */
import {
  akhiriSesi,
  akhiriSesiLain,
  aktifkanDuaLangkah,
  biayaTawaran,
  billingIsian,
  billingKursus,
  duaLangkah,
  generate,
  generateBatch,
  hargaPada,
  infoBilling,
  infoPeserta,
  jadwalPelatih,
  kodePemulihan,
  lihatNik,
  listPaymentBank,
  matikanDuaLangkah,
  pilihanDaftar,
  pratinjau,
  profileDetail,
  promoCoba,
  promoPemakaian,
  register,
  sesiList,
  siapkanDuaLangkah,
  terbitkanBanyak,
  ubahJadwalPelatih,
  undangan,
  updatePassword,
  updateProfile,
  userKembar,
} from '#contract/calls.ts'
import { createCall } from '#src/data/createCall.ts'

export const UpdatePassword = createCall(updatePassword)
export const PilihanDaftar = createCall(pilihanDaftar)
export const Register = createCall(register)
export const ProfileDetail = createCall(profileDetail)
export const UpdateProfile = createCall(updateProfile, { touches: ['user'] })
export const SesiList = createCall(sesiList)
export const AkhiriSesi = createCall(akhiriSesi)
export const AkhiriSesiLain = createCall(akhiriSesiLain)
export const DuaLangkah = createCall(duaLangkah)
export const SiapkanDuaLangkah = createCall(siapkanDuaLangkah)
export const AktifkanDuaLangkah = createCall(aktifkanDuaLangkah)
export const KodePemulihan = createCall(kodePemulihan)
export const MatikanDuaLangkah = createCall(matikanDuaLangkah)
export const Undangan = createCall(undangan)
export const InfoBilling = createCall(infoBilling)
export const InfoPeserta = createCall(infoPeserta)
export const ListPaymentBank = createCall(listPaymentBank)
export const HargaPada = createCall(hargaPada)
export const JadwalPelatih = createCall(jadwalPelatih)
export const LihatNik = createCall(lihatNik)
export const UserKembar = createCall(userKembar)
export const UbahJadwalPelatih = createCall(ubahJadwalPelatih)
export const BiayaTawaran = createCall(biayaTawaran)
export const BillingKursus = createCall(billingKursus)
export const BillingIsian = createCall(billingIsian)
export const Pratinjau = createCall(pratinjau)
export const PromoCoba = createCall(promoCoba)
export const PromoPemakaian = createCall(promoPemakaian)
export const Generate = createCall(generate)
export const GenerateBatch = createCall(generateBatch)
export const TerbitkanBanyak = createCall(terbitkanBanyak, {
  touches: ['billing-payment', 'user', 'produk-jasa'],
})
