import type { ComponentProps } from 'react'
import classes from './Words.module.css'

/** Words that stand back. Plain, because rows of lists hold many. */
export const Dim = (props: ComponentProps<'span'>) => <span className={classes.dim} {...props} />
/** Figures that stand under one another, on one line. */
export const Num = ({ dim, ...rest }: ComponentProps<'span'> & { dim?: boolean }) => (
  <span className={dim ? `${classes.num} ${classes.dim}` : classes.num} {...rest} />
)
