/** Days of the libraries that stand on dayjs, in Indonesian: import it before they draw. */
import dayjs from 'dayjs'
import indonesian from 'dayjs/locale/id'
import { shortMonthNames } from '#contract/values/tanggal.ts'

// The library shortens August to `Agt`, the papers of the school to `Agu`.
dayjs.locale({ ...indonesian, monthsShort: [...shortMonthNames] }, undefined, true)
