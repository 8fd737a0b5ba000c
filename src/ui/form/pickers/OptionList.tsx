import '#src/styles/parts.css'
import { Combobox, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Option, OptionGroup } from '#src/ui/list/filters/options.ts'

/** Props of the list. All except `label` and `pick` come from useOptions. */
interface OptionListProps {
  /** Id of the list element. */
  id: string
  groups: readonly OptionGroup[]
  active: number
  choose: (index: number) => void
  label: string
  pick: (option: Option) => void
}
/**
 * Grouped options of a search box, rendered by Mantine. useOptions, not Mantine, decides which
 * option is active. Screen readers would not announce Mantine's active option, and Mantine would
 * move to another option when the options change.
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
