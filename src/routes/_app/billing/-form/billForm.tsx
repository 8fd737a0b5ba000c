/**
 * Form fields of a bill, with its lines and totals that update while typing. Used for a new bill
 * and for a draft.
 */
import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { useRef, type ComponentProps } from 'react'
import { totalTagihan } from '#contract/billing/rules/tagihan.ts'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { rupiah } from '#src/ui/format/format.ts'
import { Dim, Num } from '#src/ui/format/Words.tsx'
import { useAmounts, type LineAmount, type StoredItems } from './amounts.ts'
import { LineOrigin, CatalogButtons, type BillLine } from './catalog.tsx'
import { BillForm, Field, useRows, useSet, useValue } from './formParts.ts'
import { Sums, type Sum } from './sums.tsx'
import { BillDefaults, TuitionFields, TuitionNotes, useCourses, useKinds } from './tuition.tsx'

export { BillForm, Field }
/** Default values of a new line. */
export const emptyLine = { qty: 1, diskon: 0 }
interface LineProps {
  at: number
  row: Partial<BillLine>
  /** Props of the tuition fields; undefined if the line is not a tuition line. */
  tuition: ComponentProps<typeof TuitionFields> | undefined
  amount: LineAmount | undefined
  drop: () => void
}
const LineFoot = ({ at, row, tuition, amount, drop }: LineProps) => (
  <Group justify="flex-end" gap="0.4rem 1rem" mt="sm">
    {tuition && <TuitionNotes {...tuition} />}
    <LineOrigin row={row} stored={row.id !== undefined} />
    {amount?.part && <Dim>{amount.part}</Dim>}
    {amount?.promo && (
      <Dim>
        Promo {amount.promo.nama}
        {amount.promo.diskon > 0 ? ` ${rupiah(-amount.promo.diskon)}` : ', dihitung saat disimpan'}
      </Dim>
    )}
    <span>
      Jumlah baris{' '}
      <Num>
        <b>{rupiah(amount?.jumlah)}</b>
      </Num>
    </span>
    <Button
      variant="subtle"
      color="danger"
      size="compact-sm"
      aria-label={`Hapus baris ${at + 1}`}
      onClick={() => drop()}
    >
      Hapus
    </Button>
  </Group>
)
const BillLineFields = ({ akun, ...line }: LineProps & { akun: number | undefined }) => {
  const { at, row, tuition } = line
  return (
    <Fieldset data-line={at} legend={`Baris ${at + 1}`}>
      <Fields narrow>
        <Field name={`items.${at}.jenis_billing_id`} />
        <Field
          name={`items.${at}.peserta_id`}
          filter={akun === undefined ? undefined : { akun_billing_id: akun }}
        />
        {tuition && <TuitionFields {...tuition} />}
        <Field name={`items.${at}.deskripsi`} />
        <Field name={`items.${at}.qty`} />
        <Field name={`items.${at}.harga_satuan`} />
        <Field name={`items.${at}.diskon`} />
        {(row.diskon ?? 0) > 0 && <Field name={`items.${at}.diskon_alasan`} required />}
      </Fields>
      <LineFoot {...line} />
    </Fieldset>
  )
}
const isEmptyLine = (line: Partial<BillLine>) =>
  line.id === undefined &&
  !line.jenis_billing_id &&
  !line.deskripsi &&
  !line.harga_satuan &&
  !line.peserta_id

const sumsOf = ({
  subtotal,
  total_diskon,
  total_ppn,
  total,
}: ReturnType<typeof totalTagihan>): Sum[] => [
  { label: 'Subtotal', amount: subtotal },
  { label: 'Diskon', amount: total_diskon > 0 ? -total_diskon : undefined },
  { label: 'PPN', amount: total_ppn > 0 ? total_ppn : undefined },
  { label: 'Total', amount: total, strong: true },
]

