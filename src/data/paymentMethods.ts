/** Methods of payment as this school calls them: the names of its card machines are settings. */
import { MetodePembayaran } from '#contract/enums.ts'
import { useMe } from '#src/data/session.ts'

export const useMetode = () => {
  const settings = useMe()?.pengaturan
  const options = MetodePembayaran.options.map((o) => {
    const own = o.value === 2 || o.value === 3 ? settings?.[`label_metode_${o.value}`] : undefined
    return typeof own === 'string' ? { ...o, label: own } : o
  })
  const label = (metode: number): string =>
    options.find((o) => o.value === metode)?.label ?? String(metode)
  /**
   * The method and the bank's name; once, where a school calls its card machine as it calls the
   * bank of it.
   */
  const withBank = (metode: number, bank: string | null | undefined): string => {
    const own = label(metode)
    return bank && bank.trim().toLowerCase() !== own.trim().toLowerCase() ? `${own}, ${bank}` : own
  }
  return { options, label, withBank }
}
