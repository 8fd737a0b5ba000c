/**
 * Explains why a row cannot be deleted: lists the rows that refer to it (server/resource/usage.ts)
 * and offers to deactivate the row.
 */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call, type ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { useHolds } from '#src/data/session/session.ts'
import { showError, toast } from '#src/state/feedback.ts'
import { FailureList } from '#src/ui/feedback/FailureList.tsx'
import { numberText } from '#src/ui/format/format.ts'

const DeleteRefusal = z.object({
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
export type DeleteRefusal = z.infer<typeof DeleteRefusal>
/**
 * Returns the server's explanation why a row cannot be deleted: the rows that refer to this row.
 * Returns undefined if the error has another cause.
 */
export const deleteRefusalOf = ({ status, data }: ApiError): DeleteRefusal | undefined =>
  status === 409 ? z.safeParse(DeleteRefusal, data).data : undefined

/**
 * List of the rows that prevent a deletion, grouped by kind. For each kind it shows the number of
 * rows, the names that the server sent as examples, and the number of rows without a shown name.
 */
export const UsageList = ({ sebutan, pemakai }: DeleteRefusal) => (
  <>
    <p style={{ margin: 0, overflowWrap: 'anywhere' }}>
      {sebutan} tidak dapat dihapus karena masih dipakai:
    </p>
    <FailureList>
      {pemakai.map(({ label, jumlah, lebih, contoh }) => (
        <li key={label}>
          <b>
            {lebih && 'lebih dari '}
            {numberText(jumlah)} {label}
          </b>
          {contoh.length > 0 && ': '}
          {contoh.map((c) => c.nama).join(', ')}
          {contoh.length > 0 &&
            jumlah > contoh.length &&
            ` dan ${numberText(jumlah - contoh.length)} lainnya`}
        </li>
      ))}
    </FailureList>
  </>
)

/**
 * Button that deactivates a row that cannot be deleted. Renders nothing if the row is not active or
 * the user may not update it.
 */
export const DeactivateButton = ({
  refusal: { entitas, sebutan, current },
  close,
}: {
  refusal: DeleteRefusal
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
    // Makes all queries stale, because this code does not know which pickers offered the row.
    onSuccess: () => {
      close()
      toast(`${sebutan} dinonaktifkan`)
      void queryClient.invalidateQueries()
    },
    // Closes this dialog, because the error dialog replaces it. Without a connection (status 0)
    // this dialog stays open, so that the user can try again.
    onError: (error) => {
      if (error.status !== 0) close()
      showError(error)
    },
  })
  if (current.status !== 'aktif' || !holds(`${entitas}/update`)) return null
  return (
    <Button loading={turn.isPending} onClick={() => turn.mutate()}>
      Nonaktifkan
    </Button>
  )
}
