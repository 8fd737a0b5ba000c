/**
 * HTML of the pages on which the holder of a link confirms a payment. The pages are plain forms
 * without scripts.
 */
import { html } from 'hono/html'
import { confirmableDays } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import type { Issue } from '#contract/resource.ts'
import { waLink } from '#contract/sales/rules/waText.ts'
import { isMobile, phoneText } from '#contract/values/phone.ts'
import { formatNumber, formatRupiah } from '#contract/values/rupiah.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { PrintedBill } from '#server/modules/billing/papers/readBills.ts'
import { page } from '#server/modules/billing/share/pageHtml.ts'

/** Bill whose payment the visitor confirms, and the address of its public page. */
interface Place {
  bill: PrintedBill
  /**
   * Address of the public page of the bill, without the origin. The addresses of the forms begin
   * with this address.
   */
  base: string
}
const heading = ({ bill }: Place) =>
  html`<h1>Saya sudah bayar</h1>
    <p>
      Tagihan ${bill.nomor}, sisa <b>${formatRupiah(bill.sisa)}</b><br /><span class="dim"
        >${bill.gedung.nama}</span
      >
    </p>`
const back = ({ base }: Place) =>
  html`<nav class="do"><a href="${base}">Kembali ke tagihan</a></nav>`
const problem = (text: string | undefined) =>
  text ? html`<p class="bad" role="alert">${text}</p>` : ''

/**
 * Returns the advice for a family without a mail address. If the outlet has a mobile number, the
 * family sends the proof by WhatsApp. Otherwise, the family sends or shows the proof to the outlet.
 */
const withoutMail = ({ bill: { gedung, nomor } }: Place) => {
  const text = `Saya sudah membayar tagihan ${nomor}. Berikut buktinya.`
  const reach =
    gedung.phone && isMobile(gedung.phone)
      ? html`<a href="${waLink(gedung.phone, text)}">Kirim bukti lewat WhatsApp ${gedung.nama}</a>`
      : html`Kirim atau tunjukkan buktinya kepada
        ${gedung.nama}${gedung.phone ? `, ${phoneText(gedung.phone)}` : ''}.`
  return html`<h2>Tidak punya email di sekolah?</h2>
    <p>${reach}</p>`
}

/**
 * Returns the page that requests a code. `confirm` is the address of the confirmation form in the
 * app, for payers with an account.
 */
export const askPage = async (
  place: Place & { confirm: string | undefined; error?: string },
): Promise<string> =>
  String(
    await page(
      'Saya sudah bayar',
      html`${heading(place)}${problem(place.error)}
        <form method="post" action="${place.base}/kode">
          <p>
            Kami kirim kode sekali pakai ke email yang keluarga ini daftarkan di sekolah. Dengan
            kode itu Anda mengirim bukti pembayaran tanpa masuk.
          </p>
          <button>Kirim kode ke email</button>
        </form>
        ${place.confirm ? html`<nav class="do"><a href="${place.confirm}">Masuk dengan akun</a></nav>` : ''}${withoutMail(place)}${back(place)}`,
    ),
  )

/**
 * Returns the page on which the visitor enters the code. The code was mailed only if the payer has
 * a mail address.
 */
export const codePage = async (place: Place & { error?: string }): Promise<string> =>
  String(
    await page(
      'Masukkan kode',
      html`${heading(place)}${problem(place.error)}
        <form method="post" action="${place.base}/masuk">
          <p>
            Jika keluarga ini punya email di sekolah, kodenya sudah kami kirim ke sana. Kode berlaku
            10 menit.
          </p>
          <label
            >Kode 6 angka<input
              name="kode"
              inputmode="numeric"
              autocomplete="one-time-code"
              pattern="[0-9 ]{6,7}"
              maxlength="7"
              required
          /></label>
          <button>Lanjut</button>
        </form>
        ${withoutMail(place)}${back(place)}`,
    ),
  )

export type Typed = Readonly<Record<string, string | undefined>>
const field = (label: string, control: ReturnType<typeof html>, error?: string) =>
  html`<label
    >${label}${error ? html`<span class="bad" role="alert">${error}</span>` : ''}${control}</label
  >`

export interface FormPage extends Place {
  leave: string
  /** Default amount of the form in rupiah. */
  asked: number
  /** Input of a rejected form. */
  typed?: Typed
  errors?: readonly Issue[]
  error?: string
}
const accountField = ({ bill, typed = {} }: FormPage, error: string | undefined) =>
  field(
    'Rekening tujuan',
    html`<select name="bank_tujuan_id" required>
      ${bill.banks
        .filter(({ metode }) => methodProperties(metode).isRemote)
        .map(
          (b) =>
            html`<option value="${b.id}" ${typed.bank_tujuan_id === String(b.id) ? 'selected' : ''}>
              ${b.nama_bank} ${b.no_rekening}
            </option>`,
        )}
    </select>`,
    error,
  )
/** Returns the page with the confirmation form. */
export const payPage = async (form: FormPage): Promise<string> => {
  const { bill, base, leave, typed = {}, errors = [] } = form
  const errorOf = (name: string) => errors.find((issue) => issue.field === name)?.message
  const today = currentDay(bill.gedung.zona_waktu)
  const isTwin = errorOf('bukan_kembar') !== undefined || typed.bukan_kembar !== undefined
  const body = html`${heading(form)}${problem(form.error)}
    <form method="post" enctype="multipart/form-data" action="${base}/kirim/${leave}">
      ${field(
        'Jumlah yang ditransfer',
        html`<input
          name="jumlah"
          inputmode="numeric"
          value="${typed.jumlah ?? formatNumber(form.asked)}"
          required
        />`,
        errorOf('jumlah'),
      )}${accountField(form, errorOf('bank_tujuan_id'))}${field(
        'Tanggal transfer',
        html`<input
          type="date"
          name="tanggal_transfer"
          value="${typed.tanggal_transfer ?? today}"
          min="${addDays(today, -confirmableDays)}"
          max="${today}"
          required
        />`,
        errorOf('tanggal_transfer'),
      )}${field(
        'Nama pengirim',
        html`<input
          name="pengirim_nama"
          maxlength="120"
          value="${typed.pengirim_nama ?? ''}"
          required
        />`,
        errorOf('pengirim_nama'),
      )}${field(
        'Bank pengirim (boleh kosong)',
        html`<input name="bank_asal" maxlength="60" value="${typed.bank_asal ?? ''}" />`,
        errorOf('bank_asal'),
      )}${field(
        'Bukti: foto, tangkapan layar, atau PDF',
        html`<input type="file" name="file" accept="image/*,application/pdf" required />`,
        errorOf('bukti') ?? errorOf('file'),
      )}${isTwin ? html`<label class="tick"><input type="checkbox" name="bukan_kembar" value="1" />Ini memang transfer lain</label>` : ''}
      <button>Kirim konfirmasi</button>
    </form>
    ${back(form)}`
  return String(await page('Konfirmasi pembayaran', body))
}

/** Returns the page that is shown after a confirmation was filed and waits for review. */
export const sentPage = async (place: Place, nomor: string): Promise<string> =>
  String(
    await page(
      'Konfirmasi terkirim',
      html`<h1>Terima kasih</h1>
        <p class="owed paid"><b>${nomor}</b>Konfirmasi terkirim dan menunggu verifikasi sekolah.</p>
        ${back(place)}`,
    ),
  )
