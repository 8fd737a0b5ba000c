/** A length of time in words, rounded up: what somebody who has to wait is told. */
const minute = 60
const hour = 60 * minute

/** `5` is "5 detik", `61` "2 menit", `7200` "2 jam". */
export const durationText = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < minute) return `${whole} detik`
  if (whole <= hour) return `${Math.ceil(whole / minute)} menit`
  return `${Math.ceil(whole / hour)} jam`
}
