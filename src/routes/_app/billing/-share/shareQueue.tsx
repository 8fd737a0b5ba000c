import { Button, Group, Text } from '@mantine/core'
import { numberText, rupiah } from '#src/ui/format/format.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import type { Bill } from '../-bill.tsx'

interface Props {
  bill: Bill
  queue: readonly number[]
  isLast: boolean
  skip: () => void
}
/** Bar that shows the position of a bill in the queue of bills to send. */
export const QueueBar = ({ bill, queue, isLast, skip }: Props) => (
  <Panel>
    <Group justify="space-between" gap="0.6rem">
      <Text role="status">
        <b>
          {numberText(queue.indexOf(bill.id) + 1)} dari {numberText(queue.length)}
        </b>
        : {bill.nama_tagihan}, sisa {rupiah(bill.sisa)}
      </Text>
      <Button variant="default" onClick={skip}>
        {isLast ? 'Selesai' : 'Lewati'}
      </Button>
    </Group>
  </Panel>
)
