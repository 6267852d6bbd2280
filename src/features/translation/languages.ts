/** A language in the terms of the translation service. */
export interface Language {
  code: string
  name: string
}

/** Other codes that services use for the same language, by ours. */
const aliases: Record<string, readonly string[]> = {
  zh: ['zh-Hans', 'zh-CN'],
  zt: ['zh-Hant', 'zh-TW'],
  pb: ['pt-BR'],
  nb: ['no'],
  nn: ['nb', 'no'],
  tl: ['fil'],
  he: ['iw'],
  id: ['in'],
}

/** The most translations of one message: more would be a wall of text, and as many requests. */
const mostLanguages = 3

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function known(code: string, offered: readonly Language[]): Language | undefined {
  for (const name of [code, ...(aliases[code] ?? [])]) {
    const found = offered.find(language => same(language.code, name))
    if (found) return found
  }
  return undefined
}

/**
 * The wanted languages that the service offers. English is left out if there are others, unless it comes first, because
 * it has flags of its own.
 * @param wanted as in `countries.ts`
 */
export function availableOf(wanted: readonly string[], offered: readonly Language[]): Language[] {
  const found = new Map(
    wanted.flatMap(code => {
      const language = known(code, offered)
      return language ? [[language.code, language] as const] : []
    }),
  )
  const languages = [...found.values()]
  const others = languages.filter(({ code }) => code !== 'en')
  return (others.length > 0 && wanted[0] !== 'en' ? others : languages).slice(0, mostLanguages)
}

/** A language by its typed code or name, in any case. */
export const namedLanguage = (typed: string, offered: readonly Language[]): Language | undefined =>
  known(typed.toLowerCase(), offered) ?? offered.find(({ name }) => same(name, typed))

/** The name of the language that the service detected. */
export const nameOf = (code: string, offered: readonly Language[]): string =>
  known(code, offered)?.name ?? new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(code) ?? code
