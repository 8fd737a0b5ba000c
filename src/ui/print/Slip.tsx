/** Parts of a short signed document. */
import type { ReactNode } from 'react'
import type { Signer } from '#contract/print/paper.ts'
import classes from './Slip.module.css'

/** List of the facts of a document. `children` are `dt` and `dd` elements. */
export const SlipFacts = ({ children }: { children: ReactNode }) => (
  <dl className={`pairs ${classes.facts}`}>{children}</dl>
)

/**
 * Signature block: the lines, a space for the signature, and the name of the signer under the
 * space.
 */
export const SignedBy = ({ lines, name }: Signer) => (
  <div className={classes.signature}>
    {lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
    <div className={classes.signer}>{name || '\u00A0'}</div>
  </div>
)
/**
 * Signature blocks side by side. A block with fewer lines than another gets empty lines, so that
 * all signatures are at the same height.
 */
export const Signers = ({ of }: { of: readonly Signer[] }) => {
  const most = Math.max(...of.map(({ lines }) => lines.length))
  return (
    <div className={`${classes.foot} keep`}>
      {of.map(({ lines, name }) => {
        const free = Array.from({ length: most - lines.length }, () => '\u00A0')
        return <SignedBy key={lines.at(-1)} lines={[...free, ...lines]} name={name} />
      })}
    </div>
  )
}
