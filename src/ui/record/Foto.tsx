import '#src/styles/parts.css'
import { Avatar } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fileQuery } from '#src/data/api/files.ts'
import classes from './Foto.module.css'

/**
 * Blob URLs of pictures. The key is the blob. `images` is the number of images that use the URL.
 */
const addresses = new Map<Blob, { url: string; images: number }>()
/**
 * Returns a ref for an image that shows a blob. All images of a blob share one URL, so that the
 * browser shows the picture again without loading it. The URL is revoked when the last of these
 * images is removed.
 */
export const useBlobImage = (blob: Blob | undefined) =>
  useCallback(
    (element: HTMLImageElement | null) => {
      if (!element || !blob) return undefined
      const address = addresses.get(blob) ?? { url: URL.createObjectURL(blob), images: 0 }
      addresses.set(blob, address)
      address.images += 1
      element.src = address.url
      return () => {
        address.images -= 1
        if (address.images > 0) return
        URL.revokeObjectURL(address.url)
        addresses.delete(blob)
      }
    },
    [blob],
  )
/**
 * Round photo of a person. `id` is the id of the photo file, `size` the diameter in pixels. Shows
 * the initials of the person if there is no photo or the user may not see it.
 */
export const Foto = ({
  id,
  name,
  size = 40,
  float,
}: {
  id: number | null | undefined
  name: string
  size?: number
  float?: 'right'
}) => {
  const { data } = useQuery({ ...fileQuery(id ?? 0), enabled: id != null })
  const ref = useBlobImage(data)
  const hasPhoto = data !== undefined && id != null
  return (
    <Avatar
      color="amethyst"
      size={size}
      name={name}
      aria-hidden={!hasPhoto}
      ml={float && 'md'}
      style={{ float }}
    >
      {hasPhoto && (
        <img ref={ref} alt={`Foto ${name}`} className={classes.photo} width={size} height={size} />
      )}
    </Avatar>
  )
}
