/**
 * Fields for the number of notes and coins of each denomination. Their sum is filled in as the
 * counted cash.
 */
import { Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Pecahan, sumPecahan } from '#contract/billing/rules/paper/till.ts'
import { amountOf, useField, useSet } from '#src/routes/_app/tutup-kas/-parts.ts'
import { NumberField } from '#src/ui/form/fields/NumberField.tsx'
import { rupiah } from '#src/ui/format/format.ts'

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(6.5rem, 1fr))',
  gap: '0.5rem 1rem',
}
/** Optional section below the counted amount, for counting by denomination. */
export const NoteCount = () => {
  const [isOpen, setOpen] = useState(false)
  const { value } = useField('pecahan')
  const set = useSet()
  const rows = Array.isArray(value) ? value : []
  const countOf = (nilai: number) => rows.find((row) => row.nilai === nilai)?.lembar ?? null
  const change = (nilai: (typeof Pecahan.options)[number]['value'], typed: unknown) => {
    const otherRows = rows.filter((row) => row.nilai !== nilai)
    const next =
      typed === null || typed === ''
        ? otherRows
        : [...otherRows, { nilai, lembar: amountOf(typed) }]
    set('pecahan', next)
    set('dihitung', sumPecahan(next))
  }
  const close = () => {
    setOpen(false)
    set('pecahan', [])
  }
  return (
    <div className="wide" data-field="pecahan">
      <Button
        variant="default"
        size="sm"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {isOpen ? 'Isi jumlahnya saja' : 'Hitung per pecahan'}
      </Button>
      {isOpen && (
        <Box component="fieldset" m={0} mt="sm" p={0} bd={0} style={grid}>
          <Text component="legend" size="sm" c="dimmed" mb="xs">
            Jumlah lembar atau keping tiap pecahan. Hasilnya mengisi uang fisik di laci.
          </Text>
          {Pecahan.options.map(({ value: nilai, label }) => (
            <div key={nilai}>
              <NumberField
                name={`pecahan-${nilai}`}
                label={label}
                value={countOf(nilai)}
                onChange={(typed) => change(nilai, typed)}
              />
              <Text size="sm" c="dimmed" ta="right">
                {rupiah(nilai * amountOf(countOf(nilai)))}
              </Text>
            </div>
          ))}
        </Box>
      )}
    </div>
  )
}
