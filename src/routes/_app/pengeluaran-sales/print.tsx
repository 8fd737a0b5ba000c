import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { KategoriPengeluaran, StatusPengeluaran } from '#contract/sales/expenseEnums.ts'
import { fileQuery } from '#src/data/api/files.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { PengeluaranSales } from '#src/data/resources/pengeluaranSales.ts'
import type { Expense } from '#src/routes/_app/pengeluaran-sales/-expense.tsx'
import { rupiah, tanggal } from '#src/ui/format/format.ts'
import { Paper, PrintScreen } from '#src/ui/print/print.tsx'
import { Signers, SlipFacts } from '#src/ui/print/Slip.tsx'
import { useBlobImage } from '#src/ui/record/Foto.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import classes from './Proof.module.css'

const expand = 'sales,penyetuju,gedung'
export const Route = createFileRoute('/_app/pengeluaran-sales/print')({
  ...recordRoute(
    () => import('#src/data/resources/pengeluaranSales.ts').then((m) => m.PengeluaranSales),
    expand,
  ),
  component: ExpensePrint,
})

function ExpensePrint() {
  const { id } = Route.useSearch()
  return (
    <PrintScreen>
      <Sheet id={id} />
    </PrintScreen>
  )
}
const Sheet = ({ id }: { id: number }) => (
  <ExpensePaper expense={PengeluaranSales.useView(id, expand)} />
)

/** Receipt of the expense, printed if it is an image. A PDF has to be printed separately. */
const ProofOnPaper = ({ id }: { id: number }) => {
  const { data } = useQuery(fileQuery(id))
  const picture = useBlobImage(data)
  return data?.type.startsWith('image/') ? (
    <figure className={`${classes.proof} keep`}>
      <img ref={picture} alt="Bukti" />
    </figure>
  ) : null
}

const ExpensePaper = ({ expense }: { expense: Expense }) => {
  const metode = useMetode()
  const { nomor, void_at, gedung, status } = expense
  const state = void_at ? 'Batal' : StatusPengeluaran.label(status)
  return (
    <Paper
      outlet={gedung}
      watermark={void_at ? 'BATAL' : undefined}
      aside={
        <>
          <h2>PENGELUARAN</h2>
          <div>No. {nomor}</div>
        </>
      }
      foot={`Pengeluaran ${nomor}`}
    >
      <SlipFacts>
        <dt>Tanggal</dt>
        <dd>{tanggal(expense.tanggal)}</dd>
        <dt>Sales</dt>
        <dd>{expense.sales?.name}</dd>
        <dt>Kategori</dt>
        <dd>{KategoriPengeluaran.label(expense.kategori)}</dd>
        <dt>Keterangan</dt>
        <dd>{expense.keterangan}</dd>
        <dt>Jumlah</dt>
        <dd>
          <b>{rupiah(expense.jumlah)}</b>
        </dd>
        <dt>Terbilang</dt>
        <dd>{terbilang(expense.jumlah)}</dd>
        <dt>Metode</dt>
        <dd>{metode.label(expense.metode)}</dd>
        <dt>Status</dt>
        <dd>{state}</dd>
      </SlipFacts>
      <Signers
        of={[
          { lines: ['Yang mengeluarkan,'], name: expense.sales?.name ?? '' },
          { lines: ['Menyetujui,'], name: expense.penyetuju?.name ?? '' },
        ]}
      />
      {void_at && <p className="keep">Dibatalkan: {expense.void_alasan}</p>}
      {expense.bukti !== null && <ProofOnPaper id={expense.bukti} />}
    </Paper>
  )
}
