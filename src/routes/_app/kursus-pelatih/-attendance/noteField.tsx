/**
 * Text field for a note. It opens inline instead of in a dialog, because the lazily loaded code of
 * dialogs is not available offline.
 */
import '#src/styles/parts.css'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'

export const NoteField = ({
  label,
  initial,
  required,
  save,
  close,
  max = 300,
}: {
  label: string
  initial: string
  required: boolean
  save: (text: string) => void
  close: () => void
  max?: number
}) => {
  const [text, setText] = useState(initial)
  const lacks = required && text.trim() === ''
  return (
    <Stack gap="xs" mt="xs">
      <Textarea
        label={label}
        required={required}
        autosize
        minRows={2}
        maxLength={max}
        value={text}
        ref={(field) => {
          if (field && text === initial) field.focus()
        }}
        onChange={(e) => setText(e.currentTarget.value)}
      />
      <Group gap="xs">
        <Button h={44} disabled={lacks} onClick={() => save(text.trim())}>
          Simpan
        </Button>
        <Button h={44} variant="default" onClick={close}>
          Batal
        </Button>
      </Group>
    </Stack>
  )
}
