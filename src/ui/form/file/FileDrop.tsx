import '@mantine/dropzone/styles.layer.css'
import { Group } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './FileDrop.module.css'

interface Props {
  /** Says what to do, in the box. */
  text: string
  /** Types with their endings: what a machine calls a type, another calls none. */
  accept: Readonly<Record<string, string[]>>
  maxMb?: number
  /** Allowed file kinds as an error names them: `gambar JPG atau PDF`. */
  inWords: string
  take: (file: File) => void
  /** Is told why a file is not taken. */
  refuse: (why: string) => void
  /** Props of the `input` element: id, name and ARIA attributes. */
  input: ComponentProps<'input'>
}

/**
 * Takes one file: chosen, dropped or pasted. The field lies over the whole box, so that pointer,
 * keys, label and screen reader meet a field, not a box that acts like one.
 */
export const FileDrop = ({ text, accept, maxMb, inWords, take, refuse, input }: Props) => {
  const reasons: Record<string, string | undefined> = {
    'file-too-large': `Maksimal ${maxMb} MB`,
    'too-many-files': 'Pilih satu berkas saja',
  }
  const isWrong = input['aria-invalid'] === true
  return (
    <Dropzone
      className={classes.drop}
      bd={isWrong ? '1px dashed var(--mantine-color-error)' : undefined}
      multiple={false}
      accept={accept}
      maxSize={maxMb === undefined ? undefined : maxMb * 1024 * 1024}
      disabled={input.disabled}
      activateOnClick={false}
      activateOnKeyboard={false}
      onDrop={([file]) => file && take(file)}
      onReject={([file]) => refuse(reasons[file?.errors[0]?.code ?? ''] ?? `Pilih ${inWords}`)}
      inputProps={{
        tabIndex: 0,
        style: undefined,
        className: classes.input,
        'aria-label': undefined,
        ...input,
      }}
    >
      <Group gap="xs" wrap="nowrap" fz="sm" aria-hidden>
        <IconUpload size={18} style={{ flex: 'none' }} />
        {text}
      </Group>
    </Dropzone>
  )
}
