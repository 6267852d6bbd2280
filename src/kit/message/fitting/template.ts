import { cut, render, type TemplateValues } from '../../template.ts'
import { emptyEmbed, type EmbedDraft } from '../contract.ts'
import { embedAsJson } from '../json/writing/contract.ts'
import { limits } from '../limits/rules/contract.ts'

/** An embed as Discord takes it. */
export interface SentEmbed {
  title?: string
  description?: string
  url?: string
  color?: number
  timestamp?: string
  author?: { name: string; url?: string; icon_url?: string }
  footer?: { text: string; icon_url?: string }
  image?: { url: string }
  thumbnail?: { url: string }
  fields?: { name: string; value: string; inline?: boolean }[]
}

/** What placeholders become where Discord draws its marks, and where it shows them as typed: titles, names, footers. */
export interface Surfaces {
  marked: TemplateValues
  plain: TemplateValues
}

const lengthOf = (text: string) => [...text].length

const webAddress = (text: string): string =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= limits.address ? text : ''

/** Counts what the texts of all embeds may have together. */
function createRoom(most: number) {
  let left = most
  return (text: string, max: number): string => {
    const kept = left === 0 ? '' : cut(text, Math.min(max, left))
    left -= lengthOf(kept)
    return kept
  }
}

/** @returns undefined for one that shows nothing: a thumbnail or a time alone says nothing */
function fitted(
  embed: EmbedDraft,
  surfaces: Surfaces | undefined,
  take: ReturnType<typeof createRoom>,
): EmbedDraft | undefined {
  const fill = (text: string, on: keyof Surfaces) => (surfaces ? render(text, surfaces[on]) : text).trim()
  const line = (text: string, max: number) => take(fill(text, 'plain').replace(/\s+/g, ' '), max)
  const address = (url: string) => webAddress(fill(url, 'plain'))
  const title = line(embed.title, limits.title)
  const footer = take(fill(embed.footer.text, 'plain'), limits.footer)
  const author = line(embed.author.name, limits.author)
  const description = take(fill(embed.description, 'marked'), limits.description)
  const fields = embed.fields.slice(0, limits.fields).flatMap(field => {
    const [name, value] = [fill(field.name, 'plain'), fill(field.value, 'marked')]
    // Discord takes no field without both, so neither is begun where the other has no room.
    const kept = name === '' || value === '' ? '' : take(name, limits.fieldName)
    const told = kept === '' ? '' : take(value, limits.fieldValue)
    return told === '' ? [] : [{ name: kept, value: told, inline: field.inline }]
  })
  const image = address(embed.image.url)
  if (title === '' && footer === '' && author === '' && description === '' && fields.length === 0 && image === '')
    return undefined
  return {
    ...embed,
    title,
    url: title === '' ? '' : address(embed.url),
    description,
    timestamp: Number.isNaN(Date.parse(embed.timestamp)) ? '' : embed.timestamp,
    footer: footer === '' ? emptyEmbed.footer : { text: footer, icon_url: address(embed.footer.icon_url) },
    author:
      author === ''
        ? emptyEmbed.author
        : { name: author, url: address(embed.author.url), icon_url: address(embed.author.icon_url) },
    image: { url: image },
    thumbnail: { url: address(embed.thumbnail.url) },
    fields,
  }
}

/**
 * Embeds as they are sent: filled, within Discord's limits whatever names have become of them, without those that show
 * nothing. What has no room is cut, from the end of the message.
 * @param surfaces undefined for texts without placeholders, which stay as they are typed
 */
export function fitEmbeds(embeds: readonly EmbedDraft[], surfaces?: Surfaces): SentEmbed[] {
  const take = createRoom(limits.embedsTotal)
  return embeds.slice(0, limits.embeds).flatMap(embed => {
    const one = fitted(embed, surfaces, take)
    // Discord's own form, of which the writer leaves out what is empty.
    return one ? [embedAsJson(one)] : []
  })
}

/** The characters that embeds have together, as they are sent. */
export const sentLength = (embeds: readonly SentEmbed[]): number =>
  embeds
    .flatMap(({ title = '', description = '', footer, author, fields = [] }) => [
      title,
      description,
      footer?.text ?? '',
      author?.name ?? '',
      ...fields.flatMap(({ name, value }) => [name, value]),
    ])
    .reduce((sum, text) => sum + lengthOf(text), 0)