const Lines = ({ stored, bill }: { stored: StoredItems; bill: number | undefined }) => {
  const { rows, add, remove } = useRows('items')
  const set = useSet()
  const [akun, gedung, periode] = [
    useValue('akun_billing_id'),
    useValue('gedung_id'),
    useValue('periode'),
  ]
  const akunId = typeof akun === 'number' ? akun : undefined
  const outlet = typeof gedung === 'number' ? gedung : undefined
  const kinds = useKinds()
  const courses = useCourses(rows)
  const amounts = useAmounts(stored, courses, kinds)
  /** Returns the props of the tuition fields; undefined if the line is not a tuition line. */
  const tuitionOf = (row: (typeof rows)[number], index: number) => {
    const tied = stored.find((s) => s.id === row.id)?.kursus_peserta_id ?? null
    const isCourse =
      kinds.get(row.jenis_billing_id)?.sifat === 'kursus' && !row.biaya_id && !row.produk_jasa_id
    return isCourse || tied !== null
      ? { at: index, row, fixed: tied !== null, bill, data: courses.get(row.peserta_id ?? 0) }
      : undefined
  }
  const sums = totalTagihan(amounts)
  const box = useRef<HTMLDivElement>(null)
  const focus = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())
  const drop = (index: number) => {
    remove(index)
    focus(
      rows.length > 1
        ? `[data-line="${Math.min(index, rows.length - 2)}"] input`
        : '[data-tambah-baris]',
    )
  }
  /**
   * Appends a line from the catalog. A new bill starts with one empty line: if this is still the
   * only line, the appended line replaces the empty line.
   */
  const addLine = (line: BillLine) => {
    const [first, ...more] = rows
    const untouched = more.length === 0 && first !== undefined && isEmptyLine(first)
    set('items', untouched ? [line] : [...rows, line])
    focus(`[data-line="${untouched ? 0 : rows.length}"] input[name$="qty"]`)
  }
  return (
    <Stack className="wide" ref={box}>
      {rows.map((row, i) => (
        <BillLineFields
          key={i}
          at={i}
          row={row}
          akun={akunId}
          tuition={tuitionOf(row, i)}
          amount={amounts[i]}
          drop={() => drop(i)}
        />
      ))}
      <Group gap="0.5rem" style={{ justifyContent: 'space-between', alignItems: 'start' }}>
        <Group gap="0.5rem" style={{ flex: '1 1 20rem' }}>
          <Button
            variant="default"
            data-tambah-baris
            onClick={() => {
              add(emptyLine)
              focus(`[data-line="${rows.length}"] input`)
            }}
          >
            Tambah baris
          </Button>
          <CatalogButtons
            add={addLine}
            gedung_id={outlet}
            periode={typeof periode === 'string' && periode !== '' ? periode : null}
          />
        </Group>
        <Sums sums={sumsOf(sums)} />
      </Group>
    </Stack>
  )
}

/** Field for the month of a bill. Required if the bill has a line for a course. */
const PeriodeField = () => {
  const hasCourse = useRows('items').rows.some((row) => row.kursus_peserta_id != null)
  return (
    <Field
      name="periode"
      required={hasCourse}
      hint={hasCourse ? undefined : 'Kosongkan jika bukan tagihan bulanan'}
    />
  )
}

/** Form fields of a new bill or a draft. `stored`: lines of the draft as the server stores them. */
export const BillFields = ({
  stored = [],
  bill,
}: {
  stored?: StoredItems
  /** Id of the edited draft; undefined for a new bill. */
  bill?: number
}) => (
  <>
    {bill === undefined && <BillDefaults />}
    <Field name="akun_billing_id" />
    <Field name="gedung_id" />
    <PeriodeField />
    <Field name="tanggal_terbit" />
    <Field name="jatuh_tempo" />
    <Field name="alamat" hint="Jika dikosongkan, memakai alamat tagihan akun" />
    <Field name="catatan" hint="Tercetak di tagihan" />
    <Field name="kode_promo" />
    <Lines stored={stored} bill={bill} />
  </>
)
