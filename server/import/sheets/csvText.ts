/** Detects the text encoding and the separator of a CSV. */

/**
 * Decodes the bytes of a file: UTF-16 if it has a byte order mark, otherwise UTF-8 if valid,
 * otherwise Windows-1252.
 */
export const decode = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Older versions of Excel save CSV in Windows-1252 instead of UTF-8.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
/** Returns the separator that occurs most often in the first line, outside quotes. */
export const delimiterOf = (head: string): string => {
  const bare = head.replace(/"[^"]*"/g, '')
  return [';', ',', '\t']
    .map((d) => [d, bare.split(d).length] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a))[0]
}
/**
 * Returns the separator of a CSV in which other lines may precede the header, as in a bank
 * statement: the first of `;`, tab and `|` that occurs twice or more in at least half of the first
 * lines, otherwise a comma. The comma comes last because it also occurs in amounts.
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

/** Returns the message for a CSV row with more cells than the header. */
export const moreCells = (line: number, width: number, head: number): string =>
  `Baris ${line} memuat ${width} sel, judul kolomnya ${head}: mungkin ada pemisah di dalam jumlah atau teks`
export const fewerCells = (line: number, width: number, head: number): string =>
  `Baris ${line} hanya memuat ${width} sel, judul kolomnya ${head}: mungkin ada sel yang hilang`
