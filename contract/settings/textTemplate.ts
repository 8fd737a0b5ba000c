/**
 * Text templates from the settings, with placeholders in braces such as `{nama}`. The placeholders
 * are checked when a template is saved.
 */

const placeholder = /\{([^{}]*)\}/g
/**
 * Returns functions that check and fill templates. The keys of `sample` are the allowed
 * placeholders; the values are used in previews.
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
    /** Returns the error messages of a template for unknown placeholders and unpaired braces. */
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
    /** Replaces the placeholders by values; an unknown placeholder remains unchanged. */
    fill,
    preview: (template: string): string => fill(template, sample),
  }
}
