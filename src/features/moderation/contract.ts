import { z } from 'zod'
import { contract, dayRange, endpoint, field, entriesDescribedAs, settingsForm, snowflake, stream } from '#contract'
import { commonNames } from '#kit/template.ts'
import { longestReason, memberActEndpoints } from './member-acts/contract.ts'
import { caseKinds, caseSources } from './cases/contract.ts'

export { longestReason } from './member-acts/contract.ts'
export { caseKinds, type CaseKind, caseSources, type CaseSource } from './cases/contract.ts'

/** What can be done to a member as a penalty. */
const sanctionKinds = ['warn', 'timeout', 'kick', 'softban', 'ban'] as const
export type SanctionKind = (typeof sanctionKinds)[number]

const valuesOf = <const V extends string>(choices: readonly { value: V; label: string }[]) =>
  choices.map(({ value }) => value) as [V, ...V[]]
const kind = z.enum(valuesOf(caseKinds))
const source = z.enum(valuesOf(caseSources))

const reason = field.text('Reason', { max: longestReason })

export const mostQuickReasons = 25
const reasonTemplates = z
  .array(
    z.object({
      name: field
        .text('Name', { max: 32, placeholder: 'spam' })
        .regex(/^[\p{L}\p{N}_-]+$/u, 'Name must be one word of letters, digits, - and _.'),
      text: reason.min(1, 'Reason cannot be empty.'),
    }),
  )
  .max(mostQuickReasons, `There can be at most ${mostQuickReasons} quick reasons.`)
  .refine(
    list => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
    'Two quick reasons have the same name.',
  )
  .meta({ title: 'Quick reasons' })

const settings = z.object({
  enabled: field.toggle('Moderation').default(true),
  maxWarn: field
    .number('Warning threshold', {
      min: 1,
      max: 10,
      help: 'At this many active warnings the action below is taken.',
      posted: 'max_warnings',
      shown: 'max_warn',
    })
    .default(3),
  maxWarnAction: field
    .choice(
      'Action on reaching it',
      [
        { value: 'timeout', label: 'Timeout for 24 hours', needs: 'ModerateMembers' },
        { value: 'kick', label: 'Kick', needs: 'KickMembers' },
        { value: 'ban', label: 'Ban', needs: 'BanMembers' },
      ],
      {
        shown: 'max_warn_action',
        independentOf: ['modlogChannel', 'dmOnAction', 'appealText', 'reasonTemplates'],
      },
    )
    .default('timeout'),
  modlogChannel: field
    .channel('Moderation log', {
      posts: true,
      help: 'Every case is posted here.',
      shown: 'modlog_channel',
    })
    .nullable()
    .default(null),
  warnExpiryDays: field
    .number('Warnings expire after', { min: 0, max: 365, unit: 'days', help: '0 keeps warnings for good.' })
    .default(0),
  dmOnAction: field
    .toggle('Tell members about it', {
      help: 'Sends a direct message to members who are warned, timed out, kicked or banned.',
    })
    .default(true),
  appealText: field
    .message('How to appeal', {
      max: 500,
      help: 'Added to the direct message. Placeholders: {server}, {user}',
      fills: commonNames,
    })
    .default(''),
  /** `.ban @x spam` uses the text of the quick reason 'spam' if that is the whole reason. */
  reasonTemplates: entriesDescribedAs(reasonTemplates, ({ name, text }) => `${name}: ${text}`).default([]),
})

const person = z.object({ id: snowflake, name: z.string() })

const caseRow = z.object({
  number: z.number(),
  kind,
  source,
  /**
   * The member it was done to, with their name at that time; null for an act on a channel, or for people who were
   * forgotten.
   */
  target: person.nullable(),
  /** Who did it; null if Discord does not say, and for people who were forgotten. */
  moderator: person.nullable(),
  /** The channel, for acts on channels and messages. */
  channel: z.object({ id: snowflake, name: z.string() }).nullable(),
  /** What was done beyond the kind, as a short text: '12 messages by bots'. */
  detail: z.string().nullable(),
  /** How many messages were deleted, or people moved or disconnected. */
  count: z.number().nullable(),
  reason: z.string().nullable(),
  /** Unix ms, like all times here. */
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  /** Whether a warning counts, or a timeout, ban or lock is in force. */
  active: z.boolean(),
  /** Why a warning no longer counts. */
  ended: z.enum(['cleared', 'used', 'expired']).nullable(),
  /** Marked as a mistake: kept, but no longer counted. */
  voided: z.boolean(),
  /** Changes of the reason, oldest first. */
  edits: z.array(z.object({ by: person.nullable(), at: z.number(), before: z.string().nullable() })),
})
export type CaseRow = z.output<typeof caseRow>

