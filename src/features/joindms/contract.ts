import { z } from 'zod'
import { contract, endpoint, field, pressKey, settingsForm } from '#contract'
import {
  embedsField,
  fills,
  type Greeting,
  greetingTypes,
  pictureField,
  presetColours,
} from '#features/greetings/contract.ts'

/** Limits per server, so that a raid does not make the bot look like a spammer. */
export const budget = { perMinute: 10, perHour: 60, mostWaiting: 200 } as const
/** How long (days) the same server sends nobody a second message, however often they leave and return. */
export const onceInDays = 30
/** The number of days that the page's counts cover. */
export const countedDays = 30

const settings = z.object({
  enabled: field.toggle('Join Dms', { help: 'A private message for every new member.' }).default(false),
  type: field.choice('Sent as', greetingTypes).default('both'),
  content: field.message('Message', { escaped: true, fills }).default('Hello {member.name}, welcome to {server.name}!'),
  embedTitle: field.text('Title', { max: 256, fills }).default('Welcome!'),
  embedDescription: field
    .message('Description', { escaped: true, fills })
    .default('Have a look at the rules, and say hello when you like.'),
  embedColor: field.colour('Color').default(presetColours[0].value),
  embedThumbnail: field.toggle('Show member avatar as thumbnail').default(false),
  embedFooter: field.text('Footer', { max: 2048, fills }).default(''),
  embedImage: pictureField('Image URL').default(''),
  embedAuthorName: field.text('Author name', { max: 256, fills }).default(''),
  embedAuthorIconURL: pictureField('Author icon URL').default(''),
  embedMore: embedsField('Embeds, further parts').default([]),
  afterRules: field
    .toggle('Wait for the rules', {
      help: 'In servers with member screening, the message is sent only after the member has accepted the rules.',
    })
    .default(true),
})
export type JoinDmSettings = z.output<typeof settings>

const address = '/guild/:guildId/joindms'

export default contract('joindms', {
  title: 'Join DMs',
  summary: 'A private message for every new member.',
  words: ['direct message', 'private message', 'welcome dm', 'onboarding'],
  icon: 'mail-plus',
  uses: ['greetings', 'invites'],
  docs: 'Admin and Configuration',
  page: { path: 'joindms', name: 'Join Dms', area: 'SERVER MANAGEMENT', order: 1 },
  settings,
  endpoints: {
    deliveries: endpoint({
      summary: `Returns the outcomes of the messages of the last ${countedDays} days, and whether sending is paused.`,
      method: 'GET',
      path: `${address}/deliveries`,
      needs: 'view',
      reply: z.object({
        sent: z.number(),
        /** The number of members whose direct messages are closed. */
        closed: z.number(),
        /** Too late, too many, or refused by Discord. */
        gaveUp: z.number(),
        /** Still to be sent. */
        waiting: z.number(),
        /** Waiting for the member to accept the rules. */
        screening: z.number(),
        pause: z.object({ until: z.number(), why: z.string() }).nullable(),
      }),
    }),
    test: endpoint({
      summary: 'Sends the saved message to the caller, as if they had just joined.',
      method: 'POST',
      path: `${address}/test`,
      needs: 'manage',
      body: z.strictObject({ key: pressKey.optional() }),
      reply: z.object({ message: z.string() }),
    }),
  },
  forms: {
    joindms: settingsForm({
      summary: 'Saves the private message for new members.',
      address,
      flag: 'joindmsUpdate',
      under: 'joindms',
      settings,
    }),
  },
})

/** The message in the form of a greeting. */
export const asGreeting = (own: JoinDmSettings): Greeting => ({
  enabled: own.enabled,
  channel: null,
  content: own.content,
  type: own.type,
  embed: {
    title: own.embedTitle,
    description: own.embedDescription,
    color: own.embedColor,
    thumbnail: own.embedThumbnail,
    footer: own.embedFooter,
    image: own.embedImage,
    author: { name: own.embedAuthorName, iconURL: own.embedAuthorIconURL },
    more: own.embedMore,
  },
  card: false,
  bots: false,
})
