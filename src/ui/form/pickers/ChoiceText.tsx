import { Text } from '@mantine/core'
import type { Choice } from '#src/ui/form/pickers/useChoices.ts'

/** Choice with a note that distinguishes it from choices of the same name. */
export const ChoiceText = ({ label, note }: Choice) => (
  <span>
    <span>{label}</span>
    {note && (
      <Text span display="block" fz="0.8125rem" opacity={0.8}>
        {note}
      </Text>
    )}
  </span>
)
