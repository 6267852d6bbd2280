import { cut, render, type TemplateValues } from '../../template.ts'
import { emptyEmbed, type EmbedDraft } from '../contract.ts'
import { embedAsJson } from '../json/writing/contract.ts'
import { limits } from '../limits/rules/contract.ts'

/** An embed as Discord accepts it. */
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

/**
 * The values of placeholders: `marked` where Discord draws markdown, `plain` where it shows text as typed (titles,
 * names, footers).
 */
export interface Surfaces {
  marked: TemplateValues
  plain: TemplateValues
}

const codePointsIn = (text: string) => [...text].length

const webAddress = (text: string): string =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= limits.address ? text : ''

/** Tracks how much is left of the length that the texts of all embeds share. */
function createRoom(most: number) {
  let left = most
  return (text: string, max: number): string => {
    const kept = left === 0 ? '' : cut(text, Math.min(max, left))
    left -= codePointsIn(kept)
    return kept
  }
}

/** @returns undefined for an embed that shows nothing; a thumbnail or a timestamp alone does not count */
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
    // Discord refuses a field without a name or a value, so the field is dropped if there is no room for both.
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
 * Embeds ready to send: placeholders filled in, cut to Discord's limits even if names turn out long, without embeds
 * that show nothing. If the room runs out, the end of the message is cut.
 * @param surfaces undefined for texts without placeholders, which are sent as typed
 */
export function fitEmbeds(embeds: readonly EmbedDraft[], surfaces?: Surfaces): SentEmbed[] {
  const take = createRoom(limits.embedsTotal)
  return embeds.slice(0, limits.embeds).flatMap(embed => {
    const one = fitted(embed, surfaces, take)
    // The result has Discord's own format; the writer leaves out empty parts.
    return one ? [embedAsJson(one)] : []
  })
}

/** The total length of all embeds, as they are sent. */
export const sentLength = (embeds: readonly SentEmbed[]): number =>
  embeds
    .flatMap(({ title = '', description = '', footer, author, fields = [] }) => [
      title,
      description,
      footer?.text ?? '',
      author?.name ?? '',
      ...fields.flatMap(({ name, value }) => [name, value]),
    ])
    .reduce((sum, text) => sum + codePointsIn(text), 0)
