import type { Letterhead } from '#contract/catalog/letterhead.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { OutletKop } from '#src/ui/print/print.tsx'
import classes from './Kop.module.css'

/** Preview of the letterhead with the typed values, as bills and receipts print it. */
export const KopPreview = ({ outlet }: { outlet: Letterhead }) => (
  <figure className={`${classes.trial} wide`}>
    <figcaption>Pratinjau kop tagihan dan kuitansi</figcaption>
    <div className="paper">
      <OutletKop
        outlet={{ ...outlet, phone: outlet.phone && normalizePhone(outlet.phone) }}
        aside={
          <>
            <b>TAGIHAN</b>
            <p>Nomor tagihan</p>
          </>
        }
      />
    </div>
  </figure>
)
