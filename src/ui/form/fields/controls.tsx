/**
 * Renders fields by their kind of control. Selects are native elements, which are light and work
 * well on phones and with assistive technology.
 */
import '#src/styles/parts.css'
import {
  Input,
  NativeSelect,
  PasswordInput,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Skeleton,
} from '@mantine/core'
import { lazy, Suspense, type ChangeEvent, type ReactNode } from 'react'
import { isRequired, type FieldMeta } from '#contract/fields.ts'
import type { Params } from '#src/data/api/http.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import { DateField, MonthField, TimeField } from '#src/ui/form/dates/DateField.tsx'
import { Checks } from '#src/ui/form/fields/Checks.tsx'
import type { ControlProps } from '#src/ui/form/fields/controlProps.ts'
import { NumberField } from '#src/ui/form/fields/NumberField.tsx'
import { RupiahInput } from '#src/ui/form/fields/RupiahInput.tsx'
import { OnlyChoice } from '#src/ui/form/pickers/OnlyChoice.tsx'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'
import { Pickers } from '#src/ui/form/pickers/Pickers.tsx'
import type { FormStore, Schema } from '#src/ui/form/store.ts'
import { isDay, tanggalWithDay } from '#src/ui/format/format.ts'
import { part } from '#src/ui/page/part.ts'

const LazyMeter = lazy(() =>
  part(() => import('#src/ui/form/password/PasswordMeter.tsx')).then((m) => ({
    default: m.PasswordMeter,
  })),
)
const LazyFile = lazy(() =>
  part(() => import('#src/ui/form/file/FileField.tsx')).then((m) => ({ default: m.FileField })),
)

/** Data of a field for the function that renders its control. */
export interface DrawnField {
  /** Props that all controls have. */
  common: ControlProps & { autoComplete: string }
  meta: FieldMeta
  schema: Schema | undefined
  store: FormStore
  value: unknown
  set: (value: unknown) => void
  wide?: boolean
  filter?: Params
  /** Called with the id of a row that the user picks although it cannot be chosen. */
  onClosed?: (id: number) => void
  /** Values to which the choices of a select are restricted. */
  options?: readonly (string | number)[]
  /**
   * Choices of the field with the labels that the list around the form uses, because a setting of
   * the school may rename labels. Undefined for a form outside a list.
   */
  called?: FieldMeta['options']
  /**
   * Personal data of the owner of the password, which the password meter uses in addition to the
   * values of the form. The meter rates a password weak if it contains such data.
   */
  owner?: Readonly<Record<string, unknown>>
  /** Autofill hint for the browser. The control of a new password sets the hint itself. */
  autoComplete?: string
}
type Draw = (field: DrawnField) => ReactNode

