import { z } from 'zod'
import { endpoint, snowflake } from '#contract'

/** The operators' texts in `operator.json`: the file's schema is also its documentation. */

const text = (most: number, description: string) => z.string().trim().min(1).max(most).meta({ description })
const website = (description: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(500)
    .meta({ description })
/** Only addresses that a browser opens without running code. */
const link = z
  .string()
  .max(500)
  .refine(
    value => /^\/(?![/\\])/.test(value) || (URL.canParse(value) && /^(https?|mailto):$/.test(new URL(value).protocol)),
    'must begin with https:, http:, mailto: or, for a page of this site, /',
  )
  .meta({ description: 'where it leads: https, http, mailto, or a page of this site, as in /contact' })
const example = z
  .boolean()
  .optional()
  .meta({ description: 'true marks it as an example, for everybody to see; leave it out in entries of your own' })

const member = z.strictObject({
  name: text(80, 'who it is'),
  role: text(80, 'what they do here'),
  about: text(400, 'a sentence about them').optional(),
  skills: z.array(text(40, 'one skill')).max(12).optional().meta({ description: 'what they know' }),
  contributions: z.array(text(120, 'one of them')).max(8).optional().meta({ description: 'what they have done' }),
  links: z
    .array(z.strictObject({ label: text(24, 'the text of the link'), url: link }))
    .max(6)
    .optional()
    .meta({ description: 'where to find them' }),
  picture: z
    .string()
    .regex(/^[\w-][\w.-]{0,99}\.(png|jpe?g|webp)$/i, 'must be the name of a PNG, JPEG or WebP file')
    .optional()
    .meta({ description: 'a PNG, JPEG or WebP file of at most 512 KiB in the folder operator/ beside this file' }),
  example,
})

const quote = z.strictObject({
  text: text(400, 'what was said'),
  by: text(80, 'who said it'),
  example,
})

/**
 * Matches a webhook's address as Discord shows it. Any domain is accepted, because of proxies; requests go to
 * DISCORD_API_URL.
 */
const webhook = /^https?:\/\/[^/\s]+\/(?:.*\/)?webhooks\/(\d{17,20})\/([\w-]{20,200})\/?$/

/** Returns the id and the token in a webhook's address. */
export function webhookIn(address: string): { id: string; token: string } | undefined {
  const [, id, token] = webhook.exec(address) ?? []
  return id === undefined || token === undefined ? undefined : { id, token }
}

export const operatorFile = z.strictObject({
  name: text(32, "the product's name, read only at the start; takes precedence over PRODUCT_NAME").optional(),
  supportUrl: website('invitation to the support server; takes precedence over SUPPORT_URL').optional(),
  listingUrl: website("the bot's page on a list of bots, where people rate it, for 'Rate Bot'").optional(),
  sourceUrl: website('where the source that runs here can be read').optional(),
  legal: z
    .strictObject({
      name: text(120, 'the person or company that answers for this copy').optional(),
      address: text(300, 'their postal address').optional(),
      email: z.email('must be an email address').optional().meta({ description: 'where legal questions go' }),
      law: text(120, 'the law that applies, such as: Portuguese law').optional(),
    })
    .optional()
    .meta({ description: 'who answers for this copy, for the terms and the privacy policy' }),
  team: z
    .array(member)
    .max(12)
    .optional()
    .meta({ description: 'the people on the page Developer; two examples if it is missing, nobody with []' }),
  quotes: z
    .array(quote)
    .max(9)
    .optional()
    .meta({ description: 'what servers say, on the page Invite; three examples if it is missing, none with []' }),
  supportTimes: z
    .strictObject({
      email: text(40, 'how long an answer by email usually takes').optional(),
      chat: text(40, 'how long one in chat usually takes').optional(),
    })
    .optional()
    .meta({ description: 'how long answers take; 24 to 48 hours and 1 to 6 hours if it is missing' }),
  statements: z
    .strictObject({
      support: text(200, 'when somebody is there').optional(),
      uptime: text(200, 'what you promise').optional(),
      gdpr: text(200, 'who is responsible for data protection').optional(),
      soc2: text(200, 'which certificates you hold').optional(),
    })
    .optional()
    .meta({
      description: 'sentences of your own about what the site can only measure; shown as statements by the operator',
    }),
  contact: z
    .strictObject({
      channelId: snowflake.optional().meta({ description: 'the channel that messages of the contact form go to' }),
      webhookUrl: z
        .string()
        .refine(value => webhookIn(value) !== undefined, 'must be the address of a Discord webhook')
        .optional()
        .meta({ description: 'or a webhook, which is used if both are set; it is a secret' }),
    })
    .optional()
    .meta({ description: 'where messages are delivered; without it they wait at /contact/messages' }),
})
export type OperatorFile = z.output<typeof operatorFile>

const shownMember = z.object({
  name: z.string(),
  role: z.string(),
  about: z.string().nullable(),
  skills: z.array(z.string()),
  contributions: z.array(z.string()),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  /** The path of the picture on this site; null without one. */
  picture: z.string().nullable(),
  example: z.boolean(),
})

/** The part of the file that everybody may read, with defaults. */
const operatorTexts = z.object({
  name: z.string(),
  supportUrl: z.string().nullable(),
  listingUrl: z.string().nullable(),
  sourceUrl: z.string().nullable(),
  legal: z.object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    email: z.string().nullable(),
    law: z.string().nullable(),
  }),
  team: z.array(shownMember),
  quotes: z.array(z.object({ text: z.string(), by: z.string(), example: z.boolean() })),
  /** `stated` tells the operator's own times from the defaults. */
  supportTimes: z.object({ email: z.string(), chat: z.string(), stated: z.boolean() }),
  statements: z.object({
    support: z.string().nullable(),
    uptime: z.string().nullable(),
    gdpr: z.string().nullable(),
    soc2: z.string().nullable(),
  }),
  /** Where messages from the contact form are delivered. */
  contactTo: z.enum(['channel', 'webhook', 'dashboard']),
})
export type OperatorTexts = z.output<typeof operatorTexts>
export type TeamMember = OperatorTexts['team'][number]

export const operatorEndpoints = {
  operator: endpoint({
    summary: 'Returns the texts of the people who run this copy: support, team, quotes, statements.',
    method: 'GET',
    path: '/operator',
    needs: 'anyone',
    reply: operatorTexts,
  }),
  operatorNotes: endpoint({
    summary: 'Says whether the caller runs this copy, and if so what is wrong with its operator.json.',
    method: 'GET',
    path: '/operator/notes',
    needs: 'signed-in',
    reply: z.object({
      /** Whether the caller is one of OWNER_IDS; everybody else learns nothing more. */
      operator: z.boolean(),
      /** The path of the file, whether it exists or not. */
      file: z.string().nullable(),
      /** Why the present file is ignored, if it is: then the last valid one still applies. */
      problem: z.object({ line: z.number(), reason: z.string() }).nullable(),
      /** Whether the name in it only applies after the next start. */
      nameWaits: z.boolean(),
    }),
  }),
}
