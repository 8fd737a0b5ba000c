/**
 * Field for the substitute of a lesson. It lists the free coaches first, then the other coaches
 * with their conflicts.
 */
import '@mantine/core/styles/Radio.layer.css'
import { Box, Radio, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import type { CallOutput } from '#contract/call.ts'
import type { substitutes } from '#contract/schedule/substituteCalls.ts'
import { Substitutes } from '#src/data/calls.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'

type Candidate = CallOutput<typeof substitutes>['calon'][number]

const stateOf = ({ konflik, asli }: Candidate): string => {
  const availability = konflik.length === 0 ? 'Kosong' : konflik.map((k) => k.pesan).join('. ')
  return asli ? `Guru kelas. ${availability}` : availability
}
const isOut = ({ konflik }: Candidate) => konflik.some((k) => k.tingkat === 'keras')

interface ChoiceProps {
  lesson: number
  value: number | null
  choose: (pelatih_id: number) => void
}
const Candidates = ({ lesson, value, choose }: ChoiceProps) => {
  const { calon } = Substitutes.useSuspenseData({ id: lesson })
  if (calon.length === 0)
    return <Text c="dimmed">Tidak ada guru lain yang mengajar bidang ini.</Text>
  return (
    <Radio.Group
      label="Guru bidang ini"
      value={value === null ? null : String(value)}
      onChange={(id) => choose(Number(id))}
    >
      {/* The list is focusable, so that the keyboard can scroll it even if no coach can be
          selected. */}
      <Stack gap="xs" mt="xs" mah="16rem" style={{ overflowY: 'auto' }} tabIndex={0}>
        {calon.map((candidate) => (
          <Radio
            key={candidate.pelatih.id}
            value={String(candidate.pelatih.id)}
            label={candidate.pelatih.name}
            description={stateOf(candidate)}
            disabled={isOut(candidate)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
export const SubstituteChoice = (props: ChoiceProps) => (
  <Box className="wide">
    <Boundary resetKey={String(props.lesson)}>
      <Suspense fallback={<FormSkeleton />}>
        <Candidates {...props} />
      </Suspense>
    </Boundary>
  </Box>
)
