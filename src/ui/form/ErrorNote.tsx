import { Note } from '#src/ui/feedback/Note.tsx'

/**
 * Note with errors of a form that no control shows. With `path`, the messages are errors of this
 * field. Without `path`, they are errors of fields that are not on the screen. After a failed save
 * the note can take the focus (focus.ts).
 */
export const ErrorNote = ({ path, messages }: { path?: string; messages: readonly string[] }) =>
  messages.length > 0 && (
    <Note className="wide" tone="red" role="alert" tabIndex={-1} data-field={path}>
      {[...new Set(messages)].map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Note>
  )
