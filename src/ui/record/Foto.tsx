import '#src/styles/parts.css'
import { Avatar } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fileQuery } from '#src/data/files.ts'
import classes from './Foto.module.css'

/** Addresses of bytes, and how many images show each. */
const addresses = new Map<Blob, { url: string; images: number }>()
/**
 * Ref of an image that shows the bytes: by an address that only this page knows, and only while an
 * image is there. It is the same of all of them, since a browser has at once what it shows already.
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
 * A person's photo by the id of its file, round; the initials while there is none, or none that may
 * be seen. `size` in pixels.
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
  const shown = data !== undefined && id != null
  return (
    <Avatar
      color="amethyst"
      size={size}
      name={name}
      aria-hidden={!shown}
      ml={float && 'md'}
      style={{ float }}
    >
      {shown && (
        <img ref={ref} alt={`Foto ${name}`} className={classes.photo} width={size} height={size} />
      )}
    </Avatar>
  )
}
