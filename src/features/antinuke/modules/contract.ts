import { z } from 'zod'
import { field, listedAs } from '#contract'

/** What is done to somebody who is stopped. */
export const punishments = [
  { value: 'BAN', label: 'Ban' },
  { value: 'KICK', label: 'Kick' },
  { value: 'TIMEOUT', label: 'Timeout' },
  { value: 'NONE', label: 'None' },
] as const
const punishment = z.enum(punishments.map(({ value }) => value))
export type Punishment = z.output<typeof punishment>

/** The headings that modules stand under, in order. */
export const categories = ['Member', 'Role', 'Channel', 'Integration', 'Bot', 'Mention', 'Server Protection'] as const

/**
 * The eleven modules, in the order of the pages, with what they count at most in a minute and in an hour: the last of
 * these is not let through. One is zero tolerance.
 */
export const modules = [
  {
    key: 'anti_ban',
    label: 'Anti-Ban',
    category: 'Member',
    sentence: 'Mass bans by one member.',
    counts: [
      'Bans; those of people who joined within a day or are no members count a hundredth, within a week a tenth.',
      'Bans that are lifted count a fifth.',
    ],
    usual: { minute: 5, hour: 15 },
  },
  {
    key: 'anti_kick',
    label: 'Anti-Kick',
    category: 'Member',
    sentence: 'Mass kicks by one member.',
    counts: ['Kicks; those of people who joined within a day count a hundredth, within a week a tenth.'],
    usual: { minute: 5, hour: 15 },
  },
  {
    key: 'anti_member_update',
    label: 'Anti-Member Update',
    category: 'Member',
    sentence: 'Roles with power handed to members, and names changed in bulk.',
    counts: [
      'Roles with power given to members, also by invites.',
      'Administrator counts half; whole for bots, for who joined within a day, and by who has it since an hour ago. Six within ten minutes are too many.',
      'Other power counts a fifth.',
      'Roles that keep members of more than a week out of most channels count a twenty-fifth.',
      'Roles taken from members, timeouts and names changed in bulk; timeouts of up to an hour next to nothing, a tenth where they follow one another.',
      'Whoever gives themselves the bypass role is stopped at once.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_prune',
    label: 'Anti-Prune',
    category: 'Member',
    sentence: 'Pruning inactive members in bulk.',
    counts: ['Every prune, at once.'],
    usual: { minute: 1, hour: 1 },
  },
  {
    key: 'anti_role',
    label: 'Anti-Role',
    category: 'Role',
    sentence: 'Roles created, changed or deleted in bulk.',
    counts: [
      'Roles deleted, and given power: Administrator, Ban or Kick Members, Manage Server, Roles, Channels or Webhooks.',
      'Of a role that most members hold, with a tenth for each channel that they lose with it.',
      'Deleting one that nobody holds, no channel has permissions for and that could do no harm counts a quarter.',
      'Roles made and edited, in bulk; other permissions count as an edit.',
      'Power for @everyone or for a role that most members hold, at once; other permissions that can do harm whole.',
    ],
    usual: { minute: 3, hour: 10 },
  },
  {
    key: 'anti_channel',
    label: 'Anti-Channel',
    category: 'Channel',
    sentence: 'Channels created, changed or deleted in bulk.',
    counts: [
      'Channels deleted, but for those that somebody has just made; those that a bot made, within thirty days, in part.',
      'Channels hidden, or opened to everyone, a tenth; those hidden with their category half of that, up to three quarters.',
      'Channels made and edited, permissions in them and threads deleted, in bulk.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_webhook',
    label: 'Anti-Webhook',
    category: 'Integration',
    sentence: 'Webhooks created, changed or used for spam.',
    counts: [
      'Webhooks deleted; those that one made oneself within thirty days, and those made or changed, count a quarter, the one that a bot has in each channel a tenth.',
      'Messages of webhooks that ping everyone: the webhook is deleted.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_integration',
    label: 'Anti-Integration',
    category: 'Integration',
    sentence: 'Integrations added, changed or removed.',
    counts: [
      'Integrations removed; changed ones count a half, added ones a quarter.',
      'Changes of who may use a command count a quarter.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_emoji',
    label: 'Anti-Bot Addition',
    category: 'Bot',
    sentence: 'Bots added by anyone but an owner.',
    counts: ['Every bot that is added; the bot has to go, too.'],
    usual: { minute: 1, hour: 1 },
  },
  {
    key: 'anti_everyone',
    label: 'Anti-Everyone',
    category: 'Mention',
    sentence: '@everyone and @here pings in bulk.',
    counts: [
      'Messages that ping @everyone or @here, or roles that most members hold.',
      'Where only some see the channel, or @everyone is pinged in a private thread, they count as the share of members whom they reach.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_guild_update',
    label: 'Anti-Guild Update',
    category: 'Server Protection',
    sentence: 'Name, icon, vanity link and other settings of the server changed.',
    counts: [
      'Name or icon changed, each further time within an hour a quarter; verification lowered.',
      'AutoMod rules deleted or switched off count a half.',
      'Emoji, stickers and sounds deleted count a tenth.',
      'Other settings, onboarding and the server guide, events and invites, in part.',
      'AutoMod rules that every message meets whole; at once where they time everybody out for more than an hour.',
      'A vanity link changed or removed, and leaving Community, at once; a first one in part.',
    ],
    usual: { minute: 3, hour: 8 },
  },
] as const satisfies readonly {
  key: string
  label: string
  category: (typeof categories)[number]
  sentence: string
  /** What it counts, for the page; engine/audit-actions.ts has the figures. */
  counts: readonly string[]
  usual: { minute: number; hour: number }
}[]
export type ModuleKey = (typeof modules)[number]['key']

const keyed = <T extends z.ZodType>(make: (module: (typeof modules)[number]) => T) =>
  // Every key is a module's: the list above is where they come from.
  z.strictObject(Object.fromEntries(modules.map(module => [module.key, make(module)])) as Record<ModuleKey, T>)

export const moduleSwitches = keyed(({ label }) => field.toggle(label).default(true)).meta({
  title: 'Modules',
  merges: true,
})

const labelOf = (key: string): string => modules.find(one => one.key === key)?.label ?? key

/** By module: what is done in place of the global punishment; null where that holds. */
export const overrides = listedAs(
  keyed(({ label }) => field.choice(label, punishments).nullable().default(null)).meta({
    title: 'Punishments of modules',
  }),
  ({ name, value }) =>
    `${labelOf(name)}: ${punishments.find(one => one.value === value)?.label ?? 'as the global punishment'}`,
)

/** What one member may do of what a module counts: the last one allowed in a minute or an hour is not. */
const limit = z.object({ minute: z.int().min(1).max(100), hour: z.int().min(1).max(1000) })
export type Limit = z.output<typeof limit>
export const limitsSchema = listedAs(
  keyed(({ usual }) => limit.default(usual)).meta({ title: 'Limits', merges: true }),
  ({ name, value }) => `${labelOf(name)}: ${value.minute} a minute, ${value.hour} an hour`,
)