const number = z.coerce.number().int().positive()

export default contract('moderation', {
  title: 'Moderation',
  asks: {
    ModerateMembers: 'to time members out',
    KickMembers: 'to kick members for moderators and at the warning limit',
    BanMembers: 'to ban, and to unban when the time is over',
    ManageMessages: 'to purge messages',
    ManageThreads: 'to set slowmode in threads',
    ManageChannels: 'to lock channels and set slowmode',
    ManageRoles: 'to lock channels for roles',
    ManageNicknames: 'to change nicknames',
    MoveMembers: 'to move members between voice channels',
    MuteMembers: 'to mute members in voice channels',
    DeafenMembers: 'to deafen members in voice channels',
    Connect: 'to act in voice channels',
    ViewAuditLog: 'to record what moderators do by hand as cases',
  },
  summary: 'Warnings, what happens when they add up, the moderation log and all cases.',
  words: ['warnings', 'warn', 'ban', 'kick', 'mute', 'timeout', 'log channel', 'mod log', 'cases', 'punishments'],
  icon: 'gavel',
  docs: 'Moderation',
  page: { path: 'moderation', area: 'MODERATION', order: 2 },
  front: {
    order: 7,
    text: 'Warnings, timeouts, bans and purges. Everything is a numbered case, also what moderators do by hand in Discord.',
  },
  settings,
  endpoints: {
    live: endpoint({
      summary: 'Reports at once when a case is added or changed.',
      method: 'GET',
      path: '/guild/:guildId/moderation/live',
      needs: 'view',
      reply: stream({ changed: z.object({}) }),
    }),
    cases: endpoint({
      summary: 'Lists cases, newest first.',
      method: 'GET',
      path: '/guild/:guildId/moderation/cases',
      needs: 'view',
      query: z.object({
        /** A case number, an id, or part of a name or reason. */
        search: z.string().max(100).optional(),
        /** The one case with this number. */
        case: number.optional(),
        kind: kind.optional(),
        source: source.optional(),
        moderator: snowflake.optional(),
        target: snowflake.optional(),
        /** Cases with a smaller number, for the next page. */
        before: number.optional(),
        limit: z.coerce.number().int().min(1).max(100).default(25),
      }),
      reply: z.object({
        cases: z.array(caseRow),
        /** The total number for this search, on every page. */
        total: z.number(),
        /** Everybody who is named as moderator in this server's cases, for the filter. */
        moderators: z.array(person),
      }),
    }),
    caseDays: endpoint({
      summary: 'Counts the warnings, timeouts and removals of each day, without those marked as a mistake.',
      method: 'GET',
      path: '/guild/:guildId/moderation/days',
      needs: 'view',
      query: z.object({ days: dayRange }),
      reply: z.object({
        days: z
          .array(
            z.object({
              at: z.number().meta({ description: 'When the day began, in UTC (Unix ms).' }),
              warned: z.int(),
              timedOut: z.int(),
              removed: z.int().meta({ description: 'Kicked or banned.' }),
            }),
          )
          .meta({ description: 'Oldest first, today last.' }),
        latest: z.number().nullable().meta({ description: 'When the last of them was (Unix ms).' }),
      }),
    }),
    editCase: endpoint({
      summary: 'Changes the reason of a case.',
      method: 'PATCH',
      path: '/guild/:guildId/moderation/cases/:number',
      needs: 'manage',
      permissions: ['ModerateMembers'],
      body: z.strictObject({ reason: reason.min(1, 'Reason cannot be empty.') }),
      reply: z.object({ case: caseRow }),
    }),
    voidCase: endpoint({
      summary: 'Marks a case as a mistake: it is kept, but no longer counts.',
      method: 'DELETE',
      path: '/guild/:guildId/moderation/cases/:number',
      needs: 'manage',
      permissions: ['ModerateMembers'],
      reply: z.object({ case: caseRow }),
    }),
    ...memberActEndpoints,
  },
  forms: {
    moderation: settingsForm({
      summary: 'Saves the settings of moderation.',
      address: '/guild/:guildId/basic',
      flag: 'modUpdate',
      section: 'moderation',
      keys: 'snake_case',
      settings,
    }),
  },
})
