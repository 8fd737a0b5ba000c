import type { ReactNode } from 'react'

/** A record's facts as a description list; empty ones show a dash. */
export const Facts = ({
  items,
}: {
  items: readonly (readonly [label: string, value: ReactNode])[]
}) => (
  <dl className="facts">
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value === null || value === undefined || value === '' ? (
            <span className="dim">–</span>
          ) : (
            value
          )}
        </dd>
      </div>
    ))}
  </dl>
)
