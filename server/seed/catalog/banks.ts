/** Bank accounts and card machines of a made-up school. */
import { MetodePembayaran, RoleId } from '#contract/enums.ts'
import { drawQris } from '#server/seed/catalog/qris.ts'
import { keyed, type Maker } from '#server/seed/maker.ts'
import { putPicture } from '#server/seed/png.ts'

export interface Bank {
  id: number
  metode: number
  kanal: string | null
}
const { transfer, mesinDuaBank, mesinBankLain, kartuKredit } = MetodePembayaran
const banks: readonly [
  nama: string,
  nomor: string,
  tipe: string,
  metode: number,
  kanal: string | null,
][] = [
  ['BCA', '0880 112 233', 'rekening', transfer, null],
  ['Mandiri', '000 0099 887 766', 'rekening', transfer, null],
  ['QRIS Nada', 'ID00200400001', 'qris', transfer, 'qris'],
  ['BNI Virtual Account', '8801 0000', 'va', transfer, 'va'],
  ['EDC BCA/Mandiri', 'TID 10020001', 'edc', mesinDuaBank, null],
  ['EDC BRI', 'TID 20010001', 'edc', mesinBankLain, null],
  ['Kartu Kredit BCA', 'TID 10020002', 'edc', kartuKredit, null],
]

/** Makes the bank accounts and card machines, in the order in which bills show them. */
export const makeBanks = ({ ids, put, base }: Maker): Bank[] =>
  banks.map(([nama_bank, no_rekening, tipe, metode, kanal], urutan) => {
    const id = ids.next('bank')
    const picture = {
      entitas: 'bank',
      entitas_id: id,
      bidang: 'gambar',
      jenis: 'foto',
      nama: 'qris-contoh.png',
      time: base.created_at,
      by: RoleId.superadmin,
    } as const
    put(
      'bank',
      keyed('bank', {
        id,
        ...base,
        nama_bank,
        no_rekening,
        atas_nama: 'Yayasan Nada Nusantara',
        tipe,
        metode,
        gedung: '[]',
        tampil_di_tagihan: Number(tipe !== 'edc'),
        urutan,
        status: 'aktif',
        gambar: tipe === 'qris' ? putPicture({ ids, put }, drawQris(), picture) : null,
      }),
    )
    return { id, metode, kanal }
  })
