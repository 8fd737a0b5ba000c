/** A calendar file as a sheet: the days of its events and what they are called. */
import { addDays } from '#contract/rules/tanggal.ts'
import { invalidField } from '#server/errors.ts'
import type { Limits, Sheet, SheetRow } from '#server/http/sheet.ts'

export const isIcs = (bytes: Buffer): boolean => /^\uFEFF?BEGIN:VCALENDAR/i.test(bytes.subarray(0, 40).toString('utf8'))
/** Longest event: a month. */
const maksHari = 31
const hari = (text: string | undefined): string | undefined => { const at = /^(\d{4})(\d\d)(\d\d)/.exec(text ?? ''); return at ? `${at[1]}-${at[2]}-${at[3]}` : undefined }
const lepas = (text: string) => text.replace(/\\[nN]/g, ' ').replace(/\\([,;\\])/g, '$1').replace(/\s+/g, ' ').trim()

/** Columns `Tanggal` and `Nama`, a row for each day. Throws 422 when there are too many. */
export const readIcs = (bytes: Buffer, { rows: maks }: Limits): Sheet => {
  const rows: SheetRow[] = [{ line: 1, cells: new Map([[0, 'Tanggal'], [1, 'Nama']]) }]
  let event: { line: number; mulai?: string; selesai?: string; nama?: string } | undefined
  // A long line goes on in the next one, which begins with a blank; counted are those of the file.
  const lines = bytes.toString('utf8').split(/\r?\n/).reduce<{ text: string; line: number }[]>((all, text, i) => {
    const last = all.at(-1)
    if (last && /^[ \t]/.test(text)) last.text += text.slice(1)
    else all.push({ text, line: i + 1 })
    return all
  }, [])
  for (const { text, line } of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(text) ?? []
    if (/^BEGIN$/i.test(name) && /^VEVENT$/i.test(value)) event = { line }
    else if (event && /^DTSTART$/i.test(name)) event.mulai = hari(value)
    else if (event && /^DTEND$/i.test(name)) event.selesai = hari(value)
    else if (event && /^SUMMARY$/i.test(name)) event.nama = lepas(value)
    else if (event && /^END$/i.test(name) && /^VEVENT$/i.test(value)) {
      const { mulai, selesai, nama = '' } = event
      // The end of days is the first day after them.
      for (let i = 0, day = mulai; day !== undefined && (i === 0 || (selesai !== undefined && day < selesai && i < maksHari)); day = addDays(day, 1), i++) rows.push({ line: event.line, cells: new Map([[0, day], [1, nama]]) })
      event = undefined
      if (rows.length > maks + 1) throw invalidField('file', `Terlalu banyak baris: maksimal ${maks.toLocaleString('id-ID')}`)
    }
  }
  return { rows, epoch: 0 }
}
