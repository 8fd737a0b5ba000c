import '#src/styles/berkas.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { berkasQuery } from '#src/data/berkas.ts'

/** Ref of an image that shows the bytes: by an address that only this page knows, and only while the image is there. */
export const useBlobImage = (blob: Blob | undefined) =>
  useCallback(
    (element: HTMLImageElement | null) => {
      if (!element || !blob) return undefined
      const url = URL.createObjectURL(blob)
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')

/** A person's photo by the id of its file, round; the initials while there is none, or none that may be seen. `size` in pixels. */
export const Foto = ({
  id,
  name,
  size = 40,
}: {
  id: number | null | undefined
  name: string
  size?: number
}) => {
  const { data } = useQuery({ ...berkasQuery(id ?? 0), enabled: id != null })
  const ref = useBlobImage(data)
  return (
    <span className="foto" style={{ width: size, height: size, fontSize: size * 0.38 }}>
      {data && id != null ? (
        <img ref={ref} alt={`Foto ${name}`} width={size} height={size} />
      ) : (
        <span aria-hidden>{initials(name)}</span>
      )}
    </span>
  )
}
