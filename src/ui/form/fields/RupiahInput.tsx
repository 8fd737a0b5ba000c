import '#src/styles/parts.css'
import { NumberInput } from '@mantine/core'
import { useState, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react'
import { parseRupiah } from '#contract/values/amount.ts'
import type { ControlProps } from '#src/ui/form/fields/controlProps.ts'
import classes from './NumberField.module.css'

/**
 * Maximum value in rupiah. It is above any real amount, and JavaScript represents it exactly.
 */
const most = 9_000_000_000_000

/**
 * Parses pasted text to rupiah. Returns null for an empty text or the currency alone. Returns
 * undefined for a text that is not a whole amount, such as one with decimals or letters.
 */
const pastedRupiah = (text: string): number | null | undefined =>
  /^(rp\.?|idr)?$/i.test(text.trim()) ? null : (parseRupiah(text) ?? undefined)

/** Returns the digits of the field after `inserted` has replaced the selected text. */
const digitsWith = (field: HTMLInputElement, inserted: number | null): string => {
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  const text = `${field.value.slice(0, from)}${inserted ?? ''}${field.value.slice(to)}`
  return text.replace(/\D/g, '')
}

/**
 * Input that shows an amount as `Rp 1.250.000` while the user types. It rejects a text that is not
 * a whole amount, and shows an error. The library would read a pasted `1.25` as 1 and a typed
 * `12,5` as 125.
 */
export const RupiahInput = ({
  value,
  onChange,
  ...rest
}: ControlProps & { value: number | null; onChange: (value: number | null) => void }) => {
  const [bad, setBad] = useState(false)
  const refuse = (e: FormEvent | ClipboardEvent) => {
    e.preventDefault()
    e.stopPropagation()
    setBad(true)
  }
  const paste = (e: ClipboardEvent<HTMLInputElement>) => {
    const amount = pastedRupiah(e.clipboardData.getData('text'))
    if (amount === undefined) return refuse(e)
    e.preventDefault()
    e.stopPropagation()
    const digits = digitsWith(e.currentTarget, amount)
    setBad(false)
    if (Number(digits) <= most) onChange(digits === '' ? null : Number(digits))
  }
  const beforeInput = (e: FormEvent<HTMLInputElement> & { data?: string }) => {
    const text = e.data ?? ''
    if (!/^[\d.]?$/.test(text) && pastedRupiah(text) === undefined) refuse(e)
  }
  // Backspace after a thousands dot deletes the digit before the dot. The library would only move
  // the cursor.
  const keys = (e: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart: start, selectionEnd: end, value: text } = e.currentTarget
    if (e.key === 'Backspace' && start !== null && start === end && text[start - 1] === '.')
      e.currentTarget.setSelectionRange(start - 1, start - 1)
  }
  return (
    <NumberInput
      classNames={{ input: classes.figures }}
      inputMode="numeric"
      autoComplete="off"
      prefix="Rp "
      thousandSeparator="."
      decimalSeparator=","
      decimalScale={0}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      withKeyboardEvents={false}
      isAllowed={({ floatValue = 0 }) => floatValue <= most}
      value={value ?? ''}
      onChange={(next) => {
        setBad(false)
        onChange(next === '' ? null : Number(next))
      }}
      onPasteCapture={paste}
      onBeforeInput={beforeInput}
      onKeyDownCapture={keys}
      onBlur={() => setBad(false)}
      {...rest}
      error={bad ? 'Rupiah bulat saja, misalnya 1.250.000' : rest.error}
    />
  )
}
