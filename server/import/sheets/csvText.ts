/** How a CSV is written: its letters, and what stands between two cells. */

/** The text of a file: UTF-16 by its mark, else UTF-8, else the code page of Windows (Latin-1). */
export const decode = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // A CSV that an older Excel saved is in the Windows code page.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
/** The separator that stands most often in the first line, outside quotes. */
export const delimiterOf = (head: string): string => {
  const bare = head.replace(/"[^"]*"/g, '')
  return [';', ',', '\t']
    .map((d) => [d, bare.split(d).length] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a))[0]
}
/**
 * The separator that most of the first lines share: what stands above the columns has few of them,
 * and a comma may be of an amount.
 */
export const delimiterOfMany = (text: string): string => {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .slice(0, 40)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/"[^"]*"/g, ''))
  const holding = (d: string) => lines.filter((line) => line.split(d).length > 2).length
  return [';', '\t', '|'].find((d) => holding(d) * 2 >= lines.length) ?? ','
}

/** A row of a CSV that has another number of cells than its headings, in words. */
export const moreCells = (line: number, width: number, head: number): string =>
  `Baris ${line} memuat ${width} sel, judul kolomnya ${head}: mungkin ada pemisah di dalam jumlah atau teks`
export const fewerCells = (line: number, width: number, head: number): string =>
  `Baris ${line} hanya memuat ${width} sel, judul kolomnya ${head}: mungkin ada sel yang hilang`
