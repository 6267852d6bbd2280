import { z } from 'zod'
import { contract, endpoint, file, limited, person, snowflake } from '#contract'
import { contactEndpoints } from './contact/contract.ts'
import { memberEndpoints } from './members/contract.ts'
import { changesEndpoints } from './many-changes/contract.ts'
import { historyEndpoints } from './history/contract.ts'
import { apiDocument } from './openapi/contract.ts'
import { operatorEndpoints } from './operator/contract.ts'
import { planEndpoints } from './plans/contract.ts'
import { setupEndpoints } from './setup/contract.ts'
import { transferEndpoints } from './transfer/contract.ts'

/** Why signing in did not work: the `error` of `/login?error=<code>`, and the sentence to show. */
export const signInErrors = {
  denied: 'You canceled the sign-in at Discord. Nothing was changed.',
  expired: 'That sign-in link has expired or was already used. Please sign in again.',
  code: 'Discord sent you back without a sign-in code. Please sign in again.',
  rejected: 'Discord refused the sign-in. Please sign in again; if it keeps failing, tell whoever runs this bot.',
  unreachable: 'Discord cannot be reached right now. Please try again in a moment.',
  full: 'The bot cannot save anything right now, because its disk is full. Please tell whoever runs it.',
  busy: 'Too many sign-ins in a short time. Please wait a minute and try again.',
} as const
export type SignInError = keyof typeof signInErrors

const user = z.object({
  id: snowflake,
  username: z.string(),
  /** The avatar's hash; the picture is at `<cdnUrl>/avatars/<id>/<hash>.png`. */
  avatar: z.string().nullable(),
  email: z.string().nullable(),
  discriminator: z.string(),
})

const guildCard = z.object({
  id: snowflake,
  name: z.string(),
  iconURL: z.string().nullable(),
  /** `/manage/<id>/dashboard` with the bot there, else the bot's authorize link for this guild. */
  settingsUrl: z.string(),
})
export type GuildCard = z.output<typeof guildCard>

/** A channel as pickers show it. */
const guildChannel = z.object({
  id: snowflake,
  /** 'hidden channel' when the caller cannot see it, 'channel hidden from the bot' when the bot cannot. */
  name: z.string(),
  /** Discord's channel type; 0 is text, 4 a category. */
  type: z.number(),
  parentId: snowflake.nullable(),
  position: z.number(),
  botCanView: z.boolean(),
  botCanSend: z.boolean(),
  /** A channel that the caller cannot see may stay selected in a setting, but cannot be chosen. */
  callerCanView: z.boolean(),
  /** Discord tells the bot neither its name nor who can see it, so `callerCanView` is false. */
  hiddenFromBot: z.boolean(),
})
export type GuildChannelItem = z.output<typeof guildChannel>

/** A role as pickers show it. */
const guildRole = z.object({
  id: snowflake,
  name: z.string(),
  /** `#RRGGBB`; `#000000` means no color. */
  colour: z.string(),
  position: z.number(),
  managed: z.boolean(),
  /** Whether the bot can give the role to members. */
  assignable: z.boolean(),
  /** Why the bot cannot give it, as a sentence; null when it can. */
  reason: z.string().nullable(),
  /** Why the bot cannot remove it from members for the caller, as a sentence; null when it can. */
  takingReason: z.string().nullable(),
})
export type GuildRoleItem = z.output<typeof guildRole>

/** An emoji of the server as pickers show it. */
const serverEmoji = z.object({ id: snowflake, name: z.string(), animated: z.boolean() })

/** What a GET of any form returns about the guild, besides the form's own view. */
export const guildCore = z.object({
  id: snowflake,
  name: z.string(),
  iconURL: z.string().nullable(),
  memberCount: z.number(),
  /** The name of its owner; 'the owner' until Discord has sent it. */
  owner: z.string(),
  ownerId: snowflake,
  boosts: z.number(),
  boostTier: z.number(),
  /** The caller as this server shows them; `joinedAt` in Unix ms. */
  you: z.object({ displayName: z.string(), avatarURL: z.string(), joinedAt: z.number().nullable() }),
  channels: z.array(guildChannel),
  roles: z.array(guildRole),
})
export type GuildCore = z.output<typeof guildCore>

const level = z.enum(['none', 'visit', 'view', 'manage', 'owner'])

