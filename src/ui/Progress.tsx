import '#src/styles/alur.css'
import { angka } from '#src/ui/format.ts'

/** A real percentage and count: `120 dari 280 tagihan (43 %)`; without `max` it only says that something is on its way. */
export const Progress = ({
  label,
  value = 0,
  max,
  unit = '',
}: {
  label: string
  value?: number
  max?: number
  unit?: string
}) => {
  const percent = max ? Math.min(100, Math.floor((value / max) * 100)) : undefined
  return (
    <div className="progress">
      <div className="progressText">
        <b>{label}</b>
        <span className="num">
          {max
            ? `${angka(Math.min(value, max))} dari ${angka(max)} ${unit} (${percent} %)`
            : 'Menyiapkan…'}
        </span>
      </div>
      <div
        className="progressBar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-unknown={percent === undefined || undefined}
      >
        <span style={{ width: `${percent ?? 0}%` }} />
      </div>
    </div>
  )
}
