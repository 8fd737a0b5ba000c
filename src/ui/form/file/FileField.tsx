/** File field. A file that is chosen, dropped or pasted is uploaded at once. */
import { Button, Group, Input, Stack } from '@mantine/core'
import { useId } from 'react'
import type { FileKind } from '#contract/fields.ts'
import { fileExtensions, fileRules } from '#contract/values/fileRules.ts'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import type { ControlProps } from '#src/ui/form/fields/controlProps.ts'
import { Camera } from '#src/ui/form/file/Camera.tsx'
import { FileDrop } from '#src/ui/form/file/FileDrop.tsx'
import { FilePreview } from '#src/ui/form/file/FilePreview.tsx'
import { useUpload } from '#src/ui/form/file/useUpload.ts'

interface Props extends ControlProps {
  jenis: FileKind
  value: unknown
  onChange: (value: unknown) => void
}

/**
 * Returns the accepted MIME types with their extensions. A photo may be any picture that the
 * browser can read, because it is re-encoded before upload.
 */
const acceptOf = (jenis: FileKind): Record<string, string[]> =>
  jenis === 'foto'
    ? { 'image/*': [] }
    : Object.fromEntries(fileRules[jenis].mime.map((type) => [type, [`.${fileExtensions[type]}`]]))

/** Returns the state of the upload for screen readers. */
const stateText = (label: string, part: number | undefined, current: number | undefined) => {
  if (part !== undefined) return 'Mengunggah'
  return current === undefined ? '' : `${label} terpasang`
}

export const FileField = ({
  name,
  label,
  description,
  error,
  required,
  disabled,
  jenis,
  value,
  onChange,
}: Props) => {
  const id = useId()
  const { part, problem, current, take, refuse, cancel } = useUpload({ jenis, value, onChange })
  const { inWords } = fileRules[jenis]
  const said = problem ?? error
  const describedBy = [description && `${id}-description`, said && `${id}-error`]
  const remove = () => {
    onChange(null)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <Input.Wrapper id={id} label={label} description={description} error={said} required={required}>
      <Group my={2}>
        {current !== undefined && <FilePreview id={current} label={label} />}
        {part === undefined ? (
          <FileDrop
            text={current === undefined ? `Pilih atau jatuhkan ${inWords}` : 'Ganti berkas'}
            accept={acceptOf(jenis)}
            inWords={inWords}
            take={take}
            refuse={refuse}
            input={{
              id,
              name,
              disabled,
              'aria-required': required,
              'aria-invalid': said ? true : undefined,
              'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
            }}
          />
        ) : (
          <Stack gap="xs" flex="1 1 11rem" align="start">
            <Progress label="Mengunggah" value={Math.round(part * 100)} max={100} unit="persen" />
            <Button size="xs" variant="default" onClick={cancel}>
              Batalkan unggahan
            </Button>
          </Stack>
        )}
        {part === undefined && jenis === 'bukti' && <Camera take={take} disabled={disabled} />}
        {part === undefined && current !== undefined && !required && (
          <Button
            size="xs"
            variant="default"
            disabled={disabled}
            aria-label={`Hapus ${label}`}
            onClick={remove}
          >
            Hapus
          </Button>
        )}
        <span className="sr" role="status">
          {stateText(label, part, current)}
        </span>
      </Group>
    </Input.Wrapper>
  )
}
