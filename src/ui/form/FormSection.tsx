import '#src/styles/parts.css'
import { Fieldset } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import classes from './fields/Fields.module.css'

/** Group of fields of a form under a heading. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Fieldset
    className={`wide ${classes.section}`}
    variant="unstyled"
    mt="xs"
    legend={title}
    styles={{ legend: { fontSize: '1.0625rem' } }}
  >
    <Fields>{children}</Fields>
  </Fieldset>
)
