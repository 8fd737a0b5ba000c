import '@mantine/core/styles/Image.layer.css'
import { Button, Image, Skeleton, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fileQuery } from '#src/data/api/files.ts'
import { ApiError } from '#src/data/api/http.ts'
import { numberText } from '#src/ui/format/format.ts'
import { useBlobImage } from '#src/ui/record/Foto.tsx'

const side = 96
/**
 * Time in ms during which a newly opened window can load the file. The blob URL is revoked
 * afterwards.
 */
const patience = 60_000

const unreadable = 'Berkas tidak dapat ditampilkan'
/**
 * Whether the server has deleted the content of the file after its retention time (status 410). The
 * error's message then says so to the user.
 */
const isRemoved = (error: Error): boolean => error instanceof ApiError && error.status === 410

/** Text in place of a file that cannot be shown, with the reason. */
export const FileFailure = ({ error }: { error: Error }) => (
  <Text c="dimmed">{isRemoved(error) ? error.message : unreadable}</Text>
)

/** Preview of a picture, or a button that opens a file of another type. */
export const FilePreview = ({ id, label }: { id: number; label: string }) => {
  const { data, isError, error } = useQuery(fileQuery(id))
  const picture = useBlobImage(data)
  if (isError) return <FileFailure error={error} />
  if (!data) return <Skeleton w={side} h={side} />
  if (data.type.startsWith('image/'))
    return (
      <Image
        ref={picture}
        w={side}
        h={side}
        radius="md"
        bg="var(--line)"
        alt={`Pratinjau ${label}`}
      />
    )
  const show = () => {
    const url = URL.createObjectURL(data)
    window.open(url, '_blank', 'noreferrer')
    setTimeout(() => URL.revokeObjectURL(url), patience)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileText size={18} aria-hidden />}
      onClick={show}
    >
      Lihat berkas ({numberText(Math.max(1, Math.round(data.size / 1024)))} kB)
    </Button>
  )
}
