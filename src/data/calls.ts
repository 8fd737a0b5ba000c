/** The calls that are no entity's, ready to use. */
import { akhiriSesi, akhiriSesiLain, generate, generateBatch, infoBilling, infoPeserta, jadwalPelatih, lihatNik, listPaymentBank, pilihanDaftar, pratinjau, profileDetail, register, sesiList, terbitkanBanyak, ubahJadwalPelatih, undangan, updatePassword, updateProfile, userKembar } from '#contract/calls.ts'
import { createCall } from '#src/data/createCall.ts'

export const UpdatePassword = createCall(updatePassword)
export const PilihanDaftar = createCall(pilihanDaftar)
export const Register = createCall(register)
export const ProfileDetail = createCall(profileDetail)
export const UpdateProfile = createCall(updateProfile, { touches: ['user'] })
export const SesiList = createCall(sesiList)
export const AkhiriSesi = createCall(akhiriSesi)
export const AkhiriSesiLain = createCall(akhiriSesiLain)
export const Undangan = createCall(undangan)
export const InfoBilling = createCall(infoBilling)
export const InfoPeserta = createCall(infoPeserta)
export const ListPaymentBank = createCall(listPaymentBank)
export const JadwalPelatih = createCall(jadwalPelatih)
export const LihatNik = createCall(lihatNik)
export const UserKembar = createCall(userKembar)
export const UbahJadwalPelatih = createCall(ubahJadwalPelatih)
export const Pratinjau = createCall(pratinjau)
export const Generate = createCall(generate)
export const GenerateBatch = createCall(generateBatch)
export const TerbitkanBanyak = createCall(terbitkanBanyak, { touches: ['billing-payment', 'user'] })
