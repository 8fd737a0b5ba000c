import type { ComponentProps } from 'react'
import classes from './Words.module.css'

/**
 * Dimmed text. A plain element renders faster than a Mantine component, and a list contains many
 * dimmed texts.
 */
export const Dim = (props: ComponentProps<'span'>) => <span className={classes.dim} {...props} />
/** Number on one line, with digits of equal width. */
export const Num = ({ dim, ...rest }: ComponentProps<'span'> & { dim?: boolean }) => (
  <span className={dim ? `${classes.num} ${classes.dim}` : classes.num} {...rest} />
)
