import { emptyMessage, type EmbedDraft, emptyEmbed, type MessageDraft, moreOf } from '#kit/message/contract.ts'
import { type Problem, problemsOf } from '#kit/message/limits/contract.ts'
import type { Greeting } from '../contract.ts'

/**
 * The embeds of a greeting as every feature writes them. The first one's best known parts are kept and posted under the
 * documented names, the rest beside them: one is made from the other here and nowhere else.
 */

/** The picture that the switch 'Show member avatar as thumbnail' stands for. */
const avatar = '{member.avatar}'

/** What is kept of the embeds, by the names of the fields without the greeting's own. */
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

/** What of a greeting is changed when its embeds become these. */
export function embedParts(embeds: readonly EmbedDraft[], before: Greeting): Partial<EmbedParts> {
  const [first = emptyEmbed] = embeds
  const parts: EmbedParts = {
    title: first.title,
    description: first.description,
    // It always has one.
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

/** The placeholders that are pictures themselves. */
const pictures = /\{(?:member[.:]avatar|server[.:]icon)\}/gi

/** As they are before anything is filled, with pictures in place of the placeholders that are one. */
const asSent = (embeds: readonly EmbedDraft[]): MessageDraft => ({
  ...emptyMessage,
  // The same shape: only texts were replaced, by texts.
  embeds: JSON.parse(JSON.stringify(embeds).replaceAll(pictures, 'https://example.org/picture')) as EmbedDraft[],
})

/** Why Discord would not take the embeds; that the first one is empty is no mistake. */
export const embedProblems = (greeting: Pick<Greeting, 'embed'>): Problem[] => {
  const embeds = greetingEmbeds(greeting)
  return problemsOf(asSent(embeds)).filter(
    ({ path, sentence }) => !(path === 'embeds.0.description' && sentence.startsWith('The embed is empty')),
  )
}
