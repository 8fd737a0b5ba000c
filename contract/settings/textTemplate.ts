/** Texts of the settings with placeholders in braces, which are checked when they are saved. */

const placeholder = /\{([^{}]*)\}/g
/** `sample`: what may be named, each with what stands there in a preview. */
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
    /** What is wrong with one, in words: placeholders that do not exist, braces left open. */
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
    /** One with what it names; a placeholder that is unknown stays as it is written. */
    fill,
    preview: (template: string): string => fill(template, sample),
  }
}
