import { z } from 'zod'
import { contract, endpoint, field, file, settingsForm, describedAs, upload } from '#contract'

/** Discord's limits. Source: its documentation, "Modify Current Member". */
const longest = { name: 32, bio: 190 } as const

/** The image types that Discord accepts for a member. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif'] as const
export const largestPicture = 5 * 1024 ** 2
/** Smaller images look blurred; Discord shrinks larger ones. */
export const pictureSides = { min: 32, max: 4096 } as const

export const parts = ['name', 'avatar', 'banner', 'bio'] as const
export type Part = (typeof parts)[number]
export const titles: Record<Part, string> = { name: 'Name', avatar: 'Avatar', banner: 'Banner', bio: 'About me' }

const pictureId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'Upload the picture again.')
  .meta({ examples: ['0'.repeat(32)] })
const picture = (title: string) =>
  describedAs(
    z
      .strictObject({ id: pictureId, name: z.string().max(200) })
      .nullable()
      .meta({ title, stays: 'is a file that is kept for this server' })
      .default(null),
    ({ name }) => name,
  )
export type KeptPicture = { id: string; name: string }

const settings = z.object({
  name: field
    .text('Name', { max: longest.name, help: 'What the bot is called in this server. Empty for its own name.' })
    .default(''),
  avatar: picture('Avatar'),
  banner: picture('Banner'),
  bio: field
    .message('About me', { max: longest.bio, help: 'Shown on its profile in this server. Empty for its own.' })
    .default(''),
})

/**
 * The state of one part: the bot's default ('plain'), as set ('shown'), not sent yet ('waiting'), or refused by Discord
 * or changed there by somebody ('refused').
 */
const partState = z.object({
  part: z.enum(parts),
  state: z.enum(['plain', 'shown', 'waiting', 'refused']),
  /** The reason for 'refused', as a sentence; otherwise null. */
  problem: z.string().nullable(),
})

const address = '/guild/:guildId/personalizer'

export default contract('personalizer', {
  title: 'Bot Personalizer',
  asks: { ChangeNickname: 'to use the name that the server gives it' },
  summary: 'The name and look of the bot in this server.',
  words: ['nickname', 'avatar', 'banner', 'bio', 'branding', 'white label'],
  icon: 'bot',
  docs: 'Admin and Configuration',
  page: { path: 'personalizer', area: '', order: 2 },
  premium: true,
  settings,
  endpoints: {
    look: endpoint({
      summary: 'Shows how the bot looks in the server, and what Discord refused.',
      method: 'GET',
      path: `${address}/look`,
      needs: 'view',
      reply: z.object({
        parts: z.array(partState),
        /** When the next attempt is made (Unix ms); null if none is due. */
        retryAt: z.number().nullable(),
        /** What Discord currently shows in this server. */
        name: z.string(),
        avatarURL: z.string(),
        bannerURL: z.string().nullable(),
        /** The bot's default appearance. */
        own: z.object({ name: z.string(), avatarURL: z.string(), bannerURL: z.string().nullable() }),
      }),
    }),
    upload: endpoint({
      summary: 'Keeps a picture for the avatar or the banner. It is shown once the settings name it.',
      method: 'POST',
      idempotent: 'The settings name the picture that is shown; of the others, the last 20 are kept.',
      path: `${address}/pictures`,
      needs: 'manage',
      body: upload({ fields: z.strictObject({}), maxBytes: largestPicture, types: pictureTypes }),
      reply: z.object({ id: pictureId, name: z.string(), width: z.number(), height: z.number() }),
    }),
    picture: endpoint({
      summary: 'Returns a picture that was kept.',
      method: 'GET',
      path: `${address}/pictures/:picture`,
      needs: 'view',
      reply: file(...pictureTypes),
    }),
    again: endpoint({
      summary: 'Sends Discord once more what it refused, or what somebody changed there.',
      method: 'POST',
      idempotent: 'Discord is sent the same values.',
      path: `${address}/again`,
      needs: 'manage',
      reply: z.object({}),
    }),
  },
  forms: {
    personalizer: settingsForm({
      summary: 'Saves the name and look of the bot in the server.',
      address,
      flag: 'personalizerUpdate',
      under: 'personalizer',
      settings,
    }),
  },
})
