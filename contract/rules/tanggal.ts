/** Calendar days as `YYYY-MM-DD` text; arithmetic in UTC, so that no zone of the machine gets in. */

/** Today in a zone, `YYYY-MM-DD`. */
export const hariIni = (zona = 'Asia/Jakarta', now = new Date()): string => new Intl.DateTimeFormat('en-CA', { timeZone: zona }).format(now)

/** Full years of age on a day (today in Jakarta when left out). */
export const usia = (lahir: string, pada = hariIni()): number => {
  const years = Number(pada.slice(0, 4)) - Number(lahir.slice(0, 4))
  return pada.slice(5) < lahir.slice(5) ? years - 1 : years
}
