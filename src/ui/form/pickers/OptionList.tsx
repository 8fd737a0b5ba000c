import '#src/styles/parts.css'
import { Combobox, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Option, OptionGroup } from '#src/ui/list/filters/options.ts'

interface OptionListProps {
  /** Id of the list. `id`, `active` and `choose` come from useOptions. */
  id: string
  groups: readonly OptionGroup[]
  active: number
  choose: (index: number) => void
  label: string
  pick: (option: Option) => void
}
/**
 * Options of a search box in groups, rendered by Mantine. useOptions marks the active option,
 * because Mantine's own state is not announced by screen readers and does not follow an option when
 * the options change.
 */
export const OptionList = ({ id, groups, active, choose, label, pick }: OptionListProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const all = groups.flatMap((g) => g.options)
  return (
    <Combobox>
      <Combobox.Options
        ref={list}
        id={id}
        aria-label={label}
        mah="min(32rem, 70dvh)"
        style={{ overflowY: 'auto' }}
      >
        {groups.map((group) => (
          <Combobox.Group
            key={group.label ?? ''}
            label={group.label}
            aria-label={group.label ? undefined : label}
          >
            {group.options.map((option) => {
              const index = all.indexOf(option)
              return (
                <Combobox.Option
                  key={option.key}
                  value={option.key}
                  id={`${id}-${index}`}
                  selected={index === active}
                  aria-selected={index === active}
                  onMouseMove={() => {
                    if (index !== active) choose(index)
                  }}
                  onClick={() => pick(option)}
                >
                  <OptionText option={option} />
                </Combobox.Option>
              )
            })}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}

const OptionText = ({ option: { icon, title, note, aside } }: { option: Option }) => (
  <Group gap="sm" wrap="nowrap">
    {icon}
    <span style={{ flex: 1, minWidth: 0 }}>
      <Text component="span" display="block" size="sm" truncate>
        {title}
      </Text>
      {note && (
        <Text component="span" display="block" size="xs" opacity={0.85} truncate>
          {note}
        </Text>
      )}
    </span>
    {aside}
  </Group>
)
