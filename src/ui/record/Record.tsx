/** Parts of the screen of a record. */
import '#src/styles/parts.css'
import { Button, Tabs, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import type { FieldMeta } from '#contract/fields.ts'
import { useAllowed, useCan } from '#src/data/session/session.ts'
import { toast } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'
import { part } from '#src/ui/page/part.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import { useKeys } from '#src/ui/record/useKeys.ts'

/**
 * Action on a record. `disabled` is the reason why the action is not possible at present. A user
 * without the access code `code` does not see the action.
 */
export interface RecordAction {
  label: string
  run: () => void
  code?: AccessCode
  disabled?: string
  primary?: boolean
  danger?: boolean
  busy?: boolean
  /** Single key that runs the action on the record's screen, and on its row in a list. */
  hotkey?: string
}

/** Runs the action that has the pressed key. A disabled action shows its reason. */
const useHotkeys = (actions: readonly RecordAction[]) =>
  useKeys(
    Object.fromEntries(
      actions.flatMap(({ hotkey, disabled, busy, run }) => {
        if (hotkey === undefined || busy) return []
        return [[hotkey, disabled ? () => toast(disabled, { tone: 'red' }) : run]]
      }),
    ),
  )

/**
 * Heading of a record's screen: the title of the route in small type, and below it the name, the
 * status and the actions of the record. `actions` are buttons, `more` are items of the menu `Aksi
 * lain`. A disabled button has its reason as tooltip; a disabled item shows its reason as text.
 */
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
  const mayRun = ({ code }: RecordAction) => !code || allowed(code)
  const buttons = actions.filter(mayRun)
  const otherActions = more.filter(mayRun)
  useHotkeys([...buttons, ...otherActions])
  return (
    <PageTitle look={name ? 'record' : 'page'}>
      {name && (
        <Text span fz="1.5rem" fw={650} lh={1.25} lts="-0.015em" data-name>
          {name}
        </Text>
      )}
      {status}
      <Actions>
        {buttons.map((a) => (
          <Button
            key={a.label}
            variant={a.primary ? 'filled' : 'default'}
            color={a.danger && a.primary ? 'danger' : undefined}
            c={a.danger && !a.primary ? 'var(--mantine-color-error)' : undefined}
            loading={a.busy}
            data-disabled={a.disabled ? true : undefined}
            aria-disabled={a.disabled ? true : undefined}
            aria-keyshortcuts={a.hotkey}
            title={a.disabled ?? (a.hotkey && `Tombol ${a.hotkey}`)}
            onClick={() => {
              if (!a.disabled) a.run()
            }}
          >
            {a.label}
          </Button>
        ))}
        {otherActions.length > 0 && (
          <Menu
            label="Aksi lain"
            width={260}
            button={(props) => (
              <Button variant="default" {...props}>
                Aksi lain
              </Button>
            )}
            items={otherActions.map(({ label, run, danger, disabled, hotkey }) => ({
              label,
              run,
              hotkey,
              danger: danger && !disabled,
              why: disabled,
            }))}
          />
        )}
      </Actions>
    </PageTitle>
  )
}

export interface Tab {
  id: string
  label: string
  content: ReactNode
  code?: AccessCode
}
/**
 * Related lists of a record in tabs. The search parameter `tab` holds the id of the open tab; the
 * default is the first tab.
 */
export const RecordTabs = ({ tabs }: { tabs: readonly Tab[] }) => {
  const allowed = useAllowed()
  const navigate = useNavigate()
  // Reads `tab` without the type of the route, because the route of any record may contain these
  // tabs. `recordRoute` validates `tab`.
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const shownTabs = tabs.filter((t) => !t.code || allowed(t.code))
  const open = shownTabs.find((t) => t.id === tab)?.id ?? shownTabs[0]?.id
  if (shownTabs.length === 0) return null
  return (
    <Panel bare>
      <Tabs
        value={open ?? null}
        keepMounted={false}
        onChange={(id) =>
          void navigate({
            to: '.',
            search: ((old: object) => ({
              ...old,
              tab: id === shownTabs[0]?.id ? undefined : id,
            })) as never,
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Tabs.List px="0.5rem">
          {shownTabs.map((t) => (
            <Tabs.Tab key={t.id} value={t.id} px="0.6rem">
              {t.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shownTabs.map((t) => (
          <Tabs.Panel key={t.id} value={t.id} p="1.25rem var(--pad)" data-body>
            <Boundary resetKey={t.id} missing={<Text c="dimmed">Tidak tersedia</Text>}>
              <Suspense fallback={<FormSkeleton />}>{t.content}</Suspense>
            </Boundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  )
}

const History = lazy(() =>
  part(() => import('#src/ui/record/history/History.tsx')).then((m) => ({ default: m.History })),
)
interface Fields {
  field: (name: string) => { meta: FieldMeta | undefined } | undefined
}
/**
 * History of a record: its changes with user and time, newest first. `label` returns the name of a
 * field. Only users with the access code `audit/index` see the history.
 */
export const RecordHistory = ({
  entitas,
  id,
  of,
  label = (field) => of?.field(field)?.meta?.label ?? field,
}: {
  entitas: string
  id?: number
  label?: (field: string) => string
  /**
   * Hooks of the resource. With `of`, the resource's contract formats the values, and fields that
   * are not in the contract are omitted. Without `of`, all fields are shown.
   */
  of?: Fields
}) =>
  useCan('audit/index') ? (
    <History
      entitas={entitas}
      id={id}
      label={label}
      meta={of && ((field) => of.field(field)?.meta)}
    />
  ) : null
