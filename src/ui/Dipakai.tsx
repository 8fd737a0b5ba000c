import '#src/styles/alur.css'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
/** Why a row is not deleted: who uses it (server/http/pemakai.ts), and what may be done instead. */
import * as z from 'zod/mini'
import { call, type ApiError } from '#src/data/http.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { useHolds } from '#src/data/session.ts'
import { showError, toast } from '#src/state/feedback.ts'
import { angka } from '#src/ui/format.ts'

const Penolakan = z.object({
  entitas: z.string(),
  sebutan: z.string(),
  current: z.object({ id: z.int(), versi: z.int(), status: z.optional(z.unknown()) }),
  pemakai: z
    .array(
      z.object({
        label: z.string(),
        jumlah: z.int(),
        lebih: z.boolean(),
        contoh: z.array(z.object({ id: z.int(), nama: z.string() })),
      }),
    )
    .check(z.minLength(1)),
})
export type Penolakan = z.infer<typeof Penolakan>
/** The users of a row, if it is they who keep it from being deleted. */
export const penolakanOf = ({ status, data }: ApiError): Penolakan | undefined =>
  status === 409 ? z.safeParse(Penolakan, data).data : undefined

/** The users by kind: five names of each, the others counted. */
export const Pemakai = ({ sebutan, pemakai }: Penolakan) => (
  <>
    <p style={{ margin: 0, overflowWrap: 'anywhere' }}>
      {sebutan} tidak dapat dihapus karena masih dipakai:
    </p>
    <ul className="failures" style={{ margin: '.6rem 0' }}>
      {pemakai.map(({ label, jumlah, lebih, contoh }) => (
        <li key={label}>
          <b>
            {lebih && 'lebih dari '}
            {angka(jumlah)} {label}
          </b>
          {contoh.length > 0 && ': '}
          {contoh.map((c) => c.nama).join(', ')}
          {contoh.length > 0 &&
            jumlah > contoh.length &&
            ` dan ${angka(jumlah - contoh.length)} lainnya`}
        </li>
      ))}
    </ul>
  </>
)

/** Deactivates the row instead, where it has that status and the user may. */
export const Nonaktifkan = ({
  penolakan: { entitas, sebutan, current },
  close,
}: {
  penolakan: Penolakan
  close: () => void
}) => {
  const holds = useHolds()
  const turn = useMutation({
    mutationKey: [entitas, 'update'],
    meta: { quiet: true },
    mutationFn: () =>
      call('post', `${entitas}/update`, {
        params: { id: current.id },
        body: { status: 'nonaktif', versi: current.versi },
      }),
    // Whose pickers offered it is not known here.
    onSuccess: () => {
      close()
      toast(`${sebutan} dinonaktifkan`)
      void queryClient.invalidateQueries()
    },
    // The refusal of this takes the place of the one before; without a connection it stays, to be pressed again.
    onError: (error) => {
      if (error.status !== 0) close()
      if (error.status > 401) showError(error)
    },
  })
  if (current.status !== 'aktif' || !holds(`${entitas}/update`)) return null
  return (
    <Button loading={turn.isPending} onClick={() => turn.mutate()}>
      Nonaktifkan
    </Button>
  )
}
