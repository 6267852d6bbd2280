import { emptyMessage, type EmbedDraft, emptyEmbed, type MessageDraft, moreOf } from '#kit/message/contract.ts'
import { type Problem, problemsOf } from '#kit/message/limits/contract.ts'
import type { Greeting } from '../contract.ts'

/**
 * Converts between the embeds of a greeting and its settings. The main parts of the first embed are stored and posted
 * under the documented names, the rest beside them; only this file converts one to the other.
 */

/** The image that the setting 'Show member avatar as thumbnail' adds. */
const avatar = '{member.avatar}'

/** The stored parts of the embeds, by field name without the greeting's prefix. */
export interface EmbedParts {
  title: string
  description: string
  color: string
  thumbnail: boolean
  footer: string
  image: string
  author_name: string
  author_iconURL: string
  more: EmbedDraft[]
}

const numberOf = (color: string) => (/^#[0-9a-f]{6}$/i.test(color) ? Number.parseInt(color.slice(1), 16) : null)
const hexOf = (color: number) => `#${color.toString(16).padStart(6, '0').toUpperCase()}`

export function greetingEmbeds({ embed }: Pick<Greeting, 'embed'>): EmbedDraft[] {
  const [first = emptyEmbed, ...others] = embed.more
  return [
    {
      ...first,
      title: embed.title,
      description: embed.description,
      color: numberOf(embed.color),
      footer: { ...first.footer, text: embed.footer },
      image: { url: embed.image },
      author: { ...first.author, name: embed.author.name, icon_url: embed.author.iconURL },
      thumbnail: embed.thumbnail ? { url: avatar } : first.thumbnail,
    },
    ...others,
  ]
}

/** The settings that change if a greeting's embeds are replaced by these. */
export function embedParts(embeds: readonly EmbedDraft[], before: Greeting): Partial<EmbedParts> {
  const [first = emptyEmbed] = embeds
  const parts: EmbedParts = {
    title: first.title,
    description: first.description,
    // A greeting's embed always has a color.
    color: first.color === null ? before.embed.color : hexOf(first.color),
    thumbnail: first.thumbnail.url === avatar,
    footer: first.footer.text,
    image: first.image.url,
    author_name: first.author.name,
    author_iconURL: first.author.icon_url,
    more: moreOf(embeds, one => ({
      ...one,
      title: '',
      description: '',
      color: null,
      footer: { text: '', icon_url: one.footer.icon_url },
      image: { url: '' },
      author: { name: '', url: one.author.url, icon_url: '' },
      thumbnail: one.thumbnail.url === avatar ? { url: '' } : one.thumbnail,
    })),
  }
  const { author, ...own } = before.embed
  const was: EmbedParts = { ...own, author_name: author.name, author_iconURL: author.iconURL }
  const keys = Object.keys(parts) as (keyof EmbedParts)[]
  return Object.fromEntries(
    keys.filter(key => JSON.stringify(parts[key]) !== JSON.stringify(was[key])).map(key => [key, parts[key]]),
  )
}

/** Placeholders whose values are images. */
const pictures = /\{(?:member[.:]avatar|server[.:]icon)\}/gi

/** The embeds before placeholders are filled in, with sample images for placeholders of images. */
const asSent = (embeds: readonly EmbedDraft[]): MessageDraft => ({
  ...emptyMessage,
  // Still the same shape: texts were only replaced by texts.
  embeds: JSON.parse(JSON.stringify(embeds).replaceAll(pictures, 'https://example.org/picture')) as EmbedDraft[],
})

/** Why Discord would refuse the embeds; an empty first embed is not an error. */
export const embedProblems = (greeting: Pick<Greeting, 'embed'>): Problem[] => {
  const embeds = greetingEmbeds(greeting)
  return problemsOf(asSent(embeds)).filter(
    ({ path, sentence }) => !(path === 'embeds.0.description' && sentence.startsWith('The embed is empty')),
  )
}
