import { rupiah } from '#src/ui/format/format.ts'
import classes from './-sums.module.css'

/** A line of a bill's sums; what has no amount is left out. */
export interface Sum {
  label: string
  amount: number | undefined
  strong?: boolean
}
/** What there is to pay, from the subtotal down. */
export const Sums = ({ sums }: { sums: readonly Sum[] }) => (
  <table className={`sums ${classes.sums}`} aria-label="Jumlah tagihan">
    <tbody>
      {sums
        .filter((s) => s.amount !== undefined)
        .map(({ label, amount, strong }) => (
          <tr key={label} className={strong ? 'strong' : undefined}>
            <th scope="row">{label}</th>
            <td className="right">{rupiah(amount)}</td>
          </tr>
        ))}
    </tbody>
  </table>
)
