/*
 * Floor (reference page) for clicks in a list: a handwritten page that fetches rows on each click
 * and draws them with innerHTML. It sends the same API calls and shows the same columns as the list
 * of all bills in the app.
 */
const number = new Intl.NumberFormat('id-ID')
const rupiah = (value) => `Rp${number.format(value)}`
const date = new Intl.DateTimeFormat('id-ID', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const escape = (text) => String(text ?? '').replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const today = new Date().toISOString().slice(0, 10)
const words = ['Belum Terbayar', 'Terbayar Sebagian', 'Lunas']
const columns = [
  ['Nomor', 'nomor'],
  ['Nama Tagihan', 'nama_tagihan'],
  ['Status'],
  ['Jatuh Tempo', 'jatuh_tempo'],
  ['Total', 'total'],
  ['Terbayar', 'terbayar'],
  ['Sisa', 'sisa'],
]
const list = document.getElementById('list')
/*
 * Number of rows on a page of the list, as text. Null when the URL has no `per-page`.
 */
const size = new URLSearchParams(location.search).get('per-page')
const wanted = { page: 1, sort: '', q: '' }

const get = async (path) =>
  (
    await (
      await fetch(`/api/${path}`, {
        headers: { Authorization: `Bearer ${localStorage.getItem('token')}` },
      })
    ).json()
  ).data
const statusOf = (b) => {
  if (b.void_at) return 'Batal'
  return b.status === 0 ? 'Draft' : words[b.payment_status]
}
const row = (
  b,
) => `<tr data-id="${b.id}"><td>${escape(b.nomor ?? 'Draft')} <small>${escape(b.periode)}</small></td><td>${escape(b.nama_tagihan)} <small>${escape(b.gedung?.nama)}</small></td>
  <td>${statusOf(b)}${b.sisa > 0 && b.jatuh_tempo < today ? ' Lewat jatuh tempo' : ''}</td>
  <td>${date.format(new Date(b.jatuh_tempo))}</td><td>${rupiah(b.total)}</td><td>${rupiah(b.terbayar)}</td><td>${rupiah(b.sisa)}</td></tr>`

const show = async () => {
  const query = new URLSearchParams({
    expand: 'gedung',
    ...(wanted.page > 1 && { page: wanted.page }),
    ...(size && { 'per-page': size }),
    ...(wanted.sort && { sort: wanted.sort }),
    ...(wanted.q && { q: wanted.q }),
  })
  const bills = await get(`billing?${query}`)
  list.innerHTML = `<table><thead><tr>${columns.map(([label, sort]) => `<th>${sort ? `<button class="sort" data-sort="${sort}">${label}</button>` : label}</th>`).join('')}</tr></thead>
    <tbody>${bills.map(row).join('')}</tbody></table>`
}
document.getElementById('next').onclick = () => {
  wanted.page++
  void show()
}
document.getElementById('prev').onclick = () => {
  wanted.page--
  void show()
}
document.querySelector('input').oninput = (event) => {
  Object.assign(wanted, { q: event.target.value, page: 1 })
  void show()
}
list.onclick = async (event) => {
  const { sort } = event.target.dataset
  if (sort) {
    Object.assign(wanted, { sort: wanted.sort === sort ? `-${sort}` : sort, page: 1 })
    return show()
  }
  const id = event.target.closest('tr[data-id]')?.dataset.id
  if (!id) return
  const bill = await get(`billing/view?id=${id}&expand=items,alokasi,akun_billing,gedung`)
  list.innerHTML = `<h1>${escape(bill.nomor ?? 'Draft')}</h1><dl>${['nama_tagihan', 'jatuh_tempo', 'total', 'terbayar', 'sisa'].map((k) => `<dt>${k}</dt><dd>${escape(bill[k])}</dd>`).join('')}</dl>
    <ul>${bill.items.map((i) => `<li>${escape(i.deskripsi)} ${rupiah(i.total ?? 0)}</li>`).join('')}</ul>`
  history.pushState(null, '')
}
onpopstate = () => void show()
void show()
