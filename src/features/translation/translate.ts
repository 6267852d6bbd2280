import type { Guild } from 'discord.js'
import type { TranslatedPart } from './translation-embed.ts'
import { longestText } from './contract.ts'
import { held } from './drawn-by-discord.ts'
import { type Language, nameOf } from './languages.ts'
import type { Provider } from './provider.ts'

interface Outcome {
  parts: TranslatedPart[]
  /** The language that it was in, for people. */
  from: string | undefined
}

/** Whether somebody wrote anything in a message. */
export const isTranslatable = (content: string): boolean => content.trim() !== ''

/**
 * One text of a server, as long as the service takes it, into several languages, one after the other. A language that
 * it is in already is left out.
 * @throws ProviderError
 */
export async function translateInto(
  provider: Provider,
  guild: Guild,
  content: string,
  targets: readonly Language[],
  offered: readonly Language[],
): Promise<Outcome> {
  const { text, restored } = held(guild, content.trim())
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
