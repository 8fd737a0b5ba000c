import { NativeSelect } from '@mantine/core'
import { MetodePembayaran } from '#contract/enums.ts'
import { useMetode } from '#src/data/paymentMethods.ts'

type Metode = (typeof MetodePembayaran.options)[number]['value']
interface Props {
  value: Metode | '' | null | undefined
  error: string | undefined
  set: (value: Metode) => void
}
/**
 * Select field for the payment method, in which card machines have the names that the school gave
 * them.
 */
export const MetodeSelect = ({ value, error, set }: Props) => {
  const { options } = useMetode()
  return (
    <div data-field="metode">
      <NativeSelect
        label="Metode"
        required
        error={error}
        value={String(value ?? '')}
        data={options.map((o) => ({ value: String(o.value), label: o.label }))}
        onChange={(e) => {
          const option = MetodePembayaran.options.find(
            (o) => String(o.value) === e.currentTarget.value,
          )
          if (option) set(option.value)
        }}
      />
    </div>
  )
}
