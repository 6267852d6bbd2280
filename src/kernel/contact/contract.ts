import { z } from 'zod'
import { endpoint, limited } from '#contract'

/** The longest texts of a message to the operators (characters). */
const contactLimits = { name: 80, email: 254, subject: 120, message: 4000 } as const
/** The most messages in an hour from one person, or from one address. */
export const mostAnHour = 3
/** How many days a message is kept. */
export const contactKeptDays = 90

const wrongEmail = 'Please enter a valid email address, like name@example.org.'

/** The fields of a message, for the form on the page and the endpoint's body. */
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
  /** Chosen by the page for this message, so that sending it again after a lost answer does not send it twice. */
  key: z.string().regex(/^[\w-]{16,64}$/, 'The key must have 16 to 64 letters, digits, hyphens or underscores.'),
  /** A field that people do not see: only programs fill it in. */
  website: z.string().max(2000).default(''),
})
export type ContactMessage = z.output<typeof contactBody>

const goesTo = z.enum(['channel', 'webhook', 'dashboard'])

const storedMessage = z.object({
  id: z.number(),
  reference: z.string(),
  at: z.number(),
  /** The Discord id of the sender, if they were signed in. */
  userId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** `kept` means that there was nowhere to deliver it to. */
  state: z.enum(['kept', 'waiting', 'sending', 'delivered', 'failed']),
  /** Why it was not delivered, as a sentence. */
  problem: z.string().nullable(),
})

/** Handlers let only people in OWNER_IDS in. */
const forOperators = { needs: 'signed-in' } as const

export const contactEndpoints = {
  contactState: endpoint({
    summary: 'Says whether the caller may write to the operator now and, if not, from when on.',
    method: 'GET',
    path: '/contact',
    needs: 'anyone',
    reply: z.object({
      /** When the caller can write again (Unix ms); null if they can now. */
      nextAt: z.number().nullable(),
    }),
  }),
  contact: endpoint({
    summary: 'Sends a message to the people who run this copy; three an hour from one person or address.',
    method: 'POST',
    idempotent: 'A message with the same key is sent once.',
    path: '/contact',
    needs: 'anyone',
    body: contactBody,
    bodyLimit: 64 * 1024,
    reply: z.object({
      /** The reference to quote when asking about it. */
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
      'Delivers a message from the contact form again, after a failure or if there was nowhere to deliver it to.',
    method: 'POST',
    idempotent: 'A message that was delivered, or is about to be, is refused.',
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
