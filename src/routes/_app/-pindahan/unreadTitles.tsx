/**
 * Sheets and columns of a workbook that were not read. The user names them, and tries the same file
 * again.
 */
import { Box, Button, FileButton, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PindahanJob } from '#src/data/pindahan.ts'
import type { Mapping } from '#src/routes/_app/-pindahan/mapping.ts'
import { titlesOf, withName, type Title } from '#src/routes/_app/-pindahan/titleMap.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Subhead } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))',
  gap: '0.75rem 1rem',
}
const unread = { value: '', label: 'Tidak dibaca' }

interface Props extends Mapping {
  job: PindahanJob
}
export const UnreadTitles = ({ job, peta, file, take, part, problem }: Props) => {
  const [map, setMap] = useState(peta)
  const titles = titlesOf(job, map)
  if (titles.length === 0) return null
  const groups = Map.groupBy(titles, ({ lembar, kolom }) =>
    kolom === undefined ? 'Lembar' : `Kolom di lembar ${lembar}`,
  )
  const isBusy = part !== undefined
  return (
    <Panel title="Yang tidak dibaca">
      <Stack>
        <Text>
          Pilih artinya bila isinya perlu dipindahkan, lalu periksa ulang. Yang lain diabaikan.
        </Text>
        {[...groups].map(([heading, group]) => (
          <section key={heading}>
            <Subhead>{heading}</Subhead>
            <Box style={grid}>
              {group.map((title) => (
                <TitleSelect
                  key={title.kolom ?? title.lembar}
                  title={title}
                  set={(value) => setMap(withName(map, title, value))}
                />
              ))}
            </Box>
          </section>
        ))}
        {problem && (
          <Note tone="red" role="alert">
            {problem}
          </Note>
        )}
        <div>
          {file ? (
            <Button
              variant="default"
              loading={isBusy}
              disabled={map === peta}
              onClick={() => take(file, map)}
            >
              Periksa ulang
            </Button>
          ) : (
            <FileButton accept=".xlsx" onChange={(chosen) => chosen && take(chosen, map)}>
              {(props) => (
                <Button {...props} variant="default" loading={isBusy}>
                  Pilih berkasnya lagi dan periksa ulang
                </Button>
              )}
            </FileButton>
          )}
        </div>
      </Stack>
    </Panel>
  )
}
const TitleSelect = ({ title, set }: { title: Title; set: (value: string) => void }) => (
  <NativeSelect
    label={title.kolom ?? title.lembar}
    value={title.value}
    onChange={(e) => set(e.currentTarget.value)}
    data={[unread, ...title.choices]}
  />
)
