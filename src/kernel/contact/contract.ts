import { z } from 'zod'
import { endpoint, limited } from '#contract'

/** What a visitor may write to the people who run this copy. */
const contactLimits = { name: 80, email: 254, subject: 120, message: 4000 } as const
/** From one person, or from one address. */
export const mostAnHour = 3
/** How long a message is kept. */
export const contactKeptDays = 90

const wrongEmail = 'Please enter a valid email address, like name@example.org.'

/** What a message must be before it is sent: the page's fields and the endpoint's body. */
export const contactFields = z.strictObject({
  name: limited(contactLimits.name, 'The name').trim().default(''),
  email: z
    .string(wrongEmail)
    .trim()
    .max(contactLimits.email, wrongEmail)
    .pipe(z.email(wrongEmail))
    .meta({ example: 'name@example.org' }),
  subject: limited(contactLimits.subject, 'The subject').trim().default(''),
  message: limited(contactLimits.message, 'The message').trim().min(1, 'Please write a message.'),
})

const contactBody = contactFields.extend({
  /** Chosen by the page for this message, so that sending it again, because the answer was lost, does not send two. */
  key: z.string().regex(/^[\w-]{16,64}$/, 'The key must have 16 to 64 letters, digits, hyphens or underscores.'),
  /** A field that no person sees: who fills it in is a program. */
  website: z.string().max(2000).default(''),
})
export type ContactMessage = z.output<typeof contactBody>

const goesTo = z.enum(['channel', 'webhook', 'dashboard'])

const storedMessage = z.object({
  id: z.number(),
  reference: z.string(),
  at: z.number(),
  /** Discord's id of whoever was signed in. */
  userId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** kept: there was nowhere to deliver it to. */
  state: z.enum(['kept', 'waiting', 'sending', 'delivered', 'failed']),
  /** Why it is not delivered, as a sentence. */
  problem: z.string().nullable(),
})

/** Only those in OWNER_IDS. */
const forOperators = { needs: 'signed-in' } as const

export const contactEndpoints = {
  contactState: endpoint({
    summary: 'Says whether the caller may write to the operator now, and since when again if not.',
    method: 'GET',
    path: '/contact',
    needs: 'anyone',
    reply: z.object({
      /** When the caller can write again, Unix ms; null for now. */
      nextAt: z.number().nullable(),
    }),
  }),
  contact: endpoint({
    summary: 'Sends a message to the people who run this copy; three an hour from one person or address.',
    method: 'POST',
    idempotent: 'What has the same key is sent once.',
    path: '/contact',
    needs: 'anyone',
    body: contactBody,
    bodyLimit: 64 * 1024,
    reply: z.object({
      /** What to quote when asking about it. */
      reference: z.string(),
      at: z.number(),
      goesTo,
    }),
  }),
  contactMessages: endpoint({
    ...forOperators,
    summary: 'Lists the messages of the contact form, newest first, for the people who run this copy.',
    method: 'GET',
    path: '/contact/messages',
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    reply: z.object({
      messages: z.array(storedMessage),
      total: z.number(),
      /** How many of them could not be delivered. */
      failed: z.number(),
      goesTo,
    }),
  }),
  deliverContactMessage: endpoint({
    ...forOperators,
    summary:
      'Delivers a message of the contact form once more, where that failed or there was nowhere to deliver it to.',
    method: 'POST',
    idempotent: 'What is delivered, or about to be, is refused.',
    path: '/contact/messages/:id/deliver',
    reply: z.object({}),
  }),
  deleteContactMessage: endpoint({
    ...forOperators,
    summary: 'Deletes a message of the contact form for good.',
    method: 'DELETE',
    path: '/contact/messages/:id',
    reply: z.object({}),
  }),
}
export type StoredMessage = z.output<typeof storedMessage>
