/** Number of steps that an axis has at most. */
const mostSteps = 5
/** Steps of an axis within a power of ten. */
const roundSteps = [1, 2, 5, 10]

/**
 * Returns the ticks of an axis from the smallest to the largest of the values and 0, at round
 * numbers: 0, 10, 20, … or 0, 50, 100, …. `isWhole`: the values are counts, so that no tick lies
 * between whole numbers.
 */
export const roundTicks = (values: readonly number[], isWhole: boolean): number[] => {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (low === high) return [0, 1]
  // Begins at a smaller power of ten, because logarithms of floating-point numbers are inexact.
  const power = 10 ** (Math.floor(Math.log10((high - low) / mostSteps)) - 1)
  const sizes = [1, 10, 100].flatMap((more) => roundSteps.map((size) => size * more * power))
  const stepsOf = (size: number) => Math.ceil(high / size) - Math.floor(low / size)
  const step = sizes.find(
    (size) => stepsOf(size) <= mostSteps && (!isWhole || Number.isInteger(size)),
  )
  if (step === undefined) return [low, high]
  const first = Math.floor(low / step)
  return Array.from({ length: stepsOf(step) + 1 }, (_, i) => (first + i) * step)
}
