/**
 * Strip at the head of a person's record with the facts that staff look for first: next lesson,
 * open bills, credit, attendance and family.
 */
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Hari, RoleId } from '#contract/enums.ts'
import { weekday } from '#contract/values/tanggal.ts'
import { lateText } from '#src/routes/_app/-billContent.ts'
import { baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { useToday } from '#src/state/clock.ts'
import { jam, numberText, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Foto } from '#src/ui/record/Foto.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

type Summary = NonNullable<UserRow['ringkasan']>
type TileItem = readonly [label: string, value: ReactNode, note?: ReactNode]

const lessonTile = (lesson: Summary['berikut']): TileItem =>
  lesson
    ? [
        'Pertemuan berikutnya',
        `${Hari.label(weekday(lesson.tanggal))}, ${jam(lesson.jam_mulai)}`,
        `${shortTanggal(lesson.tanggal)} · ${lesson.kursus}`,
      ]
    : ['Pertemuan berikutnya', 'Belum ada']

/** Returns two tiles of a payer: the unpaid amount, which links to the bills, and the credit. */
const moneyTiles = (keuangan: Summary['keuangan'], today: string): TileItem[] => {
  if (!keuangan) return []
  const { akun_billing_id, saldo, piutang } = keuangan
  const late = piutang && piutang.lewat_tempo > 0 ? lateText(piutang.jatuh_tempo, today) : undefined
  const amount = piutang ? (
    <PlaceLink
      to="/user/view"
      search={{ id: akun_billing_id, tab: 'tagihan' }}
      style={late ? { color: 'var(--mantine-color-error)' } : undefined}
    >
      {rupiah(piutang.sisa)}
    </PlaceLink>
  ) : (
    'Tidak ada'
  )
  return [
    ['Tagihan terbuka', amount, late && `Lewat ${late}`],
    ['Saldo', rupiah(saldo)],
  ]
}
const attendanceTiles = (kehadiran: Summary['kehadiran']): TileItem[] =>
  kehadiran && kehadiran.ditandai > 0
    ? [
        [
          'Hadir 30 hari ini',
          `${numberText(kehadiran.hadir)} dari ${numberText(kehadiran.ditandai)}`,
        ],
      ]
    : []
/**
 * Returns a list with one tile, which links to the given people. Returns an empty list if there are
 * no people.
 */
const peopleTiles = (label: string, people: Summary['keluarga']): TileItem[] => {
  const links = people.map(({ id, name }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <PlaceLink to="/user/view" search={{ id }}>
        {name}
      </PlaceLink>
    </span>
  ))
  return people.length > 0 ? [[label, links]] : []
}
const coachTiles = ({ mengajar, ringkasan }: UserRow): TileItem[] => [
  lessonTile(ringkasan?.berikut ?? null),
  ['Kelas aktif', numberText(mengajar?.kelas ?? 0), `${numberText(mengajar?.peserta ?? 0)} murid`],
]
/** Returns the tiles of a coach, a payer or a student. Other people have no tiles. */
const tilesOf = (row: UserRow, today: string): TileItem[] => {
  const { ringkasan, akun_billing: payer } = row
  const baseRole = baseRoleOf(row)
  if (!ringkasan) return []
  if (baseRole === RoleId.pelatih) return coachTiles(row)
  const pays = baseRole === RoleId.akunBilling
  if (!pays && !row.peserta_profil) return []
  return [
    lessonTile(ringkasan.berikut),
    ...moneyTiles(ringkasan.keuangan, today),
    ...attendanceTiles(ringkasan.kehadiran),
    ...(pays
      ? peopleTiles('Peserta', ringkasan.keluarga)
      : [
          ...peopleTiles('Akun Billing', payer ? [payer] : []),
          ...peopleTiles('Saudara', ringkasan.keluarga),
        ]),
  ]
}

/**
 * Strip with the photo and the tiles of a person. A person without tiles has the name beside the
 * photo instead. A person without tiles and without photo has no strip.
 */
export const PersonStrip = ({ row }: { row: UserRow }) => {
  const tiles = tilesOf(row, useToday())
  if (tiles.length === 0 && row.foto === null) return null
  return (
    <Panel>
      <Group gap="1.25rem" wrap="nowrap" align="center">
        {row.foto !== null && <Foto id={row.foto} name={row.name} size={56} />}
        <div style={{ flex: 1, minWidth: 0 }}>
          {tiles.length > 0 ? <Tiles items={tiles} /> : <Text>{row.name}</Text>}
        </div>
      </Group>
    </Panel>
  )
}
