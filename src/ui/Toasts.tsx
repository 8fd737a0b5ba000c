import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { dismissToast, toastsAtom } from '#src/state/feedback.ts'

/** The region of toasts, read out as they come. */
export const Toasts = () => {
  const toasts = useAtomValue(toastsAtom)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((t) => (
        <div key={t.id} className="toast" data-tone={t.tone}>
          {t.to ? (
            <Link
              to={t.to.path}
              search={(t.to.search ?? {}) as never}
              onClick={() => dismissToast(t.id)}
            >
              {t.text}
            </Link>
          ) : (
            <span>{t.text}</span>
          )}
          <button type="button" aria-label="Tutup pemberitahuan" onClick={() => dismissToast(t.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
