import { z } from 'zod'
import { characters, optional, refusal, text, url, whole } from '../form.ts'

/** Limits: Discord's documentation, "Embed Limits". */
const totalCharacters = 6000

const image = z.object({ url: url(['http', 'https', 'attachment']), description: optional(text(4096)) })
const icon = optional(url(['http', 'https', 'attachment']))

const embed = z
  .object({
    title: optional(text(256)),
    description: optional(text(4096)),
    url: optional(url()),
    color: optional(whole(0, 0xff_ff_ff)),
    timestamp: optional(
      z
        .string()
        .refine(value => !Number.isNaN(Date.parse(value)), refusal('DATETIME_INVALID', 'Invalid ISO8601 datetime.')),
    ),
    fields: optional(
      z.array(z.object({ name: text(256, 1), value: text(1024, 1), inline: optional(z.boolean()) })).max(25),
    ),
    author: optional(z.object({ name: text(256, 1), url: optional(url()), icon_url: icon })),
    footer: optional(z.object({ text: text(2048, 1), icon_url: icon })),
    image: optional(image),
    thumbnail: optional(image),
  })
  .superRefine((value, context) => {
    if (!isEmpty(value)) return
    context.addIssue({
      code: 'custom',
      path: ['description'],
      ...refusal('BASE_TYPE_REQUIRED', 'This field is required'),
    })
  })

/** All embeds of a message share one budget of characters. */
export const embeds = z
  .array(embed)
  .max(10)
  .superRefine((list, context) => {
    if (list.reduce((sum, one) => sum + charactersOf(one), 0) <= totalCharacters) return
    const message = `Embed size exceeds maximum size of ${totalCharacters}`
    for (const index of list.keys())
      context.addIssue({ code: 'custom', path: [index], ...refusal('MAX_EMBED_SIZE_EXCEEDED', message) })
  })

export type EmbedDraft = z.output<typeof embed>

/** What counts against the budget: titles, descriptions, field names and values, footers, authors. */
function charactersOf(draft: EmbedDraft): number {
  const texts = [
    draft.title,
    draft.description,
    draft.footer?.text,
    draft.author?.name,
    ...(draft.fields ?? []).flatMap(field => [field.name, field.value]),
  ]
  return texts.reduce((sum, one) => sum + characters(one ?? ''), 0)
}

const isEmpty = (draft: EmbedDraft) =>
  charactersOf(draft) === 0 && !draft.image && !draft.thumbnail && draft.timestamp === undefined
