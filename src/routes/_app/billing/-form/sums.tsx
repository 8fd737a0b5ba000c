import { rupiah } from '#src/ui/format/format.ts'
import classes from './sums.module.css'

/** Row in the sums of a bill. A row with an undefined amount is not shown. */
export interface Sum {
  label: string
  amount: number | undefined
  strong?: boolean
}
/** Table with the sums of a bill, from the subtotal to the amount to pay. */
export const Sums = ({
  sums,
  label = 'Jumlah tagihan',
}: {
  sums: readonly Sum[]
  label?: string
}) => (
  <table className={`sums ${classes.sums}`} aria-label={label}>
    <tbody>
      {sums
        .filter((s) => s.amount !== undefined)
        .map(({ label: name, amount, strong }) => (
          <tr key={name} className={strong ? 'strong' : undefined}>
            <th scope="row">{name}</th>
            <td className="right">{rupiah(amount)}</td>
          </tr>
        ))}
    </tbody>
  </table>
)
