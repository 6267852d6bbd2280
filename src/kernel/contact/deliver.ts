import { eq, lt, lte } from 'drizzle-orm'
import { type APIEmbed, type APIMessage, Routes } from 'discord.js'
import { z } from 'zod'
import { explain, isRefusal, refusal } from '#kit/discord-errors.ts'
import { cut, inert, messageLimits } from '#kit/template.ts'
import { job, type Services } from '../feature.ts'
import type { Operator } from '../operator/operator.ts'
import { mostAttempts } from '../scheduler/backoff.ts'
import { contactMessages } from '../storage/table.ts'
import { contactKeptDays } from './contract.ts'

type Row = typeof contactMessages.$inferSelect
type Target = NonNullable<ReturnType<Operator['delivery']>>

/** How long the key of a sender is kept (ms): messages are counted for as long. */
export const senderKeptMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** Shortens a text to fit, and replaces one without visible characters, which Discord does not accept. */
function shown(text: string, most: number, otherwise: string): string {
  const said = inert(text)
  return /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(said) ? cut(said, most) : otherwise
}

/** The message as an embed for the operator. Nothing in it pings, links or changes the reading direction. */
const embedOf = ({ reference, name, email, subject, message, at, userId }: Row): APIEmbed => ({
  title: shown(subject, messageLimits.title, 'A message without a subject'),
  description: shown(message, messageLimits.description, 'A message without visible text'),
  fields: [
    { name: 'From', value: shown(name, messageLimits.fieldValue, 'no name given'), inline: true },
    { name: 'Email', value: inert(email), inline: true },
    ...(userId === null ? [] : [{ name: 'Signed in as', value: `<@${userId}>`, inline: true }]),
  ],
  footer: { text: reference },
  timestamp: new Date(at).toISOString(),
})

/** Whether the channel has the message already, because the process was killed before it recorded that. */
async function isThere({ client }: Services, channelId: string, { reference }: Row): Promise<boolean> {
  const messages = (await client.rest.get(Routes.channelMessages(channelId), {
    query: new URLSearchParams({ limit: '100' }),
  })) as APIMessage[]
  return messages.some(
    ({ author, embeds }) => author.id === client.user.id && embeds.some(({ footer }) => footer?.text === reference),
  )
}

async function send(services: Services, target: Target, row: Row): Promise<void> {
  const body = { embeds: [embedOf(row)], allowed_mentions: { parse: [] } }
  const { rest } = services.client
  if ('channelId' in target)
    await rest.post(Routes.channelMessages(target.channelId), {
      body: { ...body, nonce: row.reference, enforce_nonce: true },
    })
  else
    await rest.post(Routes.webhook(target.webhook.id, target.webhook.token), {
      auth: false,
      query: new URLSearchParams({ wait: 'true' }),
      body,
    })
}

/**
 * The job that delivers a message to the operator. After a crash during sending, it looks for the message first, which
 * is not possible with a webhook.
 */
export const deliverContact = job({
  payload: z.object({ id: z.number() }),
  promise: 'housekeeping',
  async run(services, { id }, { attempt }) {
    const { db, log, operator } = services
    const row = db.select().from(contactMessages).where(eq(contactMessages.id, id)).get()
    if (!row || (row.state !== 'waiting' && row.state !== 'sending')) return
    const note = (state: Row['state'], problem: string | null = null) => {
      db.update(contactMessages).set({ state, problem }).where(eq(contactMessages.id, id)).run()
      if (state === 'failed') log.error({ reference: row.reference, problem }, 'a contact message is not delivered')
    }
    const target = operator.delivery()
    if (!target) return note('kept')
    const cutOff = row.state === 'sending'
    if (cutOff && 'webhook' in target)
      return note('failed', 'I was cut off while sending it to the webhook, so it may be missing there.')
    try {
      if (cutOff && 'channelId' in target && (await isThere(services, target.channelId, row))) return note('delivered')
      note('sending')
      await send(services, target, row)
    } catch (error) {
      const known = explain(error)?.message ?? 'Something went wrong; the log says what.'
      if (isRefusal(error)) return note('failed', explain(error)?.message ?? refusal(error))
      note(attempt >= mostAttempts ? 'failed' : 'waiting', known)
      throw error
    }
    return note('delivered')
  },
})

const eraseSenders = ({ db, now }: Pick<Services, 'db' | 'now'>): void =>
  void db
    .update(contactMessages)
    .set({ address: null })
    .where(lte(contactMessages.at, now() - senderKeptMs))
    .run()

/** The job that erases the keys of senders, which is due for each message once its sender no longer counts. */
export const forgetSenders = job({ promise: 'housekeeping', run: eraseSenders })

/** Deletes old messages, and the keys of senders of messages that an earlier version stored without a job. */
export const pruneContact = job({
  deletesOld: true,
  run(services) {
    services.db
      .delete(contactMessages)
      .where(lt(contactMessages.at, services.now() - contactKeptDays * dayMs))
      .run()
    eraseSenders(services)
  },
})

/** Schedules the deletion of old messages. */
export const schedulePruning = ({ scheduler }: Pick<Services, 'scheduler'>): void =>
  void scheduler.every(pruneContact, { everyMs: dayMs, key: 'daily' })
