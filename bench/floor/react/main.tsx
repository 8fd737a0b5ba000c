/**
 * Floor (reference page) for a load with an empty cache: a page of React and ReactDOM alone. It
 * sends the same API call and shows the same columns as the list of unpaid bills in the app.
 */
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Bill {
  id: number
  nomor: string | null
  periode: string | null
  nama_tagihan: string
  gedung: { nama: string } | null
  jatuh_tempo: string
  total: number
  terbayar: number
  sisa: number
}

const number = new Intl.NumberFormat('id-ID')
const rupiah = (value: number) => `Rp${number.format(value)}`
const date = new Intl.DateTimeFormat('id-ID', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const today = new Date().toISOString().slice(0, 10)

const List = () => {
  const [bills, setBills] = useState<Bill[]>([])
  useEffect(() => {
    const load = async () => {
      const response = await fetch('/api/billing?expand=gedung&status=1&payment_status=0&batal=0', {
        headers: { Authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      const answer: { data: Bill[] } = await response.json()
      setBills(answer.data)
    }
    void load()
  }, [])
  return (
    <table>
      <thead>
        <tr>
          {['Nomor', 'Nama Tagihan', 'Status', 'Jatuh Tempo', 'Total', 'Terbayar', 'Sisa'].map(
            (label) => (
              <th key={label}>{label}</th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {bills.map((b) => (
          <tr key={b.id} data-id={b.id}>
            <td>
              {b.nomor} <small>{b.periode}</small>
            </td>
            <td>
              {b.nama_tagihan} <small>{b.gedung?.nama}</small>
            </td>
            <td>Belum Terbayar{b.jatuh_tempo < today && ' Lewat jatuh tempo'}</td>
            <td>{date.format(new Date(b.jatuh_tempo))}</td>
            <td>{rupiah(b.total)}</td>
            <td>{rupiah(b.terbayar)}</td>
            <td>{rupiah(b.sisa)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

createRoot(document.getElementById('root')!).render(<List />)
