/**
 * Picker of a row of another resource. The server searches, and a note distinguishes rows of the
 * same name.
 */
import '#src/styles/parts.css'
import {
  Box,
  CheckIcon,
  Combobox,
  Group,
  InputBase,
  useCombobox,
  type ComboboxStore,
} from '@mantine/core'
import {
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { ChoiceText } from '#src/ui/form/pickers/ChoiceText.tsx'
import { EmptyChoices } from '#src/ui/form/pickers/EmptyChoices.tsx'
import type { PickerProps } from '#src/ui/form/pickers/pickerProps.ts'
import { noNameYet, useChoices, type Choice } from '#src/ui/form/pickers/useChoices.ts'
import { newOption, useNewOption } from '#src/ui/form/pickers/useNewOption.tsx'

/** Dropdown list of choices. The chosen one is marked. */
const ChoiceList = ({
  choices,
  chosen,
  isFetching,
  empty,
  hasMore,
  creation,
  labelledBy,
}: {
  choices: readonly Choice[]
  chosen: string | undefined
  isFetching: boolean
  /** Text in place of the choices when there are none. */
  empty: ReactNode
  hasMore: boolean
  /** Label of the last option, which creates a row; undefined without this option. */
  creation: string | undefined
  labelledBy: string
}) => (
  <Combobox.Dropdown>
    <Combobox.Options labelledBy={labelledBy} aria-busy={isFetching}>
      <Box mah={creation ? 240 : 280} style={{ overflowY: 'auto' }} role="presentation">
        {choices.map((choice) => (
          <Combobox.Option
            key={choice.value}
            value={choice.value}
            active={choice.value === chosen}
            aria-selected={choice.value === chosen}
            // The keys still reach the option, because pressing it explains what to do instead.
            aria-disabled={choice.isClosed || undefined}
            style={choice.isClosed ? { opacity: 0.65 } : undefined}
          >
            <Group gap="sm" wrap="nowrap">
              {choice.value === chosen && <CheckIcon size={12} style={{ flex: 'none' }} />}
              <ChoiceText {...choice} />
            </Group>
          </Combobox.Option>
        ))}
        {choices.length === 0 && <Combobox.Empty>{empty}</Combobox.Empty>}
      </Box>
      {creation && (
        <Combobox.Option value={newOption} aria-selected={false}>
          {creation}
        </Combobox.Option>
      )}
    </Combobox.Options>
    {hasMore && <Combobox.Footer fz="xs">Ketik untuk mencari yang lain</Combobox.Footer>}
  </Combobox.Dropdown>
)

/** Icon at the right end of the field: a clear button, or the arrow of a dropdown. */
const PickerEnd = ({ label, clear }: { label: string; clear: (() => void) | undefined }) =>
  clear ? (
    <Combobox.ClearButton aria-label={`Kosongkan ${label}`} onClear={clear} />
  ) : (
    <Combobox.Chevron />
  )

interface Props extends PickerProps {
  value: number | null
  onChange: (id: number | null) => void
  /** Called with the id of a row that the user picks although it cannot be chosen. */
  onClosed?: (id: number) => void
  /** Whether the list of choices is open on mount. */
  defaultDropdownOpened?: boolean
  /** Text that the user typed before the picker was rendered. */
  search?: string
  onKeyDown?: (e: KeyboardEvent) => void
}
const mayBeEmptied = ({
  value,
  required,
  disabled,
}: Pick<Props, 'value' | 'required' | 'disabled'>) => value !== null && !required && !disabled

/** Option that Enter takes while the user types: its index, and its value as a key. */
interface Mark {
  index: number
  value: string
}
/**
 * Returns the option that Enter takes: the first match or, without any match, the option that
 * creates a row.
 */
const markOf = ({
  choices,
  hasFirst,
  isUnmatched,
  hasCreation,
}: {
  choices: readonly Choice[]
  hasFirst: boolean
  isUnmatched: boolean
  hasCreation: boolean
}): Mark | undefined => {
  if (hasFirst && choices[0]) return { index: 0, value: choices[0].value }
  return isUnmatched && hasCreation ? { index: choices.length, value: newOption } : undefined
}
/** Highlights an option when it becomes the one that Enter takes. */
const useMark = (combobox: ComboboxStore, mark: Mark | undefined) => {
  const highlight = useEffectEvent(() => {
    if (mark) combobox.selectOption(mark.index)
  })
  useEffect(() => highlight(), [mark?.value])
}

/**
 * Picker of one row. The input shows the name of the chosen row, or the search text while the user
 * types.
 */
export const Picker = ({
  value,
  onChange,
  onClosed,
  resource,
  filter,
  creates = false,
  required,
  defaultDropdownOpened: isFirstOpen = false,
  search: typedBefore = '',
  ...rest
}: Props) => {
  const id = useId()
  const [typed, setTyped] = useState(typedBefore === '' ? undefined : typedBefore)
  const combobox = useCombobox({
    defaultOpened: isFirstOpen,
    onDropdownOpen: () => {
      want()
      combobox.updateSelectedOptionIndex('active', { scrollIntoView: true })
    },
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const text = typed ?? ''
  const of = { resource, filter, text }
  const { choices, want, isFetching, reason, hasMore, ...search } = useChoices({
    ...of,
    ids: value === null ? [] : [value],
    isWanted: isFirstOpen,
  })
  const creation = useNewOption({
    ...of,
    isWanted: creates && search.isWanted,
    isAnswered: search.isAnswered,
    // Keeps the typed text if the user has created no row.
    onClose: (saved, typedText) =>
      saved === undefined ? setTyped(typedText || undefined) : choose(saved),
  })
  const chosen = value === null ? undefined : String(value)
  const label = choices.find((c) => c.value === chosen)?.label ?? ''
  // Shows `…` as placeholder while the name loads. If `…` were the text of the input, typed letters
  // would be appended to it.
  const [name, placeholder] = label === noNameYet ? ['', noNameYet] : [label, rest.placeholder]
  useMark(combobox, markOf({ choices, ...search, hasCreation: creation.label !== undefined }))
  const mayClear = mayBeEmptied({ value, required, disabled: rest.disabled })
  const choose = (next: number | null) => {
    setTyped(undefined)
    onChange(next)
  }
  /**
   * Chooses an option, unless it is closed. Choosing the chosen row again clears an optional field.
   */
  const submit = (option: string) => {
    if (option === newOption) {
      creation.open()
      return combobox.closeDropdown()
    }
    if (choices.find((c) => c.value === option)?.isClosed) {
      if (!onClosed) return
      setTyped(undefined)
      onClosed(Number(option))
      return combobox.closeDropdown()
    }
    const isGivenBack = option === chosen && !required && typed === undefined
    choose(isGivenBack ? null : Number(option))
    combobox.closeDropdown()
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={submit}>
        <Combobox.Target withExpandedAttribute>
          <InputBase
            {...rest}
            id={id}
            required={required}
            placeholder={placeholder}
            value={typed ?? name}
            onChange={(e) => {
              const text = e.currentTarget.value
              // Starts no search if the text equals the name of the chosen row.
              setTyped(text === name ? undefined : text)
              combobox.resetSelectedOption()
              combobox.openDropdown()
            }}
            onKeyDownCapture={search.holdEnter}
            onFocus={want}
            onClick={() => combobox.openDropdown()}
            onBlur={() => {
              setTyped(undefined)
              combobox.closeDropdown()
            }}
            rightSectionPointerEvents={mayClear ? 'auto' : 'none'}
            rightSection={
              <PickerEnd label={rest.label} clear={mayClear ? () => choose(null) : undefined} />
            }
          />
        </Combobox.Target>
        <ChoiceList
          choices={choices}
          chosen={chosen}
          isFetching={isFetching}
          empty={<EmptyChoices reason={reason} resource={resource} filter={filter} />}
          hasMore={hasMore}
          creation={creation.label}
          labelledBy={`${id}-label`}
        />
      </Combobox>
      {creation.dialog}
    </>
  )
}
