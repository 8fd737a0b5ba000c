import '#src/styles/tab.css'
import { normalizePhone } from '#contract/rules/telepon.ts'
import { Kop, type Letterhead } from '#src/ui/print.tsx'

/** The letterhead of what stands in the form, as bills and receipts will print it. */
export const PratinjauKop = ({ outlet }: { outlet: Letterhead }) => (
  <figure className="kopCoba wide">
    <figcaption>Pratinjau kop tagihan dan kuitansi</figcaption>
    <div className="paper">
      <Kop
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
