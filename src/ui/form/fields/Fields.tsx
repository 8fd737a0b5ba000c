import type { ReactNode } from 'react'
import classes from './Fields.module.css'

/**
 * Grid of fields with as many columns as fit. A field with the class `wide` takes a whole row.
 * `narrow` makes smaller columns, for the fields of one row of a list inside a form.
 */
export const Fields = ({ narrow, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={narrow ? `${classes.fields} ${classes.narrow}` : classes.fields}>{children}</div>
)
