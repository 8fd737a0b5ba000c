import '#src/styles/parts.css'
import { DataList, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** Whether a fact has no value. */
export const isNothing = (value: ReactNode) => value === null || value === undefined || value === ''
type Items = readonly (readonly [label: string, value: ReactNode])[]
const columns = 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))'

/** Description list of a record's facts. An empty fact shows a dash. */
export const Facts = ({ items }: { items: Items }) => (
  <DataList
    orientation="vertical"
    size="md"
    display="grid"
    style={{ gap: '1rem 1.5rem', gridTemplateColumns: columns, overflowWrap: 'anywhere' }}
  >
    {items.map(([label, value]) => (
      <DataList.Item key={label}>
        <DataList.ItemLabel fz="0.8125rem">{label}</DataList.ItemLabel>
        <DataList.ItemValue c={isNothing(value) ? 'dimmed' : undefined}>
          {isNothing(value) ? '–' : value}
        </DataList.ItemValue>
      </DataList.Item>
    ))}
  </DataList>
)

/** Heading inside a panel. */
export const Subhead = ({ children }: { children: string }) => (
  <Title order={2} fz="1rem" my="0.75rem">
    {children}
  </Title>
)
/** Facts under a heading. A line separates such sections. */
export const FactSection = ({ heading, items }: { heading: string; items: Items }) => (
  <section className={classes.section}>
    <Subhead>{heading}</Subhead>
    <Facts items={items} />
  </section>
)
