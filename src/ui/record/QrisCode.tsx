import { useQuery } from '@tanstack/react-query'
import { fileQuery } from '#src/data/api/files.ts'
import { useBlobImage } from '#src/ui/record/Foto.tsx'

/**
 * QRIS code that a family scans to pay. `id` is the id of its picture, `name` the name of the
 * account. The white frame keeps the code readable in dark mode.
 */
export const QrisCode = ({ id, name }: { id: number; name: string }) => {
  const { data } = useQuery(fileQuery(id))
  const ref = useBlobImage(data)
  return (
    <img
      ref={ref}
      alt={`Kode QRIS ${name}, pindai untuk membayar`}
      width={180}
      height={180}
      style={{ padding: 6, borderRadius: 8, background: 'white', objectFit: 'contain' }}
    />
  )
}
