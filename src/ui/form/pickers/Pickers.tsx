/** Picker of several rows of another resource. The server searches. */
import '#src/styles/parts.css'
import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { ChoiceText } from '#src/ui/form/pickers/ChoiceText.tsx'
import { EmptyChoices } from '#src/ui/form/pickers/EmptyChoices.tsx'
import type { PickerProps } from '#src/ui/form/pickers/pickerProps.ts'
import { useChoices, type Choice } from '#src/ui/form/pickers/useChoices.ts'
import { newOption, useNewOption } from '#src/ui/form/pickers/useNewOption.tsx'

/**
 * Picker of several rows. The placeholder of an empty picker is `Semua` (all), because in most
 * fields an empty value means all rows. Other fields pass their own placeholder.
 */
export const Pickers = ({
  value,
  onChange,
  resource,
  filter,
  creates = false,
  placeholder = 'Semua',
  ...rest
}: PickerProps & { value: number[]; onChange: (ids: number[]) => void }) => {
  const [text, setText] = useState('')
  const of = { resource, filter, text }
  const { choices, want, reason, hasFirst, holdEnter, ...search } = useChoices({
    ...of,
    ids: value,
  })
  const creation = useNewOption({
    ...of,
    isWanted: creates && search.isWanted,
    isAnswered: search.isAnswered,
    onClose: (saved) => {
      if (saved !== undefined) onChange([...value, saved])
    },
  })
  const created = creation.label ? [{ value: newOption, label: creation.label }] : []
  const choicesByValue = new Map(choices.map((c): [string, Choice] => [c.value, c]))
  return (
    <>
      <MultiSelect
        {...rest}
        searchable
        // Keeps the list closed on focus, as Picker does, because an open list would cover the
        // error message of the focused field.
        openOnFocus={false}
        clearable
        selectFirstOptionOnChange={hasFirst}
        wrapperProps={{ onKeyDownCapture: holdEnter }}
        data={[...choices, ...created]}
        value={value.map(String)}
        onChange={(ids) => (ids.includes(newOption) ? creation.open() : onChange(ids.map(Number)))}
        onDropdownOpen={want}
        onFocus={want}
        onSearchChange={setText}
        filter={({ options }) => options}
        nothingFoundMessage={<EmptyChoices reason={reason} resource={resource} filter={filter} />}
        renderOption={({ option }) => (
          <ChoiceText {...option} note={choicesByValue.get(option.value)?.note} />
        )}
        maxDropdownHeight={280}
        placeholder={value.length === 0 ? placeholder : undefined}
        clearButtonProps={{ 'aria-label': `Kosongkan ${rest.label}` }}
      />
      {creation.dialog}
    </>
  )
}
