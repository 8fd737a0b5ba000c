import type { ReactNode } from 'react'

/** Fields of a form under a heading of their own. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="wide section">
    <legend>{title}</legend>
    <div className="fields">{children}</div>
  </fieldset>
)
