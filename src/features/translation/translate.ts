import type { TranslatedPart } from './translation-embed.ts'
import { longestText } from './contract.ts'
import { type Language, nameOf } from './languages.ts'
import type { Provider } from './provider.ts'

interface Outcome {
  parts: TranslatedPart[]
  /** The language that it was in, for people. */
  from: string | undefined
}

/** What of a message is translated: what somebody wrote, as long as the service takes it. */
export const translatable = (content: string): string => [...content.trim()].slice(0, longestText).join('')

/**
 * One text into several languages, one after the other. A language that it is in already is left out.
 * @throws ProviderError
 */
export async function translateInto(
  provider: Provider,
  text: string,
  targets: readonly Language[],
  offered: readonly Language[],
): Promise<Outcome> {
  const parts: TranslatedPart[] = []
  let from: string | undefined
  for (const target of targets) {
    const { text: result, source } = await provider.translate(text, target.code)
    if (source !== undefined) from = nameOf(source, offered)
    if (source?.toLowerCase() !== target.code.toLowerCase() && result.trim() !== '')
      parts.push({ language: target.name, text: result })
  }
  return { parts, from }
}