export default contract('kernel', {
  title: 'Palisade',
  endpoints: {
    disk: endpoint({
      summary: 'Says whether anything can be stored right now.',
      method: 'GET',
      path: '/disk',
      needs: 'signed-in',
      reply: z.object({
        /** Why nothing can be stored, as a sentence; null when it can. */
        problem: z.string().nullable(),
      }),
    }),
    about: endpoint({
      summary:
        'Returns the name and version of this copy of the product, where to invite the bot, and whether you are signed in.',
      method: 'GET',
      path: '/about',
      needs: 'anyone',
      reply: z.object({
        name: z.string(),
        version: z.string(),
        supportUrl: z.string().nullable(),
        inviteUrl: z.string(),
        /** The bot's own account. */
        botId: snowflake,
        /** The base address of Discord's images, without a trailing slash. */
        cdnUrl: z.string(),
        /** Whether every server has premium here, or only those that were granted it. */
        premium: z.enum(['all', 'granted']),
        /** Whether the caller is signed in: `GET /user` answers 401 when they are not. */
        signedIn: z.boolean(),
      }),
    }),
    openapi: endpoint({
      summary: 'Describes every call of this copy of the product as OpenAPI 3.1.',
      method: 'GET',
      path: '/openapi.json',
      needs: 'anyone',
      reply: apiDocument,
    }),
    user: endpoint({
      summary: 'Returns who is signed in and which servers they may manage.',
      method: 'GET',
      path: '/user',
      needs: 'signed-in',
      reply: z.object({ user, data: z.object({ guilds: z.array(guildCard) }) }),
    }),
    logout: endpoint({
      summary: 'Ends the session of this browser.',
      method: 'GET',
      path: '/logout',
      needs: 'anyone',
      reply: z.object({ success: z.literal(true) }),
    }),
    channels: endpoint({
      summary: 'Lists the channels of the server and whether the bot can see and write in them.',
      method: 'GET',
      path: '/guild/:guildId/channels',
      needs: 'visit',
      reply: z.object({ channels: z.array(guildChannel) }),
    }),
    roles: endpoint({
      summary: 'Lists the roles of the server and whether the bot can give them to members.',
      method: 'GET',
      path: '/guild/:guildId/roles',
      needs: 'visit',
      reply: z.object({ roles: z.array(guildRole) }),
    }),
    serverEmojis: endpoint({
      summary: 'Lists the emojis of the server, as editors of messages offer them.',
      method: 'GET',
      path: '/guild/:guildId/server-emojis',
      needs: 'visit',
      reply: z.object({ emojis: z.array(serverEmoji) }),
    }),
    people: endpoint({
      summary: 'Finds people: members by the beginning of their name, anybody by ID.',
      method: 'GET',
      path: '/guild/:guildId/people',
      // The handler checks that the caller may view the server or one of its features.
      needs: 'visit',
      query: z.object({ search: limited(100, 'The search').trim().min(1) }),
      reply: z.object({
        people: z.array(
          person.extend({
            bot: z.boolean(),
            /** Whether they are in the server. */
            here: z.boolean(),
          }),
        ),
      }),
    }),
    ownAccess: endpoint({
      summary: 'Returns what the caller may do in the server and in each feature, and the prefix of its commands.',
      method: 'GET',
      path: '/guild/:guildId/own-access',
      needs: 'visit',
      reply: z.object({
        /** The caller's level in the server as a whole. */
        level,
        features: z.record(z.string(), level),
        /** Features whose page a right opens to the caller, whatever their level in it. */
        open: z.array(z.string()),
        /** Features that rest: they require premium, which this server does not have. */
        resting: z.array(z.string()),
        /** Whether the caller is to be shown the setup in place of the dashboard. */
        setup: z.boolean(),
        prefix: z.string().meta({ description: 'The prefix of typed commands in the server.' }),
      }),
    }),
    ...historyEndpoints,
    picture: endpoint({
      summary: 'Returns a picture from another site, for previews, so that the site does not learn who looks at it.',
      method: 'GET',
      path: '/guild/:guildId/picture',
      // Previews of every feature show pictures, also to people who have access to one feature alone.
      needs: 'visit',
      query: z.object({ address: z.url({ protocol: /^https?$/ }).max(2048) }),
      reply: file('image/png', 'image/jpeg', 'image/gif', 'image/webp'),
    }),
    ...memberEndpoints,
    ...contactEndpoints,
    ...operatorEndpoints,
    ...planEndpoints,
    ...changesEndpoints,
    ...setupEndpoints,
    ...transferEndpoints,
    export: endpoint({
      summary:
        'Exports everything that is stored about the server: settings, their history and the data of every feature.',
      method: 'GET',
      path: '/guild/:guildId/export',
      needs: 'manage',
      /** One object: guild, exportedAt (Unix ms), settings by feature, history, features by name. */
      reply: file('application/json'),
    }),
    forgetUser: endpoint({
      summary: 'Erases everything that is stored about one person in this server.',
      method: 'POST',
      idempotent: 'Erasing again changes nothing.',
      path: '/guild/:guildId/forget-user',
      needs: 'owner',
      body: z.strictObject({ userId: snowflake }),
      reply: z.object({}),
    }),
  },
})
