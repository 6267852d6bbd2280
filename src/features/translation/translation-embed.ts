import type { APIEmbed } from 'discord.js'
import { colours } from '#kit/notices.ts'
import { cut, inert } from '#kit/template.ts'

export interface TranslatedPart {
  language: string
  /** Without working markup. */
  text: string
}

/** Discord allows 4096 characters in a description; the names of the languages need some of them. */
const room = 3900

/** The embed that shows a translation. @param from the original language, for people */
export function translationEmbed(
  parts: readonly TranslatedPart[],
  from: string | undefined,
  requester: string,
): APIEmbed {
  const each = Math.floor(room / Math.max(1, parts.length))
  const shown = (text: string) => cut(text, each)
  const [only, ...more] = parts
  return {
    color: colours.brand,
    title: from === undefined ? 'Translation' : `Translation from ${from}`,
    description:
      only && more.length === 0
        ? shown(only.text)
        : parts.map(({ language, text }) => `**${language}**\n${shown(text)}`).join('\n\n'),
    footer: { text: `${only && more.length === 0 ? `${only.language} · ` : ''}Requested by ${inert(requester)}` },
  }
}
