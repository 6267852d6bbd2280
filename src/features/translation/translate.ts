import type { Guild } from 'discord.js'
import type { TranslatedPart } from './translation-embed.ts'
import { longestText } from './contract.ts'
import { withPlaceholders } from './discord-markup.ts'
import { type Language, nameOf } from './languages.ts'
import type { Provider } from './provider.ts'

interface Outcome {
  parts: TranslatedPart[]
  /** The name of the original language, for people. */
  from: string | undefined
}

/** Whether a message contains any text. */
export const isTranslatable = (content: string): boolean => content.trim() !== ''

/**
 * Translates a text of a server, cut to what the service accepts, into several languages, one after another. Its own
 * language is left out.
 * @throws ProviderError
 */
export async function translateInto(
  provider: Provider,
  guild: Guild,
  content: string,
  targets: readonly Language[],
  offered: readonly Language[],
): Promise<Outcome> {
  const { text, restored } = withPlaceholders(guild, content.trim())
  const taken = [...text].slice(0, longestText).join('')
  const parts: TranslatedPart[] = []
  let from: string | undefined
  for (const target of targets) {
    const { text: result, source } = await provider.translate(taken, target.code)
    if (source !== undefined) from = nameOf(source, offered)
    if (source?.toLowerCase() !== target.code.toLowerCase() && result.trim() !== '')
      parts.push({ language: target.name, text: restored(result) })
  }
  return { parts, from }
}
