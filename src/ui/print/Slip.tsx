/** Parts of a paper that says a few things and is signed. */
import type { ReactNode } from 'react'
import classes from './Slip.module.css'

/** What the paper says, as `dt` and `dd`. */
export const SlipFacts = ({ children }: { children: ReactNode }) => (
  <dl className={`pairs ${classes.facts}`}>{children}</dl>
)

interface Signer {
  /** In which part somebody signs. */
  as: string
  /** Whose name stands under it; left free where nobody is known. */
  name?: string | undefined
  /** Above it: where and when. */
  above?: string
}
/** Who signs, side by side. */
export const Signers = ({ of }: { of: readonly Signer[] }) => {
  const isDated = of.some(({ above }) => above !== undefined)
  return (
    <div className={`${classes.foot} keep`}>
      {of.map(({ as, name, above }) => (
        <div key={as} className={classes.signature}>
          {isDated && <div>{above ?? '\u00A0'}</div>}
          <div>{as},</div>
          <div className={classes.signer}>{name ?? '\u00A0'}</div>
        </div>
      ))}
    </div>
  )
}
