/**
 * Form of a settings group. It saves all fields together, asks for confirmation of dangerous
 * changes first, and shows conflicting changes by another user beside the typed values.
 */
import { Anchor, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { metaOf } from '#contract/fields.ts'
import {
  isSettingKey,
  settingKeysOf,
  settings,
  type SettingGroup,
  type SettingKey,
} from '#contract/settings/settings.ts'
import type { SettingRow } from '#src/data/setting.ts'
import { SettingPreview } from '#src/routes/_app/-setting/settingPreview.tsx'
import { DendaTiers, PengingatList } from '#src/routes/_app/-setting/settingRows.tsx'
import { schemaOf, useSettingForm } from '#src/routes/_app/-setting/settingSave.ts'
import { confirm } from '#src/state/feedback.ts'
import { ConflictChoice } from '#src/ui/form/conflict/ConflictChoice.tsx'
import { FieldControl } from '#src/ui/form/fields/FieldControl.tsx'
import { Frame } from '#src/ui/form/FormBody.tsx'
import { isEqual, tidy } from '#src/ui/form/store.ts'
import { useFormField, useFormStore } from '#src/ui/form/useForm.ts'
import { waktu } from '#src/ui/format/format.ts'
import { valueWords } from '#src/ui/format/valueWords.ts'

export const SettingGroupForm = ({
  group,
  focusKey,
}: {
  group: SettingGroup
  focusKey: string | undefined
}) => {
  const { rows, store, clash, busy, submit } = useSettingForm(settingKeysOf(group))
  useEffect(() => {
    if (focusKey === undefined) return
    const control = `[data-setting="${focusKey}"] :is(input, select, textarea, button)`
    document.querySelector<HTMLElement>(control)?.focus()
  }, [focusKey])
  const cancel = async () => {
    if (
      store.dirty() &&
      !(await confirm({
        title: 'Buang perubahan?',
        body: 'Isian kembali seperti yang tersimpan.',
        confirm: 'Buang',
        cancel: 'Tetap di sini',
        danger: true,
      }))
    )
      return
    store.setErrors({})
    store.rebase(store.initial(), store.initial())
  }
  return (
    <Frame
      store={store}
      submit={() => void submit()}
      cancel={() => void cancel()}
      busy={busy}
      top={clash && clash.both.length > 0 && <ConflictChoice clash={clash} store={store} />}
    >
      {rows.flatMap((row) =>
        isSettingKey(row.key)
          ? [<SettingField key={row.key} settingKey={row.key} row={row} />]
          : [],
      )}
      <SettingPreview grup={group} />
    </Frame>
  )
}

const SettingControl = ({
  settingKey,
  isSwitch,
}: {
  settingKey: SettingKey
  isSwitch: boolean
}) => {
  if (settingKey === 'denda_tier') return <DendaTiers />
  if (settingKey === 'pengingat_hari') return <PengingatList />
  return <FieldControl name={settingKey} wide required={isSwitch ? false : undefined} />
}
const SettingField = ({ settingKey, row }: { settingKey: SettingKey; row: SettingRow }) => {
  const store = useFormStore()
  const { value } = useFormField(settingKey)
  const { label, awal: initial } = settings[settingKey]
  const meta = metaOf(schemaOf(settingKey))
  const wide =
    settingKey === 'denda_tier' || settingKey === 'pengingat_hari' || meta?.control === 'file'
  // Whether to show the button that restores the default. A setting with an empty default needs no
  // such button, because clearing its field has the same effect.
  const isChanged = initial !== null && !isEqual(tidy(schemaOf(settingKey), value), initial)
  return (
    <div className={wide ? 'wide' : undefined} data-setting={settingKey}>
      <SettingControl settingKey={settingKey} isSwitch={meta?.control === 'switch'} />
      <Group gap="sm" mt={4}>
        {isChanged && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            ta="left"
            underline="always"
            onClick={() => store.set(settingKey, initial)}
          >
            <span className="sr">{label}: </span>Kembalikan ke bawaan ({valueWords(initial, meta)})
          </Anchor>
        )}
        {row.updated_at && (
          <Text size="xs" c="dimmed" lh="1.5rem">
            Diubah {row.diubah_oleh ?? 'sistem'}, {waktu(row.updated_at)}
          </Text>
        )}
      </Group>
    </div>
  )
}
