/** List of failed integrity checks, with a link to each row that violates a rule. */
import { List } from '@mantine/core'
import type { CallOutput } from '#contract/call.ts'
import type { integrity } from '#contract/settings/integrityCalls.ts'
import { screenOf } from '#src/routes/_app/-recordScreens.ts'
import { numberText } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

type Result = NonNullable<CallOutput<typeof integrity>['terakhir']>
export type Finding = Result['temuan'][number]

const Row = ({ entitas, id, nama }: { entitas: string; id: number; nama: string }) => {
  const screen = screenOf(entitas)
  return screen ? (
    <PlaceLink to={screen} search={{ id }}>
      {nama}
    </PlaceLink>
  ) : (
    nama
  )
}
const restText = ({ baris, di_luar_wilayah, lebih }: Finding): string =>
  [
    di_luar_wilayah > 0 ? `${numberText(di_luar_wilayah)} di luar wilayah Anda` : '',
    lebih ? `lebih banyak daripada yang disebut` : '',
    baris.length + di_luar_wilayah === 0 ? 'barisnya tidak ada lagi' : '',
  ]
    .filter(Boolean)
    .join(', ')

/** List of failed integrity checks. Each item shows a rule and the rows that violate the rule. */
export const Findings = ({ findings }: { findings: readonly Finding[] }) => (
  <List size="sm" spacing="xs">
    {findings.map((finding) => {
      const { aturan, entitas, baris } = finding
      const rest = restText(finding)
      return (
        <List.Item key={aturan}>
          <b>{aturan}</b>:{' '}
          {baris.map(({ id, nama }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <Row entitas={entitas} id={id} nama={nama} />
            </span>
          ))}
          {rest && ` (${rest})`}
        </List.Item>
      )
    })}
  </List>
)
