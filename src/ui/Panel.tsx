import type { ReactNode } from 'react'

/** A white block, with a heading of its own when `title` is given. */
export const Panel = ({
  title,
  children,
  aside,
}: {
  title?: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <section className="panel">
    {title && (
      <header className="panelHead">
        <h2>{title}</h2>
        {aside}
      </header>
    )}
    <div className="panelBody">{children}</div>
  </section>
)
