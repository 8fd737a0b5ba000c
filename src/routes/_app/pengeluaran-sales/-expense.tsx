/** Status and actions of expenses, shared by the list and the record. */
import { useNavigate } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { StatusPengeluaran } from '#contract/sales/expenseEnums.ts'
import type { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import { PengeluaranSales } from '#src/data/resources/pengeluaranSales.ts'
import { useMe } from '#src/data/session/session.ts'
import { askReason, confirm, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { rupiah } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/table/table.tsx'

export type Expense = Row<typeof pengeluaranSales>
export const expensePlace = ({ id }: Expense): Place => ({
  to: '/pengeluaran-sales/view',
  search: { id },
})

export const ExpenseStatus = ({ expense }: { expense: Expense }) =>
  expense.void_at ? (
    <Badge tone="red">Batal</Badge>
  ) : (
    <Badge tone={StatusPengeluaran.tone(expense.status)}>
      {StatusPengeluaran.label(expense.status)}
    </Badge>
  )

/** Returns the reason why an expense can no longer be changed; undefined if changes are allowed. */
export const whyNotChange = ({ void_at, status }: Expense): string | undefined => {
  if (void_at) return 'Sudah dibatalkan'
  return status === 'disetujui' ? 'Sudah disetujui: batalkan, lalu catat yang baru' : undefined
}

/**
 * Returns a function that gives the reason why the user may not approve or reject an expense;
 * undefined if the user may do both. The server rejects such a request with the same text.
 */
export const useWhyNotDecide = (): ((expense: Expense) => string | undefined) => {
  const me = useMe()
  return ({ void_at, status, sales_id, diajukan_oleh }) => {
    if (void_at) return 'Sudah dibatalkan'
    if (status !== 'diajukan') return `Sudah ${StatusPengeluaran.label(status).toLowerCase()}`
    const isOwn =
      sales_id === me?.id || (diajukan_oleh === me?.id && me.role_id !== RoleId.superadmin)
    return isOwn ? 'Pengeluaran sendiri diputuskan oleh orang lain' : undefined
  }
}

const summaryOf = ({ sales, jumlah }: Expense) => `${rupiah(jumlah)} dari ${sales?.name ?? 'sales'}`

/**
 * Returns the actions that approve, reject or void an expense. Each action first opens a dialog.
 */
export const useExpenseActions = () => {
  const setujui = PengeluaranSales.useAction('setujui')
  const tolak = PengeluaranSales.useAction('tolak')
  const batalkan = PengeluaranSales.useAction('batalkan')
  const navigate = useNavigate()
  const whyNotDecide = useWhyNotDecide()
  const approve = async (expense: Expense) => {
    const { id, nomor, versi } = expense
    const body = `${summaryOf(expense)} dihitung sebagai pengeluaran dan tidak dapat diubah lagi.`
    if (!(await confirm({ title: `Setujui ${nomor}?`, body, confirm: 'Setujui' }))) return
    setujui.mutate(
      { id, input: { versi } },
      {
        onSuccess: () => toast(`${nomor} disetujui`, { to: expensePlace(expense) }),
      },
    )
  }
  const refuse = async (expense: Expense) => {
    const { id, nomor, versi } = expense
    const alasan = await askReason({
      title: `Tolak ${nomor}?`,
      body: `${summaryOf(expense)} tidak dihitung. Sales membaca alasan ini, dan dapat memperbaiki lalu mengajukan lagi.`,
      confirm: 'Tolak',
      danger: true,
    })
    if (alasan === null) return
    tolak.mutate(
      { id, input: { alasan, versi } },
      { onSuccess: () => toast(`${nomor} ditolak`, { to: expensePlace(expense) }) },
    )
  }
  const cancel = async (expense: Expense) => {
    const { id, nomor, versi } = expense
    const alasan = await askReason({
      title: `Batalkan ${nomor}?`,
      body: `${summaryOf(expense)} tidak dihitung lagi. Nomornya tetap ada. Tindakan ini tidak dapat diurungkan.`,
      confirm: 'Batalkan',
      cancel: 'Kembali',
      danger: true,
    })
    if (alasan === null) return
    batalkan.mutate(
      { id, input: { alasan, versi } },
      {
        onSuccess: () => toast(`${nomor} dibatalkan`, { to: expensePlace(expense) }),
      },
    )
  }
  const actionsOf = (expense: Expense) => [
    {
      label: 'Setujui',
      code: 'pengeluaran-sales/setujui' as const,
      primary: true,
      busy: setujui.isPending,
      disabled: whyNotDecide(expense),
      run: () => void approve(expense),
    },
    {
      label: 'Tolak',
      code: 'pengeluaran-sales/tolak' as const,
      busy: tolak.isPending,
      disabled: whyNotDecide(expense),
      run: () => void refuse(expense),
    },
    {
      label: 'Cetak',
      run: () => void navigate({ to: '/pengeluaran-sales/print', search: { id: expense.id } }),
    },
    {
      label: 'Batalkan',
      code: 'pengeluaran-sales/batalkan' as const,
      danger: true,
      busy: batalkan.isPending,
      disabled: expense.void_at ? 'Sudah dibatalkan' : undefined,
      run: () => void cancel(expense),
    },
  ]
  return { actionsOf, whyNotDecide }
}
