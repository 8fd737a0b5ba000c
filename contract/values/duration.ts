/** Texts of durations, such as waiting times. */
const minute = 60
const hour = 60 * minute

/**
 * Formats a duration in seconds as text, rounded up to whole seconds, minutes or hours: 5 →
 * `5 detik`, 61 → `2 menit`, 7200 → `2 jam`.
 */
export const durationText = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < minute) return `${whole} detik`
  if (whole <= hour) return `${Math.ceil(whole / minute)} menit`
  return `${Math.ceil(whole / hour)} jam`
}
