/** Tables of links to bills, and of the messages that they went out with. */
import type { Generated } from 'kysely'
import type { BillTemplateKey } from '#contract/billing/rules/billText.ts'
import type { KanalPesan, StatusPesan } from '#contract/billing/shareCalls.ts'

export interface ShareTables {
  tautan_tagihan: {
    id: Generated<number>
    billing_id: number
    token_hash: string
    dibuat: string
    dibuat_oleh: number
    dicabut_at: string | null
    dicabut_oleh: number | null
    dibuka: Generated<number>
    dibuka_at: string | null
  }
  pesan_keluar: {
    id: Generated<number>
    kanal: (typeof KanalPesan.options)[number]['value']
    nama: string
    tujuan: string
    template: BillTemplateKey
    billing_id: number
    tautan_id: number | null
    isi: string
    status: (typeof StatusPesan.options)[number]['value']
    oleh: number
    dibuat: string
  }
}
