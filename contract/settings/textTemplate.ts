/** Text templates of the settings with placeholders in braces, checked when they are saved. */

const placeholder = /\{([^{}]*)\}/g
/**
 * Returns functions for templates; `sample` holds the allowed placeholders with their values in a
 * preview.
 */
export const textTemplates = <S extends Readonly<Record<string, string>>>(sample: S) => {
  const isKnown = (name: string): name is keyof S & string => Object.hasOwn(sample, name)
  const placeholders = Object.keys(sample).filter(isKnown)
  const fill = (template: string, values: Readonly<Record<keyof S, string>>): string =>
    template.replaceAll(placeholder, (whole, name: string) =>
      isKnown(name) ? (values[name] ?? whole) : whole,
    )
  return {
    sample,
    placeholders,
    /** Returns the errors of a template: unknown placeholders, unclosed braces. */
    check: (text: string): string[] => {
      const unknown = [...text.matchAll(placeholder)]
        .map(([, name = '']) => name)
        .find((name) => !isKnown(name))
      const rest = text.replaceAll(placeholder, '')
      return [
        ...(unknown === undefined
          ? []
          : [
              `{${unknown}} tidak dikenal. Yang ada: ${placeholders.map((p) => `{${p}}`).join(' ')}`,
            ]),
        ...(/[{}]/.test(rest) ? ['Kurung kurawal tidak berpasangan'] : []),
      ]
    },
    /** Fills in the values; an unknown placeholder remains as written. */
    fill,
    preview: (template: string): string => fill(template, sample),
  }
}
