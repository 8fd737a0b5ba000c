/** Fields for the settings that hold a list: days of reminders, and tiers of the late fee. */
import { Button, Group, Input, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { pengingatText, TipeDenda } from '#contract/settings/collection.ts'
import { settings, type SettingKey } from '#contract/settings/settings.ts'
import { FieldControl } from '#src/ui/form/fields/FieldControl.tsx'
import { NumberField } from '#src/ui/form/fields/NumberField.tsx'
import { RupiahInput } from '#src/ui/form/fields/RupiahInput.tsx'
import { useFormField } from '#src/ui/form/useForm.ts'
import classes from './SettingRows.module.css'

/** Container for a list of rows with its label, hint and errors. */
const RowsField = ({
  settingKey,
  add,
  addLabel,
  children,
}: {
  settingKey: SettingKey
  add: () => void
  addLabel: string
  children: ReactNode
}) => {
  const { error } = useFormField(settingKey)
  const { label, ket } = settings[settingKey]
  return (
    <fieldset
      data-field={settingKey}
      data-invalid={error ? true : undefined}
      style={{ minWidth: 0, margin: 0, padding: 0, border: 0 }}
    >
      <Text component="legend" size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {ket}
      </Text>
      <Stack gap="sm" my="sm">
        {children}
      </Stack>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {addLabel}
        </Button>
      </div>
    </fieldset>
  )
}
const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const num = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const RemoveButton = ({ label, run }: { label: string; run: () => void }) => (
  <Button variant="default" aria-label={label} onClick={run}>
    Hapus
  </Button>
)

/**
 * Adds a sign to a distance in days from the due day: negative before the due day, positive after
 * it. Input that is not a number is returned unchanged.
 */
const withSign = (days: unknown, before: boolean): unknown => {
  if (typeof days !== 'number') return days
  // `|| 0` turns -0 into 0.
  return before ? -Math.abs(days) || 0 : Math.abs(days)
}
/**
 * Default values of a new late fee tier: number of days from the first to the last day of the tier,
 * and fee in hundredths of a percent.
 */
const newTier = { days: 9, persen: 500 }
export const PengingatList = () => {
  const { value, set } = useFormField('pengingat_hari')
  const days: unknown[] = Array.isArray(value) ? value : []
  const replace = (i: number, next: unknown) =>
    set(days.map((d, dayIndex) => (dayIndex === i ? next : d)))
  const largest = Math.max(0, ...days.flatMap((d) => (typeof d === 'number' ? [d] : [])))
  return (
    <RowsField
      settingKey="pengingat_hari"
      addLabel="Tambah pengingat"
      add={() => set([...days, largest + 7])}
    >
      {days.map((day, i) => (
        <PengingatRow
          key={i}
          index={i}
          day={day}
          replace={(next) => replace(i, next)}
          remove={() => set(days.filter((_, dayIndex) => dayIndex !== i))}
        />
      ))}
    </RowsField>
  )
}
const PengingatRow = ({
  index,
  day,
  replace,
  remove,
}: {
  index: number
  day: unknown
  replace: (next: unknown) => void
  remove: () => void
}) => {
  const { error } = useFormField(`pengingat_hari.${index}`)
  // Stores whether the user chose before or after the due day, because a distance of 0 days has no
  // sign.
  const [isBefore, setIsBefore] = useState(typeof day === 'number' && day < 0)
  const distance = typeof day === 'number' ? Math.abs(day) : null
  return (
    <Group align="end" pb="sm" className={classes.row}>
      <NumberField
        name={`pengingat_hari.${index}`}
        label={`Pengingat ${index + 1}`}
        satuan="hari"
        value={distance}
        error={error}
        onChange={(n) => replace(withSign(n, isBefore))}
      />
      <NativeSelect
        label="Kapan"
        aria-label={`Kapan pengingat ${index + 1}`}
        value={isBefore ? 'sebelum' : 'sesudah'}
        data={[
          { value: 'sebelum', label: 'sebelum jatuh tempo' },
          { value: 'sesudah', label: 'sesudah jatuh tempo' },
        ]}
        onChange={(e) => {
          const before = e.currentTarget.value === 'sebelum'
          setIsBefore(before)
          replace(withSign(day, before))
        }}
      />
      <RemoveButton
        label={`Hapus pengingat ${typeof day === 'number' ? pengingatText(day).toLowerCase() : index + 1}`}
        run={remove}
      />
    </Group>
  )
}

export const DendaTiers = () => {
  const { value, set } = useFormField('denda_tier')
  const tiers = Array.isArray(value) ? value.filter(isRow) : []
  // Appends a tier, and sets the end of the last tier to the day before the new tier begins.
  const add = () => {
    const last = tiers.at(-1)
    const end = last ? (num(last.sampai) ?? (num(last.dari_hari) ?? 0) + newTier.days) : 0
    set([
      ...tiers.map((t) => (t === last ? { ...t, sampai: end } : t)),
      {
        dari_hari: end + 1,
        sampai: null,
        tipe: 'persen',
        nilai: last?.tipe === 'persen' ? last.nilai : newTier.persen,
      },
    ])
  }
  return (
    <RowsField settingKey="denda_tier" addLabel="Tambah tingkat denda" add={add}>
      {tiers.map((tier, i) => (
        <DendaTierRow
          key={i}
          index={i}
          isPersen={tier.tipe === 'persen'}
          replace={(next) =>
            set(tiers.map((t, tierIndex) => (tierIndex === i ? { ...t, ...next } : t)))
          }
          remove={() => set(tiers.filter((_, tierIndex) => tierIndex !== i))}
        />
      ))}
    </RowsField>
  )
}
const DendaTierRow = ({
  index,
  isPersen,
  replace,
  remove,
}: {
  index: number
  isPersen: boolean
  replace: (next: Record<string, unknown>) => void
  remove: () => void
}) => {
  const nilai = useFormField(`denda_tier.${index}.nilai`)
  const amountProps = {
    name: `denda_tier.${index}.nilai`,
    label: 'Besar denda',
    value: num(nilai.value),
    error: nilai.error,
    required: true,
    onChange: nilai.set,
  }
  return (
    <Group align="end" pb="sm" className={classes.row}>
      <FieldControl name={`denda_tier.${index}.dari_hari`} />
      <FieldControl name={`denda_tier.${index}.sampai`} />
      <NativeSelect
        label="Bentuk"
        value={isPersen ? 'persen' : 'nominal'}
        data={TipeDenda.options.map((o) => ({ value: o.value, label: o.label }))}
        onChange={(e) => replace({ tipe: e.currentTarget.value, nilai: '' })}
      />
      {isPersen ? (
        <NumberField {...amountProps} scale={100} satuan="%" />
      ) : (
        <RupiahInput {...amountProps} />
      )}
      <RemoveButton label={`Hapus tingkat denda ${index + 1}`} run={remove} />
    </Group>
  )
}
