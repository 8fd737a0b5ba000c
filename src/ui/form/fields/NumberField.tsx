import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ControlProps } from '#src/ui/form/fields/controlProps.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import classes from './NumberField.module.css'

const formatNumber = (value: unknown, scale: number) =>
  typeof value === 'number' ? String(value / scale).replace('.', ',') : String(value ?? '')

/**
 * Parses a typed number. An empty text is null. An invalid text is returned unchanged, so that the
 * contract rejects it.
 */
const parseNumber = (text: string, scale: number): number | string | null => {
  if (text === '') return null
  if (!/^-?\d+(,\d{1,2})?$/.test(text)) return text
  return Math.round(Number(text.replace(',', '.')) * scale * 100) / 100
}

/**
 * Input for a number. It shows the text exactly as the user types it. With `scale` 100 the value is
 * in hundredths, so the value 1250 is shown as `12,5`. `satuan` is the unit shown at the end.
 */
export const NumberField = ({
  value,
  onChange,
  scale = 1,
  satuan,
  ...rest
}: ControlProps & {
  value: number | null
  onChange: (value: unknown) => void
  scale?: number
  satuan?: string
}) => {
  const [text, setText] = useState(formatNumber(value, scale))
  const [seenValue, setSeenValue] = useState<unknown>(value)
  if (value !== seenValue) {
    setSeenValue(value)
    setText(formatNumber(value, scale))
  }
  return (
    <TextInput
      classNames={{ input: classes.figures }}
      inputMode={scale === 1 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      rightSection={satuan && <Dim>{satuan}</Dim>}
      rightSectionWidth={satuan && `${satuan.length + 2}ch`}
      {...rest}
      onChange={(e) => {
        const typed = e.currentTarget.value
        const number = parseNumber(typed.trim(), scale)
        setText(typed)
        setSeenValue(number)
        onChange(number)
      }}
    />
  )
}
