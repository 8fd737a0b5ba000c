import { download, type Params } from '#src/data/api/http.ts'

/**
 * File formats in which a list can be saved. A `pdf` file contains the printable document of each
 * row.
 */
export type FileFormat = 'csv' | 'xlsx' | 'pdf'

/**
 * Saves the whole list `name`, filtered and sorted by `params`, as a file. An XLSX has the columns
 * `shown` on the screen, in their order. A CSV has all columns, because other programs read it.
 */
export const exportFile = (
  name: string,
  params: Params,
  format: FileFormat,
  shown: readonly string[],
): Promise<void> => {
  const columns = format === 'xlsx' && shown.length > 0 ? { kolom: shown.join(',') } : {}
  return format === 'pdf'
    ? download(`${name}/pdf`, params, `${name}.pdf`)
    : download(`${name}/ekspor`, { ...params, format, ...columns }, `${name}.${format}`)
}
