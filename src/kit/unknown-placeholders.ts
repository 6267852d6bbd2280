import { nearest } from './edit-distance.ts'
import { canonical, placeholdersIn } from './template.ts'

/** A placeholder in a text that nothing fills in, and the one that was probably meant, both with their braces. */
export interface UnknownPlaceholder {
  typed: string
  meant: string | undefined
}

const braced = (name: string) => `{${name}}`

/** `{arg.1}` may be misspelled as a whole, or be `{1}` or `{args}` with something extra around it. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const parts = name.split('.').filter(Boolean)
  const last = parts.at(-1) ?? ''
  return (
    nearest(name, known, one => [one], 1)[0] ??
    (known.includes(last) ? last : nearest(parts[0] ?? '', known, one => [one], 1)[0])
  )
}

/**
 * Placeholders in texts that nothing fills in. They are sent as typed, which may be intended.
 * @param known the names of known placeholders, without braces
 */
export function unknownPlaceholders(texts: readonly string[], known: readonly string[]): UnknownPlaceholder[] {
  const names = new Map(known.map(name => [canonical(name), name]))
  const found = new Map<string, UnknownPlaceholder>()
  for (const name of texts.flatMap(placeholdersIn)) {
    const asked = canonical(name)
    if (names.has(asked) || found.has(asked)) continue
    const meant = names.get(meantBy(asked, [...names.keys()]) ?? '')
    found.set(asked, { typed: braced(name), meant: meant === undefined ? undefined : braced(meant) })
  }
  return [...found.values()]
}

/**
 * @param shown how to write a placeholder in the sentence
 * @returns '{arg.1} is not known here, so it stays as typed. Did you mean {1}?'
 */
export const toldUnknown = ({ typed, meant }: UnknownPlaceholder, shown = (name: string) => name): string =>
  `${shown(typed)} is not known here, so it stays as typed.${meant === undefined ? '' : ` Did you mean ${shown(meant)}?`}`

/** The most unknown placeholders that are mentioned in a chat. */
const mostNoted = 5

/** What a chat answer adds after a text was saved: ' `{nmae}` is not known here, …', or nothing. */
export const notedUnknown = (found: readonly UnknownPlaceholder[]): string =>
  found
    .slice(0, mostNoted)
    .map(one => ` ${toldUnknown(one, name => `\`${name}\``)}`)
    .join('')
