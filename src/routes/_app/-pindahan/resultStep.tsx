import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { PindahanJob } from '#src/data/pindahan.ts'
import type { Mapping } from '#src/routes/_app/-pindahan/mapping.ts'
import { NextSteps } from '#src/routes/_app/-pindahan/nextSteps.tsx'
import { Problems } from '#src/routes/_app/-pindahan/problems.tsx'
import {
  badRows,
  badSheets,
  changedRows,
  namesOf,
  storableSheets,
  storedText,
} from '#src/routes/_app/-pindahan/sheets.ts'
import { SheetTable } from '#src/routes/_app/-pindahan/sheetTable.tsx'
import { areSumsRight, Sums } from '#src/routes/_app/-pindahan/sums.tsx'
import { Undo, type UndoCall } from '#src/routes/_app/-pindahan/undo.tsx'
import { UnreadTitles } from '#src/routes/_app/-pindahan/unreadTitles.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { useArrival } from '#src/ui/import/useArrival.ts'
import { Panel } from '#src/ui/record/Panel.tsx'

interface Props {
  job: PindahanJob
  mapping: Mapping
  run: { busy: boolean; start: () => void }
  undo: UndoCall
  leave: () => void
}
/** Result of a trial, with the button that stores the sheets, or the result of the run. */
export const ResultStep = ({ job, mapping, run, undo, leave }: Props) => {
  const start = useArrival<HTMLHeadingElement>()
  const isTrial = job.status === 'siap'
  const isBad = badSheets(job).length > 0
  return (
    <>
      <Panel>
        <Stack>
          <Title order={2} fz="1.0625rem" ref={start} tabIndex={-1}>
            {isTrial ? 'Hasil pemeriksaan' : 'Hasil penyimpanan'}
          </Title>
          <Text role="status" style={{ overflowWrap: 'anywhere' }}>
            {isTrial ? `${job.nama_berkas}: belum ada yang disimpan.` : storedText(job)}
          </Text>
          {isTrial ? <TrialNote job={job} /> : <RunNote job={job} />}
          {isTrial && <UnreadNote job={job} />}
          <Notes job={job} />
          <Group gap="0.6rem">
            {isBad && <Button onClick={leave}>Pilih berkas yang diperbaiki</Button>}
            {isTrial && <RunButton job={job} run={run} />}
            {!isBad && (
              <Button variant="default" onClick={leave}>
                {isTrial ? 'Pilih berkas lain' : 'Pindahkan berkas lain'}
              </Button>
            )}
          </Group>
        </Stack>
      </Panel>
      {job.lembar.length > 0 && (
        <Panel title="Isi berkas" bare>
          <SheetTable job={job} />
        </Panel>
      )}
      <Sums job={job} />
      {isTrial && <UnreadTitles job={job} {...mapping} />}
      {isBad && <Problems job={job} />}
      {!isTrial && !isBad && <NextSteps />}
      {!isTrial && <Undo job={job} undo={undo} />}
    </>
  )
}

/** Button that stores the sheets before the first problem; hidden if a run would write nothing. */
const RunButton = ({ job, run }: Pick<Props, 'job' | 'run'>) => {
  const sheets = storableSheets(job)
  if (changedRows(sheets) === 0 || !areSumsRight(job)) return null
  const isWhole = sheets.length === job.lembar.length
  return (
    <Button variant={isWhole ? 'filled' : 'default'} loading={run.busy} onClick={run.start}>
      {isWhole
        ? `Simpan ${numberText(changedRows(sheets))} baris`
        : `Simpan dahulu ${numberText(sheets.length)} lembar`}
    </Button>
  )
}
const TrialNote = ({ job }: { job: PindahanJob }) => {
  const bad = badSheets(job)
  const ready = storableSheets(job)
  if (job.lembar.length === 0)
    return (
      <Note tone="orange">
        Tidak ada nama lembar yang dikenal. Pilih isi tiap lembar di &quot;Yang tidak dibaca&quot;,
        lalu periksa ulang.
      </Note>
    )
  if (bad.length === 0)
    return changedRows(ready) > 0 ? (
      <Note>Tidak ada masalah. Periksa jumlah baris di bawah, lalu simpan.</Note>
    ) : (
      <Note>Isi berkas sama dengan data yang ada: tidak ada yang perlu disimpan.</Note>
    )
  return (
    <Note tone="orange">
      {problemText(job)} Perbaiki di berkas Anda, lalu pilih berkas itu lagi.{' '}
      {changedRows(ready) > 0 &&
        `Lembar ${namesOf(ready)} boleh disimpan dahulu; baris yang sudah disimpan tidak masuk dua kali.`}
    </Note>
  )
}
const RunNote = ({ job }: { job: PindahanJob }) =>
  badSheets(job).length > 0 && (
    <Note tone="orange">
      {problemText(job)} Lembar yang bermasalah dan sesudahnya tidak disimpan. Perbaiki di berkas
      Anda, lalu pilih berkas itu lagi: baris yang sudah disimpan tidak masuk dua kali.
    </Note>
  )
const problemText = (job: PindahanJob): string =>
  `${numberText(badRows(job))} baris bermasalah di lembar ${namesOf(badSheets(job))}.`

/** Note about unread sheets and columns, which the user may overlook below the table. */
const UnreadNote = ({ job }: { job: PindahanJob }) => {
  const count =
    job.lembar_lain.length + job.lembar.reduce((sum, { impor }) => sum + impor.kolom_lain.length, 0)
  return (
    job.lembar.length > 0 &&
    count > 0 && (
      <Note tone="orange">
        {numberText(count)} lembar atau kolom tidak dibaca: lihat &quot;Yang tidak dibaca&quot; di
        bawah.
      </Note>
    )
  )
}
/** Content of the workbook that was not read, such as hidden rows. */
const Notes = ({ job }: { job: PindahanJob }) =>
  [
    ...job.catatan,
    ...job.lembar.flatMap(({ judul, impor }) => impor.catatan.map((text) => `${judul}: ${text}`)),
  ].map((text) => (
    <Note key={text} tone="orange">
      {text}
    </Note>
  ))
