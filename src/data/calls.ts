/** The calls that are no entity's, ready to use. */
import { generate, generateBatch, infoBilling, infoPeserta, jadwalPelatih, listPaymentBank, pratinjau, terbitkanBanyak, ubahJadwalPelatih, updatePassword } from '#contract/calls.ts'
import { createCall } from '#src/data/createCall.ts'

export const UpdatePassword = createCall(updatePassword)
export const InfoBilling = createCall(infoBilling)
export const InfoPeserta = createCall(infoPeserta)
export const ListPaymentBank = createCall(listPaymentBank)
export const JadwalPelatih = createCall(jadwalPelatih)
export const UbahJadwalPelatih = createCall(ubahJadwalPelatih)
export const Pratinjau = createCall(pratinjau)
export const Generate = createCall(generate)
export const GenerateBatch = createCall(generateBatch)
export const TerbitkanBanyak = createCall(terbitkanBanyak, { touches: ['billing-payment', 'user'] })
