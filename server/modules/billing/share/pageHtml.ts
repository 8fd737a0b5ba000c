/**
 * HTML of the public page of a bill, as one file without scripts so that old phones can show it.
 * The page has the same content as the paper (server/modules/billing/papers/billPaper.ts).
 */
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import {
  uniqueTransferAmount,
  codeText,
  feeNote,
  itemNote,
  sumsOf,
} from '#contract/billing/rules/paper/paperText.ts'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import {
  formatPeriode,
  formatTanggal,
  formatTanggalShort,
  formatWaktuShort,
} from '#contract/values/tanggal.ts'
import type { PrintedBill } from '#server/modules/billing/papers/readBills.ts'

type Html = ReturnType<typeof html>

const style = `
:root{color-scheme:light dark}
body{margin:0;background:#f3f4f6;color:#111;font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:640px;margin:0 auto;padding:16px;background:#fff;min-height:100vh;box-sizing:border-box;overflow-wrap:break-word}
header{border-bottom:2px solid #111;padding-bottom:12px;margin-bottom:16px}
header img{max-width:160px;max-height:72px;display:block;margin-bottom:8px}
header p,.dim{margin:0;color:#4b5563;font-size:14px}
h1{font-size:20px;margin:0}h2{font-size:16px;margin:24px 0 8px}
.pre{white-space:pre-line}
.owed{background:#eef2ff;border-radius:8px;padding:12px 16px;margin:16px 0}
.owed b{display:block;font-size:26px;font-variant-numeric:tabular-nums}
.paid{background:#dcfce7}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:8px 0;border-bottom:1px solid #d1d5db;text-align:left;vertical-align:top;font-weight:400}
td.r{text-align:right;white-space:nowrap;padding-left:12px}
tr.strong>*{font-weight:700}
ul{list-style:none;margin:0;padding:0}li{padding:8px 0;border-bottom:1px solid #d1d5db}
li b{font-size:18px;font-variant-numeric:tabular-nums}
li img{display:block;width:260px;max-width:100%;height:auto;margin-top:8px;background:#fff}
.do a{display:block;text-align:center;padding:14px;margin:12px 0;border-radius:8px;border:1px solid #4f46e5;color:#3730a3;text-decoration:none;font-weight:600}
.do a.first{background:#4338ca;color:#fff}
form label{display:block;margin:12px 0;font-weight:600}form .tick{font-weight:400}
input,select{display:block;width:100%;box-sizing:border-box;font:inherit;font-weight:400;padding:12px;margin-top:4px;border:1px solid #6b7280;border-radius:8px;background:#fff;color:#111}
.tick input{display:inline;width:auto;margin-right:8px}
button{display:block;width:100%;font:inherit;font-weight:600;padding:14px;margin:16px 0;border:0;border-radius:8px;background:#4338ca;color:#fff}
.bad{display:block;color:#b91c1c;font-weight:600}
@media (prefers-color-scheme:dark){body{background:#0b0d12;color:#f3f4f6}main{background:#151922}
header{border-color:#f3f4f6}header p,.dim{color:#b6bcc8}.owed{background:#232a4d}.paid{background:#143d24}
input,select{background:#0b0d12;color:#f3f4f6;border-color:#9ca3af}.bad{color:#fca5a5}a{color:#c7d2fe}td,th,li{border-color:#374151}.do a{color:#c7d2fe;border-color:#818cf8}}
@media print{body,main{background:#fff;color:#000}.do{display:none}}
`
const styleHash = createHash('sha256').update(style).digest('base64')
/**
 * Style element of the page. Its content must equal the hashed text, because the content security
 * policy allows the style by its hash.
 */
const styleTag = `<style>${style}</style>`
/**
 * Returns the content security policy of a page. It forbids scripts and content of other origins.
 * It allows images of the server. With `self`, it also allows forms that are sent to the server.
 */
