/**
 * Strip at the head of a person's record with the facts that staff look for first: next lesson,
 * open bills, credit, attendance and family.
 */
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RoleId } from '#contract/enums.ts'
import { lateText } from '#src/routes/_app/-billContent.ts'
import { baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { useToday } from '#src/state/clock.ts'
import { jam, numberText, rupiah, tanggalWithDay } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Foto } from '#src/ui/record/Foto.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

type Summary = NonNullable<UserRow['ringkasan']>
type TileItem = readonly [label: string, value: ReactNode]

const NextLesson = ({ lesson }: { lesson: Summary['berikut'] }) =>
  lesson ? (
    <>
      {`${tanggalWithDay(lesson.tanggal)} ${jam(lesson.jam_mulai)} `}
      <Dim>{lesson.kursus}</Dim>
    </>
  ) : (
    'Belum ada'
  )

/** Open amount of the payer, in red with the days overdue, as link to the bills. */
const OpenAmount = ({ akun_billing_id, piutang }: NonNullable<Summary['keuangan']>) => {
  const today = useToday()
  if (!piutang) return 'Tidak ada'
  const late = piutang.lewat_tempo > 0 ? lateText(piutang.jatuh_tempo, today) : undefined
  return (
    <>
      <PlaceLink
        to="/user/view"
        search={{ id: akun_billing_id, tab: 'tagihan' }}
        style={late ? { color: 'var(--mantine-color-error)' } : undefined}
      >
        {rupiah(piutang.sisa)}
      </PlaceLink>
      {late && <Dim>{` lewat ${late}`}</Dim>}
    </>
  )
}
const Family = ({ people }: { people: Summary['keluarga'] }) =>
  people.map(({ id, name }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <PlaceLink to="/user/view" search={{ id }}>
        {name}
      </PlaceLink>
    </span>
  ))

const moneyTiles = (keuangan: Summary['keuangan']): TileItem[] =>
  keuangan
    ? [
        ['Tagihan terbuka', <OpenAmount key="open" {...keuangan} />],
        ['Saldo', rupiah(keuangan.saldo)],
      ]
    : []
const attendanceTiles = (kehadiran: Summary['kehadiran']): TileItem[] =>
  kehadiran && kehadiran.ditandai > 0
    ? [
        [
          'Hadir 30 hari ini',
          `${numberText(kehadiran.hadir)} dari ${numberText(kehadiran.ditandai)}`,
        ],
      ]
    : []
/** Returns the tiles of a person by the base role; none for people without lessons and bills. */
const tilesOf = (row: UserRow): TileItem[] => {
  const { ringkasan, mengajar, peserta_profil } = row
  const baseRole = baseRoleOf(row)
  if (!ringkasan) return []
  const { berikut, keuangan, kehadiran, keluarga } = ringkasan
  const next: TileItem = ['Pertemuan berikutnya', <NextLesson key="next" lesson={berikut} />]
  if (baseRole === RoleId.pelatih)
    return [
      next,
      ...(mengajar ? [['Kelas aktif', `${numberText(mengajar.kelas)} kelas`] as const] : []),
      ...(mengajar ? [['Murid', numberText(mengajar.peserta)] as const] : []),
    ]
  if (baseRole !== RoleId.akunBilling && !peserta_profil) return []
  return [
    next,
    ...moneyTiles(keuangan),
    ...attendanceTiles(kehadiran),
    ...(keluarga.length > 0
      ? [
          [
            baseRole === RoleId.akunBilling ? 'Peserta' : 'Saudara',
            <Family key="family" people={keluarga} />,
          ] as const,
        ]
      : []),
  ]
}

/** Strip with photo and tiles; the photo alone for a person without tiles. */
export const PersonStrip = ({ row }: { row: UserRow }) => {
  const tiles = tilesOf(row)
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
