import type { ReactNode } from 'react'
import classes from './Fields.module.css'

/**
 * Fields beside each other, as many as there is room for; one with the class `wide` takes a whole
 * row. `narrow` ones are those of a line.
 */
export const Fields = ({ narrow, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={narrow ? `${classes.fields} ${classes.narrow}` : classes.fields}>{children}</div>
)
