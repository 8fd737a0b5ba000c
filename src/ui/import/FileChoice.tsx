import { Box, Input } from '@mantine/core'
import { useId } from 'react'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { FileDrop } from '#src/ui/form/file/FileDrop.tsx'

/** Maximum file size in MB, equal to the server's limit (server/import/calls.ts). */
const maxMb = 5
/** Accepted file extensions by MIME type, for `accept`. */
export const workbook = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
}
export const csv = { 'text/csv': ['.csv'] }
export const calendar = { 'text/calendar': ['.ics'] }

/**
 * Field for the file to import. `kinds` names the accepted files in words. `part` is the uploaded
 * fraction from 0 to 1, or undefined while no upload is running.
 */
export const FileChoice = ({
  kinds,
  accept,
  part,
  problem,
  take,
  refuse,
}: {
  kinds: string
  accept: Readonly<Record<string, string[]>>
  part: number | undefined
  problem: string | undefined
  take: (file: File) => void
  refuse: (why: string) => void
}) => {
  const field = useId()
  return (
    <Input.Wrapper
      id={field}
      label="Berkas"
      description={`${kinds}, paling besar ${maxMb} MB`}
      error={problem}
    >
      <Box my={2}>
        {part === undefined ? (
          <FileDrop
            text={`Pilih atau jatuhkan berkas ${kinds}`}
            accept={accept}
            maxMb={maxMb}
            inWords={`berkas ${kinds}`}
            take={take}
            refuse={refuse}
            input={{
              id: field,
              autoFocus: true,
              'aria-invalid': problem ? true : undefined,
              'aria-describedby': `${field}-description${problem ? ` ${field}-error` : ''}`,
            }}
          />
        ) : (
          <Progress
            label="Mengirim berkas"
            value={Math.round(part * 100)}
            max={100}
            unit="persen"
          />
        )}
      </Box>
    </Input.Wrapper>
  )
}
