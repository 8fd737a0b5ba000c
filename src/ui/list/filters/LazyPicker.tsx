import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react'
import type { Picker as PickerComponent } from '#src/ui/form/pickers/Picker.tsx'
import { part } from '#src/ui/page/part.ts'

type PickerType = typeof PickerComponent

const pickerCode = () => import('#src/ui/form/pickers/Picker.tsx')
/**
 * Text field that looks like an empty picker until the code of the picker has loaded. The code is
 * fetched when the pointer enters the field, when the field gets the focus, when the user types, or
 * when the field has a value. The code does not load with the list, because it is a fifth as
 * large as the code of a list. The picker then searches for the text that the user has already
 * typed.
 */
export const LazyPicker = ({ label, value, ...rest }: ComponentProps<PickerType>) => {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [late, setLate] = useState<{ Picker: PickerType; focused: boolean }>()
  const fetch = () =>
    void part(pickerCode).then(
      ({ Picker }) =>
        setLate((state) => state ?? { Picker, focused: document.activeElement === input.current }),
      () => {},
    )
  const onValue = useEffectEvent(fetch)
  useEffect(() => {
    if (value !== null) onValue()
  }, [value])
  if (late)
    return (
      <late.Picker
        {...rest}
        label={label}
        value={value}
        placeholder="Semua"
        search={text}
        autoFocus={late.focused}
        defaultDropdownOpened={late.focused}
      />
    )
  return (
    <TextInput
      ref={input}
      label={label}
      placeholder={value === null ? 'Semua' : '…'}
      aria-haspopup="listbox"
      value={text}
      onPointerEnter={fetch}
      onFocus={fetch}
      onChange={(e) => {
        setText(e.currentTarget.value)
        fetch()
      }}
    />
  )
}
