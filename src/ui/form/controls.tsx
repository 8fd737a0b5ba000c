import '#src/styles/bagian.css'
/** The control of each kind of field, from the contract's meta. Native inputs where they are good: light, known to phones and to assistive technology. */
import { NativeSelect, PasswordInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import {
  lazy,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ChangeEvent,
} from 'react'
import { hintAllOutlets, isRequired, metaOf, type FieldMeta } from '#contract/fields.ts'
import { ribuan } from '#contract/rules/rupiah.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import type { Params } from '#src/data/http.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { Picker, Pickers } from '#src/ui/form/Picker.tsx'
import { schemaAt } from '#src/ui/form/store.ts'
import { useFormStore, useFormValue } from '#src/ui/form/useForm.ts'
import { hariTanggal } from '#src/ui/format.ts'
import { part } from '#src/ui/part.ts'
import { FieldsContext } from '#src/ui/table.tsx'

const LazyMeter = lazy(() =>
  part(() => import('#src/ui/password/PasswordMeter.tsx')).then((m) => ({
    default: m.PasswordMeter,
  })),
)
const LazyFile = lazy(() =>
  part(() => import('#src/ui/FileField.tsx')).then((m) => ({ default: m.FileField })),
)

export interface FieldProps {
  name: string
  label?: string
  hint?: string
  wide?: boolean
  disabled?: boolean
  required?: boolean
  filter?: Params
  options?: readonly (string | number)[]
  autoComplete?: string
  /** Whose password it is, beside what the form knows. */ owner?: Readonly<Record<string, unknown>>
  /** Another control than the contract's, where the value's meaning hangs on another field. */ as?: FieldMeta['control']
}

const group = (digits: string) => ribuan(digits.replace(/^0+(?=\d)/, ''))
/** Rupiah of what was typed or pasted: `Rp 1.250.000`, `1.250.000`, `1250000`; undefined for anything else (decimals, letters). */
export const parseRupiah = (text: string): number | null | undefined => {
  const bare = text.replace(/^\s*Rp\.?\s*/i, '').trim()
  if (bare === '') return null
  if (!/^\d+$/.test(bare) && !/^\d{1,3}(\.\d{3})+$/.test(bare)) return undefined
  return Number(bare.replaceAll('.', ''))
}

interface ControlProps {
  label: string
  description?: string
  error?: string
  required?: boolean
  disabled?: boolean
  name: string
  placeholder?: string
  autoComplete?: string
}

/** `Rp 1.250.000` while typing; the caret keeps its place among the digits. */
export const RupiahInput = ({
  value,
  onChange,
  ...rest
}: ControlProps & { value: number | null; onChange: (value: number | null) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const [bad, setBad] = useState(false)
  const shown = value === null ? '' : `Rp ${group(String(value))}`
  useLayoutEffect(() => {
    if (caret.current === null || !input.current) return
    let at = shown.length
    for (let digits = caret.current; digits > 0 && at > 3; at--)
      if (/\d/.test(shown[at - 1] ?? '')) digits--
    // Before a dot, not after: the next Backspace takes a digit.
    if (shown[at - 1] === '.') at--
    input.current.setSelectionRange(at, at)
    caret.current = null
  }, [shown])
  const change = (e: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = e.currentTarget
    // While typing the dots stand wrong for a moment; a text that came whole (paste) must be right.
    const typed =
      (e.nativeEvent as InputEvent).inputType !== 'insertFromPaste' && /^(Rp)?[\s\d.]*$/i.test(text)
    const after = text.slice(selectionStart ?? text.length).replace(/\D/g, '')
    let digits = text.replace(/\D/g, '')
    // Backspace after a dot has taken only the dot: the digit before it is meant.
    if (
      (e.nativeEvent as InputEvent).inputType === 'deleteContentBackward' &&
      digits === String(value ?? '')
    )
      digits = digits.slice(0, -after.length - 1) + after
    const next = typed ? parseRupiah(digits) : parseRupiah(text)
    if (next === undefined) return setBad(true)
    setBad(false)
    caret.current = after.length
    onChange(next !== null && next > 9_000_000_000_000 ? value : next)
  }
  return (
    <TextInput
      ref={input}
      className="rightText"
      inputMode="numeric"
      autoComplete="off"
      value={shown}
      onChange={change}
      onBlur={() => setBad(false)}
      {...rest}
      error={bad ? 'Rupiah bulat saja, misalnya 1.250.000' : rest.error}
    />
  )
}

/** A number kept as one, shown as typed; `scale` 100 shows hundredths as `12,5`; `satuan` stands at its end. */
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
  const format = (v: unknown) =>
    typeof v === 'number' ? String(v / scale).replace('.', ',') : String(v ?? '')
  const [text, setText] = useState(format(value))
  const [seen, setSeen] = useState<unknown>(value)
  if (value !== seen) {
    setSeen(value)
    setText(format(value))
  }
  return (
    <TextInput
      className="rightText"
      inputMode={scale === 1 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      rightSection={satuan && <span className="dim">{satuan}</span>}
      rightSectionWidth={satuan && `${satuan.length + 2}ch`}
      {...rest}
      onChange={(e) => {
        const typed = e.currentTarget.value.trim()
        const number = /^-?\d+(,\d{1,2})?$/.test(typed)
          ? Math.round(Number(typed.replace(',', '.')) * scale * 100) / 100
          : typed === ''
            ? null
            : typed
        setText(e.currentTarget.value)
        setSeen(number)
        onChange(number)
      }}
    />
  )
}

/** Some of a few fixed choices, as boxes to tick; they keep the order of the enumeration. */
const Checks = ({
  label,
  description,
  error,
  required,
  disabled,
  name,
  options,
  value,
  onChange,
}: ControlProps & {
  options: NonNullable<FieldMeta['options']>
  value: readonly unknown[]
  onChange: (value: unknown) => void
}) => (
  <fieldset
    className="checks"
    aria-describedby={error ? `${name}-error` : description ? `${name}-hint` : undefined}
  >
    <legend>
      {label}
      {required && <span aria-hidden> *</span>}
    </legend>
    {description && (
      <div id={`${name}-hint`} className="dayText">
        {description}
      </div>
    )}
    <div>
      {options.map((o) => (
        <label key={o.value}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={value.includes(o.value)}
            aria-invalid={error ? true : undefined}
            onChange={(e) =>
              onChange(
                options
                  .map((c) => c.value)
                  .filter((v) => (v === o.value ? e.currentTarget.checked : value.includes(v))),
              )
            }
          />
          {o.label}
        </label>
      ))}
    </div>
    {error && (
      <div id={`${name}-error`} className="checksError">
        {error}
      </div>
    )}
  </fieldset>
)

/** What a date picker offers: the days, or with 7 characters the months, in which money lies. */
const bounds = ({ window: kind }: FieldMeta, length = 10): { min?: string; max?: string } => {
  const window = kind && knownWindow()
  return window
    ? {
        ...(kind === 'paper' && { min: window.first.slice(0, length) }),
        max: window.last.slice(0, length),
      }
    : {}
}
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
/** A field by its name: control, label, required mark, hint and error of the contract. */
export const FieldControl = ({
  name,
  label,
  hint,
  wide,
  disabled,
  required,
  filter,
  options,
  autoComplete,
  owner,
  as,
}: FieldProps) => {
  const store = useFormStore()
  const value = useFormValue(name)
  const error = useSyncExternalStore(store.subscribe, () => store.error(name))
  useEffect(() => store.mount(name), [store, name])
  const schema = schemaAt(store.schema, name)
  const meta: FieldMeta = (schema && metaOf(schema)) ?? { label: name, control: 'text' }
  // In a dialog over a list, choices are called as the list calls them.
  const isLimited = useOwnOutlets().length > 0
  const called = use(FieldsContext)(name)?.options
  const set = (next: unknown) => store.set(name, next)
  const common = {
    name,
    label: label ?? meta.label,
    description:
      hint ?? (isLimited && meta.hint === hintAllOutlets ? 'Pilih outlet Anda' : meta.hint),
    error,
    required: required ?? (schema ? isRequired(schema) : false),
    disabled,
    autoComplete: autoComplete ?? 'off',
    'data-autofocus': (!disabled && store.isFirst(name)) || undefined,
  }
  const text = value === null || value === undefined ? '' : String(value)
  const typed = (e: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    set(e.currentTarget.value)
  const number = typeof value === 'number' ? value : null

  const control = () => {
    switch (as ?? meta.control) {
      case 'textarea':
        return (
          <Textarea {...common} value={text} onChange={typed} autosize minRows={2} maxRows={8} />
        )
      case 'password':
        return (
          <>
            <PasswordInput
              {...common}
              value={text}
              onChange={typed}
              autoComplete={autoComplete ?? 'new-password'}
              visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan isi', tabIndex: 0 }}
            />
            {meta.newPassword && (
              <Suspense fallback={<div style={{ height: '3.8rem' }} />}>
                <LazyMeter value={text} owner={{ ...store.values(), ...owner }} />
              </Suspense>
            )}
          </>
        )
      case 'rupiah':
        return <RupiahInput {...common} value={number} onChange={set} />
      case 'number':
        return <NumberField {...common} value={number} onChange={set} satuan={meta.satuan} />
      case 'percent':
        return (
          <NumberField {...common} value={number} onChange={set} scale={100} satuan={meta.satuan} />
        )
      case 'tags':
        return (
          <TagsInput
            {...common}
            description={common.description ?? 'Tekan Enter setelah tiap isian'}
            value={texts(value)}
            onChange={set}
            splitChars={[',', ';']}
            acceptValueOnBlur
          />
        )
      case 'date':
        return (
          <div>
            <TextInput {...common} type="date" {...bounds(meta)} value={text} onChange={typed} />
            {text && (
              <div className="dayText" aria-hidden>
                {hariTanggal(text)}
              </div>
            )}
          </div>
        )
      case 'month':
        return (
          <TextInput
            {...common}
            type="month"
            {...bounds(meta, 7)}
            placeholder="2026-11"
            value={text}
            onChange={typed}
          />
        )
      case 'time':
        return <TextInput {...common} type="time" value={text} onChange={typed} />
      case 'color':
        return <TextInput {...common} type="color" value={text} onChange={typed} />
      case 'email':
        return <TextInput {...common} type="email" value={text} onChange={typed} />
      case 'phone':
        return <TextInput {...common} type="tel" value={text} onChange={typed} />
      case 'checks':
        return (
          <Checks
            {...common}
            options={meta.options ?? []}
            value={Array.isArray(value) ? value : []}
            onChange={set}
          />
        )
      case 'switch':
        return (
          <Switch
            {...common}
            checked={value === true}
            onChange={(e) => set(e.currentTarget.checked)}
            mt={wide ? 0 : 28}
          />
        )
      case 'select': {
        const shown = (meta.options ?? []).filter((o) => !options || options.includes(o.value))
        const empty =
          schema && isRequired(schema) && text !== ''
            ? []
            : [{ value: '', label: common.required || text !== '' ? '– pilih –' : '–' }]
        const hasDefault =
          schema &&
          !common.required &&
          value !== null &&
          text !== '' &&
          store.initial()[name] !== null
        return (
          <NativeSelect
            {...common}
            value={text}
            data={[
              ...(hasDefault ? [] : empty),
              ...shown.map((o) => ({
                value: String(o.value),
                label: called?.find((c) => c.value === o.value)?.label ?? o.label,
              })),
            ]}
            onChange={(e) =>
              set(shown.find((o) => String(o.value) === e.currentTarget.value)?.value ?? null)
            }
          />
        )
      }
      case 'file':
        return (
          <Suspense fallback={<span className="skeleton" style={{ height: '6rem' }} />}>
            <LazyFile {...common} jenis={meta.jenis ?? 'bukti'} value={value} onChange={set} />
          </Suspense>
        )
      case 'picker':
        return (
          <Picker
            {...common}
            resource={meta.resource ?? ''}
            filter={{ ...meta.params, ...filter }}
            value={number}
            onChange={set}
          />
        )
      case 'pickers':
        return (
          <Pickers
            {...common}
            resource={meta.resource ?? ''}
            filter={{ ...meta.params, ...filter }}
            value={Array.isArray(value) ? value : []}
            onChange={set}
          />
        )
      default:
        return <TextInput {...common} value={text} onChange={typed} />
    }
  }
  return (
    <div className={wide || meta.control === 'textarea' ? 'wide' : undefined} data-field={name}>
      {control()}
    </div>
  )
}
