/**
 * Sources of bills and their properties. Other code checks a property such as `countsAsIncome`
 * instead of comparing with individual sources.
 */
import { enumOf } from '#contract/enums.ts'

export const SumberBilling = enumOf([
  ['generate', 'Generate'],
  ['manual', 'Manual'],
  ['pendaftaran', 'Pendaftaran'],
  ['produk', 'Produk'],
  ['denda', 'Denda'],
  ['awal', 'Saldo awal', 'blue'],
])
type Sumber = (typeof SumberBilling.options)[number]['value']
interface SourceProperties {
  /** Word before the number of the bill, as in a statement. */
  noun: string
  /**
   * Whether the bill is income of these books when it is published. The open bills of the old books
   * are not: the old books have counted them.
   */
  countsAsIncome: boolean
  /** Word that marks the bill on its page and its paper; undefined for no mark. */
  mark?: string
  /** Why the bill cannot be voided and made again as a draft; undefined if it can. */
  reissueIssue?: string
}
const ordinary: SourceProperties = { noun: 'Tagihan', countsAsIncome: true }
const properties: Readonly<Record<Sumber, SourceProperties>> = {
  generate: ordinary,
  manual: ordinary,
  pendaftaran: ordinary,
  produk: ordinary,
  denda: {
    noun: 'Denda',
    countsAsIncome: true,
    reissueIssue: 'Denda tidak diterbitkan ulang. Hapus dendanya, atau ubah tagihan asalnya.',
  },
  awal: {
    noun: 'Saldo awal',
    countsAsIncome: false,
    mark: 'Saldo awal',
    reissueIssue:
      'Tagihan saldo awal tidak diterbitkan ulang. Batalkan, lalu pindahkan lagi dari Excel.',
  },
}

const isSumber = (value: string): value is Sumber => Object.hasOwn(properties, value)
/** Returns the properties of a source, which is a value of `SumberBilling`. */
export const sourceProperties = (sumber: string): SourceProperties =>
  isSumber(sumber) ? properties[sumber] : ordinary
/** Sources whose bills count as income. SQL queries use them in conditions. */
export const incomeSources: readonly Sumber[] = SumberBilling.options.flatMap(({ value }) =>
  properties[value].countsAsIncome ? [value] : [],
)
