import '#src/styles/bagian.css'
/** Parts of a record's screen. */
import { Button, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import type { AccessCode } from '#contract/access.ts'
import type { FieldMeta } from '#contract/fields.ts'
import { useAllowed, useCan } from '#src/data/session.ts'
import { Boundary } from '#src/ui/Failed.tsx'
import { FormSkeleton } from '#src/ui/form.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { part } from '#src/ui/part.ts'

/** An action on a record. `disabled` says why it is not possible now; without the code it does not show. */
export interface RecordAction {
  label: string
  run: () => void
  code?: AccessCode
  disabled?: string
  primary?: boolean
  danger?: boolean
  busy?: boolean
}

/** Title, the record's name and status beside it, and what may be done now; `more` stands in a menu, with the reason of what is not possible. */
export const RecordHeader = ({
  name,
  status,
  actions = [],
  more = [],
}: {
  name?: string
  status?: ReactNode
  actions?: readonly RecordAction[]
  more?: readonly RecordAction[]
}) => {
  const allowed = useAllowed()
  const others = more.filter((a) => !a.code || allowed(a.code))
  return (
    <PageTitle>
      {name && (
        <span className="dim" style={{ fontSize: '1.125rem' }}>
          {name}
        </span>
      )}
      {status}
      <div className="actions">
        {actions
          .filter((a) => !a.code || allowed(a.code))
          .map((a) => (
            <Button
              key={a.label}
              variant={a.primary ? 'filled' : 'default'}
              color={a.danger && a.primary ? 'danger' : undefined}
              c={a.danger && !a.primary ? 'var(--mantine-color-error)' : undefined}
              loading={a.busy}
              data-disabled={a.disabled ? true : undefined}
              aria-disabled={a.disabled ? true : undefined}
              title={a.disabled}
              onClick={() => {
                if (!a.disabled) a.run()
              }}
            >
              {a.label}
            </Button>
          ))}
        {others.length > 0 && (
          <Menu
            label="Aksi lain"
            width={260}
            button={(props) => (
              <Button variant="default" {...props}>
                Aksi lain
              </Button>
            )}
          >
            {others.map((a) => (
              <MenuItem key={a.label} run={a.run} danger={a.danger && !a.disabled} why={a.disabled}>
                {a.label}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
    </PageTitle>
  )
}

export interface Tab {
  id: string
  label: string
  content: ReactNode
  code?: AccessCode
}
/** Related lists in tabs; the open one is in the URL (`tab`), the first is the default. */
export const RecordTabs = ({ tabs }: { tabs: readonly Tab[] }) => {
  const allowed = useAllowed()
  const navigate = useNavigate()
  // Any record's route may hold these tabs; its validateSearch passes `tab` on (recordSearch).
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const shown = tabs.filter((t) => !t.code || allowed(t.code))
  const open = shown.find((t) => t.id === tab)?.id ?? shown[0]?.id
  if (shown.length === 0) return null
  return (
    <div className="panel">
      <Tabs
        value={open ?? null}
        keepMounted={false}
        onChange={(id) =>
          void navigate({
            to: '.',
            search: ((old: object) => ({
              ...old,
              tab: id === shown[0]?.id ? undefined : id,
            })) as never,
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Tabs.List>
          {shown.map((t) => (
            <Tabs.Tab key={t.id} value={t.id}>
              {t.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((t) => (
          <Tabs.Panel key={t.id} value={t.id} className="panelBody">
            <Boundary
              resetKey={t.id}
              missing={
                <p className="dim" style={{ margin: 0 }}>
                  Tidak tersedia
                </p>
              }
            >
              <Suspense fallback={<FormSkeleton />}>{t.content}</Suspense>
            </Boundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

const History = lazy(() =>
  part(() => import('#src/ui/History.tsx')).then((m) => ({ default: m.History })),
)
interface Fields {
  field: (name: string) => { meta: FieldMeta | undefined } | undefined
}
/** Who changed what and when, newest first, by who and when; `label` names a field. Shown to holders of `audit/index`. */
export const Riwayat = ({
  entitas,
  id,
  of,
  label = (field) => of?.field(field)?.meta?.label ?? field,
}: {
  entitas: string
  id?: number
  label?: (field: string) => string
  /** Shows values as the contract does, and leaves out what it has no label for. */ of?: Fields
}) =>
  useCan('audit/index') ? (
    <History
      entitas={entitas}
      id={id}
      label={label}
      meta={of && ((field) => of.field(field)?.meta)}
    />
  ) : null
