import '@mantine/dropzone/styles.layer.css'
import { Group } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './FileDrop.module.css'

interface Props {
  /** Instruction for the user inside the box. */
  text: string
  /**
   * Accepted file extensions by MIME type. The extensions are needed because some systems report no
   * MIME type for a file.
   */
  accept: Readonly<Record<string, string[]>>
  maxMb?: number
  /** Accepted kinds of files in words, for errors, such as `gambar JPG atau PDF`. */
  inWords: string
  take: (file: File) => void
  /** Called with the reason when a file is not accepted. */
  refuse: (why: string) => void
  /** Props of the `input` element: id, name and ARIA attributes. */
  input: ComponentProps<'input'>
}

/**
 * Box that takes one chosen, dropped or pasted file. An invisible file input covers the whole box,
 * so that pointer, keys and screen readers use the browser's own file field.
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
