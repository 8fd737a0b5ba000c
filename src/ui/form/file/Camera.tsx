import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './FileDrop.module.css'

interface Props {
  take: (file: File) => void
  disabled?: boolean
}
/**
 * Button that opens the camera of a phone directly. The file chooser of a field that also takes PDF
 * may not offer the camera. Shown only on touch devices.
 */
export const Camera = ({ take, disabled }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        className={classes.camera}
        variant="default"
        disabled={disabled}
        leftSection={<IconCamera size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Ambil foto
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Clears the input, so that the user can choose the same picture again after a failure.
          currentTarget.value = ''
          if (file) take(file)
        }}
      />
    </>
  )
}