/** Placeholder with the height of a file field, while the field's code loads. */
const FileSkeleton = ({ label, description, required }: ControlProps) => (
  <Input.Wrapper labelElement="div" label={label} description={description} required={required}>
    {/* The skeleton is taller on a phone, where the field's hint takes a second line. */}
    <Skeleton h={{ base: '4.86rem', xs: '3.5rem' }} my={2} />
  </Input.Wrapper>
)

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const typedInto =
  (set: DrawnField['set']) => (e: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    set(e.currentTarget.value)

/**
 * Returns the first and last selectable day of a field that dates a money document. By default
 * these are the limits of the school's date window. A field with `window: 'start'` has no first
 * day, and the last day of a field with `window: 'past'` is today. With `length` 7 it returns
 * months (`YYYY-MM`) instead of days.
 */
const bounds = ({ window: kind }: FieldMeta, length = 10): { min?: string; max?: string } => {
  const window = kind && knownWindow()
  return window
    ? {
        ...(kind !== 'start' && { min: window.first.slice(0, length) }),
        max: (kind === 'past' ? window.today : window.last).slice(0, length),
      }
    : {}
}

/** Returns the function that renders a one-line text. `type` selects the keyboard on phones. */
const drawText =
  (type?: 'email' | 'tel' | 'color'): Draw =>
  ({ common, value, set }) => (
    <TextInput {...common} type={type} value={textOf(value)} onChange={typedInto(set)} />
  )

const drawPassword: Draw = ({ common, meta, store, value, set, owner, autoComplete }) => (
  <>
    <PasswordInput
      {...common}
      aria-invalid={common.error ? true : undefined}
      value={textOf(value)}
      onChange={typedInto(set)}
      autoComplete={autoComplete ?? 'new-password'}
      visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan isi', tabIndex: 0 }}
    />
    {meta.newPassword && (
      <Suspense fallback={<div style={{ height: '3.8rem' }} />}>
        <LazyMeter value={textOf(value)} owner={{ ...store.values(), ...owner }} />
      </Suspense>
    )}
  </>
)

const drawDay: Draw = ({ common, meta, value, set }) => (
  <div>
    <DateField {...common} {...bounds(meta)} value={textOf(value)} onChange={set} />
    {isDay(textOf(value)) && (
      <Text mt="0.25rem" fz="0.8125rem" c="dimmed" aria-hidden>
        {tanggalWithDay(textOf(value))}
      </Text>
    )}
  </div>
)

/**
 * Returns a list with the empty choice of a select. Returns an empty list if the user may not clear
 * the chosen value, because the field is required or has a default.
 */
const emptyChoice = ({ common, schema, store, value }: DrawnField) => {
  const isChosen = textOf(value) !== ''
  const mustStay = schema !== undefined && isRequired(schema) && isChosen
  const hasDefault =
    schema !== undefined && !common.required && isChosen && store.initial()[common.name] !== null
  if (mustStay || hasDefault) return []
  return [{ value: '', label: common.required || isChosen ? '– pilih –' : '–' }]
}

const drawSelect: Draw = (field) => {
  const { common, meta, value, set, options, called } = field
  const shownOptions = (meta.options ?? []).filter((o) => !options || options.includes(o.value))
  return (
    <NativeSelect
      {...common}
      value={textOf(value)}
      data={[
        ...emptyChoice(field),
        ...shownOptions.map((o) => ({
          value: String(o.value),
          label: called?.find((c) => c.value === o.value)?.label ?? o.label,
        })),
      ]}
      onChange={(e) =>
        set(shownOptions.find((o) => String(o.value) === e.currentTarget.value)?.value ?? null)
      }
    />
  )
}

/**
 * Kinds of users that are never preselected. If only one family is stored, a new student most
 * likely belongs to another family.
 */
const families: readonly unknown[] = ['akun-billing', 'peserta']
/**
 * Whether a picker preselects its choice when only one choice is possible. Only an empty required
 * picker of a new row does this. The pickers in a list inside the form (`items.0.x`) do not,
 * because the user has added the list row by hand.
 */
const isProposed = ({ common, meta, store, value }: DrawnField) =>
  store.isNew &&
  !families.includes(meta.params?.jenis) &&
  common.required === true &&
  !common.disabled &&
  !common.name.includes('.') &&
  numberOf(value) === null
const drawPicker: Draw = (field) => {
  const { common, meta, store, value, set } = field
  const of = { resource: meta.resource ?? '', filter: { ...meta.params, ...field.filter } }
  return (
    <>
      {isProposed(field) && <OnlyChoice {...of} propose={(id) => store.propose(common.name, id)} />}
      <Picker
        {...common}
        {...of}
        creates
        value={numberOf(value)}
        onChange={set}
        onClosed={field.onClosed}
      />
    </>
  )
}

/**
 * Functions that render a field, by kind of control. Any kind missing from the object is a text
 * field.
 */
const controls: Partial<Record<FieldMeta['control'], Draw>> = {
  textarea: ({ common, value, set }) => (
    <Textarea
      {...common}
      value={textOf(value)}
      onChange={typedInto(set)}
      autosize
      minRows={2}
      maxRows={8}
    />
  ),
  password: drawPassword,
  rupiah: ({ common, value, set }) => (
    <RupiahInput {...common} value={numberOf(value)} onChange={set} />
  ),
  number: ({ common, meta, value, set }) => (
    <NumberField {...common} value={numberOf(value)} onChange={set} satuan={meta.unit} />
  ),
  percent: ({ common, meta, value, set }) => (
    <NumberField
      {...common}
      value={numberOf(value)}
      onChange={set}
      scale={100}
      satuan={meta.unit}
    />
  ),
  tags: ({ common, value, set }) => (
    <TagsInput
      {...common}
      description={common.description ?? 'Tekan Enter setelah tiap isian'}
      value={textsOf(value)}
      onChange={set}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  ),
  date: drawDay,
  month: ({ common, meta, value, set }) => (
    <MonthField {...common} {...bounds(meta, 7)} value={textOf(value)} onChange={set} />
  ),
  time: ({ common, value, set }) => <TimeField {...common} value={textOf(value)} onChange={set} />,
  color: drawText('color'),
  email: drawText('email'),
  phone: drawText('tel'),
  checks: ({ common, meta, value, set }) => (
    <Checks
      {...common}
      options={meta.options ?? []}
      value={Array.isArray(value) ? value : []}
      onChange={set}
    />
  ),
  switch: ({ common, schema, value, set, wide }) => (
    <Switch
      {...common}
      label={
        <>
          {common.label}
          {/* Shows the required mark only for a switch that must be on. For a switch that the
              contract requires only because it has no default, off is also a valid value. */}
          {common.required && !(schema && isRequired(schema)) && (
            <Text span c="var(--mantine-color-error)" aria-hidden>
              {' *'}
            </Text>
          )}
        </>
      }
      aria-invalid={common.error ? true : undefined}
      checked={value === true}
      onChange={(e) => set(e.currentTarget.checked)}
      mt={wide ? 0 : 28}
    />
  ),
  select: drawSelect,
  file: ({ common, meta, value, set }) => (
    <Suspense fallback={<FileSkeleton {...common} />}>
      <LazyFile {...common} jenis={meta.jenis ?? 'bukti'} value={value} onChange={set} />
    </Suspense>
  ),
  picker: drawPicker,
  pickers: ({ common, meta, value, set, filter }) => (
    <Pickers
      {...common}
      resource={meta.resource ?? ''}
      filter={{ ...meta.params, ...filter }}
      creates
      // The hint says whether an empty list means all rows.
      placeholder={meta.hint?.includes('semua') ? 'Semua' : ''}
      value={Array.isArray(value) ? value : []}
      onChange={set}
    />
  ),
}
const drawPlain = drawText()

/** Renders a field with the control of its kind. */
export const drawControl = (kind: FieldMeta['control'], field: DrawnField): ReactNode =>
  (controls[kind] ?? drawPlain)(field)