const policyOf = (forms: 'none' | 'self'): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action '${forms}'; frame-ancestors 'none'`
export const pagePolicy = policyOf('none')
/** Content security policy of the pages with forms, which confirm a payment. */
export const formPolicy = policyOf('self')

/** Names of the settings that the page uses. */
export const pageSettings = [
  'nama_sekolah',
  'npwp',
  'logo',
  'label_metode_2',
  'label_metode_3',
  'kode_unik',
] as const
type PageSettings = Pick<Settings, (typeof pageSettings)[number]>

/** Returns the HTML document of a public page with the given title and body. */
export const page = (title: string, body: Html | Promise<Html>): Html | Promise<Html> =>
  html`<!doctype html>
    <html lang="id">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${raw(styleTag)}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`

const sumRows = (bill: PrintedBill, settings: PageSettings) =>
  sumsOf(bill, settings.kode_unik).flatMap(({ label, amount, strong }) =>
    amount === undefined
      ? []
      : [
          html`<tr class="${strong ? 'strong' : ''}">
            <th scope="row">${label}</th>
            <td class="r">${formatRupiah(amount)}</td>
          </tr>`,
        ],
  )
const itemRows = ({ items }: PrintedBill) =>
  items.map((item) => {
    const note = itemNote(item, item.peserta ?? undefined)
    const parts = [
      item.qty > 1 ? `${item.qty} × ${formatRupiah(item.harga_satuan)}` : '',
      note,
      item.diskon > 0 ? `Diskon ${formatRupiah(-item.diskon)}` : '',
      item.ppn > 0 ? `PPN ${formatRupiah(item.ppn)}` : '',
    ]
    return html`<tr>
      <td>
        ${item.deskripsi}
        <div class="dim">${parts.filter(Boolean).join(' · ')}</div>
      </td>
      <td class="r">${formatRupiah(item.jumlah)}</td>
    </tr>`
  })

/**
 * Returns the section with the amount to pay, which includes the unique code if the setting
 * `kode_unik` is on.
 */
const owed = (bill: PrintedBill, { kode_unik }: PageSettings) => {
  const coded = uniqueTransferAmount(bill, kode_unik)
  const note = coded === undefined ? '' : html`<br />${codeText(coded)}`
  return bill.sisa > 0
    ? html`<section class="owed">
        Yang perlu dibayar<b>${formatRupiah(coded ?? bill.sisa)}</b>Jatuh tempo
        ${formatTanggal(bill.jatuh_tempo)}${note}
      </section>`
    : html`<section class="owed paid">
        <b>Lunas</b>Terima kasih, tidak ada yang perlu dibayar.
      </section>`
}

const payments = ({ paid, gedung }: PrintedBill, settings: PageSettings) => {
  if (paid.length === 0) return ''
  const { label } = methodNames(settings)
  const rows = paid.map(({ receipt, saldo, created_at, jumlah }) => {
    const unread = saldo ? 'Saldo' : 'Pembayaran'
    const subject = receipt ? `${receipt.nomor} · ${label(receipt.metode)}` : unread
    const when = receipt
      ? formatTanggalShort(receipt.tanggal)
      : formatWaktuShort(created_at, gedung.zona_waktu)
    return html`<tr>
      <td>
        ${subject}
        <div class="dim">${when}</div>
      </td>
      <td class="r">${formatRupiah(jumlah)}</td>
    </tr>`
  })
  return html`<h2>Pembayaran</h2>
    <table>
      ${rows}
    </table>`
}
const accounts = ({ banks, sisa }: PrintedBill, base: string) => {
  if (sisa <= 0 || banks.length === 0) return ''
  const rows = banks.map(
    (b) =>
      html`<li>
        ${b.nama_bank}<br /><b>${b.no_rekening}</b><br />a.n.
        ${b.atas_nama}${b.gambar === null ? '' : html`<img src="${base}/gambar/${b.gambar}" alt="Kode QRIS ${b.nama_bank}" loading="lazy" />`}
      </li>`,
  )
  return html`<h2>Pembayaran ke</h2>
    <ul>
      ${rows}
    </ul>`
}

interface PageOf {
  settings: PageSettings
  /** Address of the public page of the bill, without the origin. */
  base: string
  /**
   * Address of the confirmation form in the app, for payers with an account; undefined if it is not
   * shown.
   */
  confirm: string | undefined
}
/** Returns the page of a bill. */
export const billPage = async (
  bill: PrintedBill,
  { settings, base, confirm }: PageOf,
): Promise<string> => {
  const kop = kopOf(bill.gedung, settings)
  const nomor = bill.nomor ?? ''
  const body = html`<header>
      ${kop.logo === null ? '' : html`<img src="${base}/gambar/${kop.logo}" alt="Logo ${kop.name}" />`}${kop.school ? html`<p>${kop.school}</p>` : ''}<b>${kop.name}</b>${kop.lines.map((line) => html`<p class="pre">${line}</p>`)}
    </header>
    <h1>Tagihan ${nomor}</h1>
    <p>
      Kepada
      <b>${bill.nama_tagihan}</b
      >${bill.alamat ? html`<br /><span class="dim pre">${bill.alamat}</span>` : ''}
    </p>
    <p class="dim">
      ${bill.tanggal_terbit ? `Terbit ${formatTanggal(bill.tanggal_terbit)}` : ''}${bill.periode ? ` · Periode ${formatPeriode(bill.periode)}` : ''}
    </p>
    ${owed(bill, settings)}
    <table>
      ${itemRows(bill)}${sumRows(bill, settings)}
    </table>
    <p class="dim">Terbilang: ${terbilang(bill.total)}</p>
    ${bill.fees.map((fee) => html`<p><b>${feeNote(fee)}</b></p>`)}${payments(bill, settings)}${accounts(bill, base)}${
      bill.catatan
        ? html`<h2>Catatan</h2>
            <p class="pre">${bill.catatan}</p>`
        : ''
    }
    <nav class="do">
      ${confirm && bill.sisa > 0 ? html`<a class="first" href="${base}/bayar">Saya sudah bayar</a><a href="${confirm}">Saya sudah bayar, masuk dengan akun</a>` : ''}<a
        href="${base}/pdf"
        >Unduh PDF</a
      >
    </nav>`
  return String(await page(`Tagihan ${nomor} – ${kop.name}`, body))
}

/** Returns a page with a title and a sentence, for example about an error. */
export const plainPage = async (title: string, text: string): Promise<string> =>
  String(
    await page(
      title,
      html`<h1>${title}</h1>
        <p>${text}</p>`,
    ),
  )
