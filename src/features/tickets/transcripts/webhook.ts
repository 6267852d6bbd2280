import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Services, state } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import tickets from '../contract.ts'
import { ticketWebhooks } from './table.ts'

type Stored = Pick<Services, 'db'>

const address = /\/webhooks\/(\d{17,20})\/([\w-]+)(?:\?thread_id=(\d{17,20}))?$/
const stored = /^hidden-[0-9a-f]{12}$/

const markOf = (token: string) => `hidden-${createHash('sha256').update(token).digest('hex').slice(0, 12)}`

interface Token {
  webhookId: string
  mark: string
  token: string
}

/** Tokens from URLs that were posted and may still be refused, by their marks, oldest first. */
const posted = state(() => new Map<string, Token>())
/** How many are remembered per server at the same time. */
const mostPosted = 20

const keep = ({ db }: Stored, guildId: string, token: Token) =>
  db
    .insert(ticketWebhooks)
    .values({ guildId, ...token })
    .onConflictDoNothing()
    .run()

/** Stores the token of a webhook once its URL is saved in the settings: a refused URL leaves nothing behind. */
export const keepStoredTokens = (services: Services): void =>
  void services.settings.onChange(({ guildId, feature, keys }) => {
    if (feature !== tickets.name || !keys.includes('webhookUrl')) return
    const [, , mark = ''] = address.exec(services.settings.read(guildId, tickets).webhookUrl ?? '') ?? []
    const token = posted(services, guildId).get(mark)
    if (token) keep(services, guildId, token)
    posted(services, guildId).delete(mark)
  })

/**
 * Replaces the token in a webhook's URL before it is stored in the settings: people who can read those, their history
 * or an export must not be able to post with it. The token is stored separately, once the settings are.
 * @throws UserError for a URL without a known token
 */
export function withoutToken(
  services: Pick<Services, 'db' | 'memory' | 'settings'>,
  guildId: string,
  url: string,
): string {
  const [, webhookId, token] = address.exec(url) ?? []
  if (webhookId === undefined || token === undefined) return url
  if (stored.test(token)) {
    if (webhookOf(services, guildId, url)) return url
    const problem = 'The token of this webhook is no longer known. Copy its URL from Discord again.'
    throw new UserError('tickets.webhook', problem, 400, { webhookUrl: problem })
  }
  const mark = markOf(token)
  const hidden = url.replace(`/${token}`, `/${mark}`)
  const all = posted(services, guildId)
  all.set(mark, { webhookId, mark, token })
  for (const oldest of all.keys()) if (all.size > mostPosted) all.delete(oldest)
  // Settings that do not change are not stored again, so the token is stored here.
  if (services.settings.read(guildId, tickets).webhookUrl === hidden)
    keep(services, guildId, { webhookId, mark, token })
  return hidden
}

/** Returns the webhook for a stored URL; undefined if there is none any more. */
export function webhookOf(
  { db }: Stored,
  guildId: string,
  url: string,
): { id: string; token: string; threadId: string | undefined } | undefined {
  const [, id, mark, threadId] = address.exec(url) ?? []
  if (id === undefined || mark === undefined) return undefined
  // Stored before tokens were kept separately.
  if (!stored.test(mark)) return { id, token: mark, threadId }
  const own = and(eq(ticketWebhooks.guildId, guildId), eq(ticketWebhooks.webhookId, id), eq(ticketWebhooks.mark, mark))
  const token = db.select().from(ticketWebhooks).where(own).get()?.token
  return token === undefined ? undefined : { id, token, threadId }
}
