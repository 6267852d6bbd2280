import { createHmac, randomInt } from 'node:crypto'
import { and, count, desc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { networkOf } from '#kit/client-network.ts'
import { UserError } from '#kit/errors.ts'
import type { Services } from '../feature.ts'
import { isWithin } from '../storage/columns.ts'
import { contactMessages } from '../storage/table.ts'
import { type ContactMessage, mostAnHour, type StoredMessage } from './contract.ts'
import { deliverContact, forgetSenders, senderKeptMs } from './deliver.ts'

type Own = Pick<Services, 'db' | 'now' | 'operator' | 'scheduler' | 'log'>

/** The sender of a message: their account, if they are signed in, and their address. */
export interface ContactSender {
  userId: string | null
  /** From `senderOf`. */
  address: string
}

/** Returns the key that senders are counted by. Without the secret, it does not reveal the address. */
export const senderOf = (ip: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`contact:${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22)

/**
 * The most messages in an hour from everybody together, so that many programs cannot fill the disk or a channel. People
 * who are signed in are counted separately: addresses are cheap, and many of them must not shut out people with an
 * account.
 */
const mostOfAll = 100
const pageSize = 50

/** Letters and digits for references, without those that look alike. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const newReference = () => `M-${Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join('')}`

const goesTo = ({ operator }: Own) => operator.texts().contactTo

/** Returns when this sender can write again (Unix ms); null if they can now. */
export function nextContactAt({ db, now }: Own, { userId, address }: ContactSender): number | null {
  const theirs = or(
    eq(contactMessages.address, address),
    ...(userId === null ? [] : [eq(contactMessages.userId, userId)]),
  )
  const latest = db
    .select({ at: contactMessages.at })
    .from(contactMessages)
    .where(and(isWithin(contactMessages.at, senderKeptMs, now()), theirs))
    .orderBy(desc(contactMessages.at))
    .limit(mostAnHour)
    .all()
  const first = latest[mostAnHour - 1]
  return first ? first.at + senderKeptMs : null
}

const busy = (isSignedIn: boolean) => {
  const then = isSignedIn ? 'Please try again in an hour.' : 'Please sign in to write, or try again in an hour.'
  return new UserError('contact.busy', `Too many people are writing at the moment. ${then}`, 429)
}

/**
 * Stores a message and schedules its delivery. A message that was sent before with the same key is not sent again.
 * @throws UserError 429 when the sender, or everybody together, has written too many
 */
export function sendContact(services: Own, sender: ContactSender, body: ContactMessage) {
  const { db, now, scheduler, log } = services
  const at = now()
  // A program that fills in the hidden field gets the usual answer, so that it learns nothing.
  if (body.website !== '') {
    log.info('a contact message from a program was dropped')
    return { reference: newReference(), at, goesTo: goesTo(services) }
  }
  const { key, name, email, subject, message } = body
  const isSignedIn = sender.userId !== null
  return db.transaction(() => {
    const before = db.select().from(contactMessages).where(eq(contactMessages.key, key)).get()
    if (before) return { reference: before.reference, at: before.at, goesTo: goesTo(services) }
    const nextAt = nextContactAt(services, sender)
    if (nextAt !== null) {
      const minutes = Math.max(Math.ceil((nextAt - at) / 60_000), 1)
      const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
      throw new UserError('contact.too_many', `Three messages an hour. You can write again in ${wait}.`, 429)
    }
    const recent = db
      .select({ n: count() })
      .from(contactMessages)
      .where(
        and(isWithin(contactMessages.at, senderKeptMs, at), (isSignedIn ? isNotNull : isNull)(contactMessages.userId)),
      )
      .get()
    if ((recent?.n ?? 0) >= mostOfAll) throw busy(isSignedIn)
    const target = goesTo(services)
    const row = db
      .insert(contactMessages)
      .values({
        key,
        name,
        email,
        subject,
        message,
        at,
        ...sender,
        reference: newReference(),
        state: target === 'dashboard' ? 'kept' : 'waiting',
      })
      .returning()
      .get()
    scheduler.at(forgetSenders, { at: at + senderKeptMs, key: String(row.id) })
    if (row.state === 'waiting') scheduler.at(deliverContact, { at, key: String(row.id), payload: { id: row.id } })
    return { reference: row.reference, at, goesTo: target }
  })
}

/** Returns one page of messages, newest first. */
export function listContact(services: Own, before: number | undefined) {
  const { db } = services
  const rows = db
    .select()
    .from(contactMessages)
    .where(before === undefined ? undefined : lt(contactMessages.id, before))
    .orderBy(desc(contactMessages.id))
    .limit(pageSize)
    .all()
  const counted = (where?: ReturnType<typeof eq>) =>
    db.select({ n: count() }).from(contactMessages).where(where).get()?.n ?? 0
  return {
    messages: rows satisfies StoredMessage[],
    total: counted(),
    failed: counted(eq(contactMessages.state, 'failed')),
    goesTo: goesTo(services),
  }
}

const unknown = () => new UserError('http.not_found', 'There is no such message.', 404)

/**
 * Schedules the delivery of a message again. @throws UserError when it is delivered already, or there is nowhere to
 * deliver it to
 */
export function deliverAgain(services: Own, id: number): void {
  const { db, now, scheduler } = services
  if (goesTo(services) === 'dashboard')
    throw new UserError('contact.nowhere', 'operator.json names neither a channel nor a webhook under "contact".', 409)
  const idle = and(
    eq(contactMessages.id, id),
    or(eq(contactMessages.state, 'failed'), eq(contactMessages.state, 'kept')),
  )
  db.transaction(() => {
    const known = db.select({ id: contactMessages.id }).from(contactMessages).where(eq(contactMessages.id, id)).get()
    if (!known) throw unknown()
    const { changes } = db.update(contactMessages).set({ state: 'waiting', problem: null }).where(idle).run()
    if (changes === 0)
      throw new UserError('contact.under_way', 'This message was delivered already, or is about to be.', 409)
    scheduler.at(deliverContact, { at: now(), key: String(id), payload: { id } })
  })
}

export function deleteContact({ db, scheduler }: Own, id: number): void {
  const { changes } = db.delete(contactMessages).where(eq(contactMessages.id, id)).run()
  if (changes === 0) throw unknown()
  scheduler.cancel(deliverContact, String(id))
}
