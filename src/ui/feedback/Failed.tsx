/**
 * Replacement for content that could not load: a message and a retry button. If a call has failed,
 * the component also opens the error dialog.
 */
import { Button, Group, Stack } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { ApiError, token } from '#src/data/api/http.ts'
import { onlineAtom, showError } from '#src/state/feedback.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { isUnfetched } from '#src/ui/page/part.ts'

/** Returns the heading of a page that failed as a whole and shows nothing but the failure. */
export const failureTitle = (error: unknown): string => {
  if (isUnfetched(error) || (error instanceof ApiError && error.status === 0))
    return 'Tidak ada koneksi'
  return error instanceof ApiError ? 'Kesalahan Server' : 'Halaman gagal ditampilkan'
}

const shownErrors = new WeakSet<ApiError>()
/**
 * Message of a failure and the button `Coba lagi`. Retries automatically when the connection is
 * back.
 */
export const Failed = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const online = useAtomValue(onlineAtom)
  const { reset } = useQueryErrorResetBoundary()
  const failed = error instanceof ApiError ? error : undefined
  const status = failed?.status ?? (isUnfetched(error) ? 0 : undefined)
  const again = () => {
    reset()
    retry()
  }
  const onBack = useEffectEvent(again)
  useEffect(() => {
    // Opens the dialog only once per error, and never after logout.
    if (!failed || shownErrors.has(failed) || token.get() === null) return
    shownErrors.add(failed)
    showError(failed, true)
  }, [failed])
  useEffect(() => {
    if (!online || status !== 0) return
    // Waits 300 ms before the retry. A retry may fail without sending a call, and would then be
    // repeated in an endless loop without any pause.
    const timer = setTimeout(() => onBack(), 300)
    return () => clearTimeout(timer)
  }, [online, status])
  return (
    <Stack gap="sm" align="center" justify="center" ta="center" mih="14rem" p="md" role="alert">
      <b>
        {status === undefined
          ? 'Halaman ini gagal ditampilkan'
          : (failed?.message ?? 'Tidak ada koneksi')}
      </b>
      {status === undefined && (
        <span>{error instanceof Error ? error.message : String(error)}</span>
      )}
      {status === 404 && <span>Mungkin sudah dihapus, atau bukan untuk akun Anda.</span>}
      <Group gap="xs" justify="center">
        <Button variant="default" onClick={again}>
          Coba lagi
        </Button>
        {status === 404 && (
          <>
            <Button variant="default" onClick={() => history.back()}>
              Kembali
            </Button>
            <LinkButton place={{ to: '/' }} variant="default">
              Ke halaman utama
            </LinkButton>
          </>
        )}
      </Group>
    </Stack>
  )
}

/**
 * Error boundary around a section of a page. It shows `missing` instead of the failure when the
 * server responds to the call of the section with 404.
 */
export const Boundary = ({
  children,
  resetKey,
  missing,
}: {
  children: ReactNode
  resetKey: string
  missing?: ReactNode
}) => {
  const [tries, setTries] = useState(0)
  return (
    <CatchBoundary
      getResetKey={() => `${resetKey} ${tries}`}
      errorComponent={({ error }) =>
        missing && error instanceof ApiError && error.status === 404 ? (
          missing
        ) : (
          <Failed error={error} retry={() => setTries((n) => n + 1)} />
        )
      }
    >
      {children}
    </CatchBoundary>
  )
}
