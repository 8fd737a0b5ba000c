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
  above?: string | undefined
}
/** A place to sign. */
export const SignedBy = ({ as, name, above }: Signer) => (
  <div className={classes.signature}>
    {above !== undefined && <div>{above}</div>}
    <div>{as},</div>
    <div className={classes.signer}>{name ?? '\u00A0'}</div>
  </div>
)
/** Who signs, side by side: their lines are level, also where one alone is dated. */
export const Signers = ({ of }: { of: readonly Signer[] }) => {
  const free = of.some(({ above }) => above !== undefined) ? '\u00A0' : undefined
  return (
    <div className={`${classes.foot} keep`}>
      {of.map((signer) => (
        <SignedBy key={signer.as} {...signer} above={signer.above ?? free} />
      ))}
    </div>
  )
}
