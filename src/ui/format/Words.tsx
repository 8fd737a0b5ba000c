import type { ComponentProps } from 'react'
import classes from './Words.module.css'

/** Dimmed text. A plain element instead of a Mantine component, because lists contain many. */
export const Dim = (props: ComponentProps<'span'>) => <span className={classes.dim} {...props} />
/** Number on one line, with digits of equal width. */
export const Num = ({ dim, ...rest }: ComponentProps<'span'> & { dim?: boolean }) => (
  <span className={dim ? `${classes.num} ${classes.dim}` : classes.num} {...rest} />
)
