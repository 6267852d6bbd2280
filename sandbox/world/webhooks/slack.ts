import { z } from 'zod'
import { optional, parseForm } from '../form.ts'

const word = optional(z.string())

const attachment = z.object({
  title: word,
  title_link: word,
  text: word,
  pretext: word,
  color: optional(z.string().regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i)),
  ts: optional(z.coerce.number().int()),
  footer: word,
  footer_icon: word,
  author_name: word,
  author_link: word,
  author_icon: word,
  image_url: word,
  thumb_url: word,
  fields: optional(
    z.array(
      z.object({ title: word, name: word, value: word, short: optional(z.boolean()), inline: optional(z.boolean()) }),
    ),
  ),
})

const form = z.object({ text: word, username: word, icon_url: word, attachments: optional(z.array(attachment)) })

/**
 * Turns a Slack message into the body of a webhook message. Fields that only Slack has are left out. @throws
 * DiscordError 50035
 */
export function fromSlack(body: unknown): Record<string, unknown> {
  const { text, username, icon_url, attachments = [] } = parseForm(form, body)
  return { content: text, username, avatar_url: icon_url, embeds: attachments.map(embedOf) }
}

function embedOf(one: z.output<typeof attachment>) {
  const { color, ts, footer, author_name, image_url, thumb_url } = one
  const described = [one.pretext, one.text].filter(Boolean).join('\n')
  return {
    title: one.title,
    url: one.title_link,
    ...(described !== '' && { description: described }),
    ...(color !== undefined && { color: colorOf(color) }),
    ...(ts !== undefined && { timestamp: new Date(ts * 1000).toISOString() }),
    ...(footer !== undefined && { footer: { text: footer, icon_url: one.footer_icon } }),
    ...(author_name !== undefined && {
      author: { name: author_name, url: one.author_link, icon_url: one.author_icon },
    }),
    ...(image_url !== undefined && { image: { url: image_url } }),
    ...(thumb_url !== undefined && { thumbnail: { url: thumb_url } }),
    fields: one.fields?.map(field => ({
      name: field.title ?? field.name,
      value: field.value,
      inline: field.short ?? field.inline,
    })),
  }
}

/** '#0af' is '#00aaff'. */
const colorOf = (color: string): number => {
  const digits = color.slice(1)
  return Number.parseInt(digits.length === 3 ? [...digits].map(one => one + one).join('') : digits, 16)
}
