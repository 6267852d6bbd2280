import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { ticketWebhooks } from './table.ts'

const address = /\/webhooks\/(\d{17,20})\/([\w-]+)(?:\?thread_id=(\d{17,20}))?$/
const stored = /^hidden-[0-9a-f]{12}$/

const markOf = (token: string) => `hidden-${createHash('sha256').update(token).digest('hex').slice(0, 12)}`

/**
 * A webhook's address as it is stored among the settings: whoever reads them, their history or an export must not be able
 * to write there. Its token is kept apart.
 * @throws UserError for an address without a token that is known here
 */
export function withoutToken({ db }: Pick<Services, 'db'>, guildId: string, url: string): string {
  const [, webhookId, token] = address.exec(url) ?? []
  if (webhookId === undefined || token === undefined) return url
  if (stored.test(token)) {
    if (webhookOf({ db }, guildId, url)) return url
    const problem = 'The token of this webhook is not known any more. Copy its address in Discord once more.'
    throw new UserError('tickets.webhook', problem, 400, { webhookUrl: problem })
  }
  const mark = markOf(token)
  db.insert(ticketWebhooks).values({ guildId, webhookId, mark, token }).onConflictDoNothing().run()
  return url.replace(`/${token}`, `/${mark}`)
}

/** Where a transcript is sent by an address as it is stored; undefined where there is none any more. */
export function webhookOf(
  { db }: Pick<Services, 'db'>,
  guildId: string,
  url: string,
): { id: string; token: string; threadId: string | undefined } | undefined {
  const [, id, mark, threadId] = address.exec(url) ?? []
  if (id === undefined || mark === undefined) return undefined
  // Written down before tokens were kept apart.
  if (!stored.test(mark)) return { id, token: mark, threadId }
  const own = and(eq(ticketWebhooks.guildId, guildId), eq(ticketWebhooks.webhookId, id), eq(ticketWebhooks.mark, mark))
  const token = db.select().from(ticketWebhooks).where(own).get()?.token
  return token === undefined ? undefined : { id, token, threadId }
}
