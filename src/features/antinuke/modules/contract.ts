import { z } from 'zod'
import { field, entriesDescribedAs } from '#contract'

/** What is done to somebody who is stopped. */
export const punishments = [
  { value: 'BAN', label: 'Ban' },
  { value: 'KICK', label: 'Kick' },
  { value: 'TIMEOUT', label: 'Timeout' },
  { value: 'NONE', label: 'None' },
] as const
const punishment = z.enum(punishments.map(({ value }) => value))
export type Punishment = z.output<typeof punishment>

/** The name of a punishment; the value itself where there is no such punishment. */
export const punishmentLabel = (value: string): string => punishments.find(one => one.value === value)?.label ?? value

/** The headings under which modules are shown, in order. */
export const categories = ['Member', 'Role', 'Channel', 'Integration', 'Bot', 'Mention', 'Server Protection'] as const

/**
 * The eleven modules, in the order of the pages, with their usual limits for a minute and an hour. The action that
 * reaches a limit is one too many: a limit of one is zero tolerance.
 */
export const modules = [
  {
    key: 'anti_ban',
    label: 'Anti-Ban',
    category: 'Member',
    sentence: 'Mass bans by one member.',
    counts: [
      'Bans. Those of people who joined within a day, or who are not members, count a hundredth; within a week, a tenth.',
      'Lifting a ban counts a fifth.',
    ],
    usual: { minute: 5, hour: 15 },
  },
  {
    key: 'anti_kick',
    label: 'Anti-Kick',
    category: 'Member',
    sentence: 'Mass kicks by one member.',
    counts: ['Kicks. Those of people who joined within a day count a hundredth; within a week, a tenth.'],
    usual: { minute: 5, hour: 15 },
  },
  {
    key: 'anti_member_update',
    label: 'Anti-Member Update',
    category: 'Member',
    sentence: 'Roles with power handed to members, and names changed in bulk.',
    counts: [
      'Roles with power given to members, including through invites.',
      'Administrator counts half. It counts whole when given to a bot or to somebody who joined within a day, or by somebody who received it within the last hour. Six within ten minutes are too many.',
      'Other power counts a fifth.',
      'Roles that keep members of more than a week out of most channels count a twenty-fifth.',
      'In bulk: roles taken from members, timeouts, and names changed. Timeouts of up to an hour count next to nothing; a tenth when they follow one another.',
      'Somebody who gives themselves the bypass role is stopped at once.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_prune',
    label: 'Anti-Prune',
    category: 'Member',
    sentence: 'Pruning inactive members in bulk.',
    counts: ['Every prune is enough by itself.'],
    usual: { minute: 1, hour: 1 },
  },
  {
    key: 'anti_role',
    label: 'Anti-Role',
    category: 'Role',
    sentence: 'Roles created, changed or deleted in bulk.',
    counts: [
      'Roles deleted, and roles given power: Administrator, Ban or Kick Members, Manage Server, Roles, Channels or Webhooks.',
      'Deleting a role that most members hold counts a tenth more for each channel that they lose with it.',
      'Deleting a role that nobody holds, that no channel has permissions for and that could do no harm counts a quarter.',
      'Roles created and edited in bulk; other permissions count as an edit.',
      'Power for @everyone or for a role that most members hold is enough by itself; other permissions that can do harm count whole.',
    ],
    usual: { minute: 3, hour: 10 },
  },
  {
    key: 'anti_channel',
    label: 'Anti-Channel',
    category: 'Channel',
    sentence: 'Channels created, changed or deleted in bulk.',
    counts: [
      'Channels deleted, except those that the same person has just created. Those that a bot created within thirty days count in part.',
      'Channels hidden, or opened to everyone, count a tenth; those hidden with their category half of that, up to three quarters.',
      'In bulk: channels created and edited, and permissions in them and threads deleted.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_webhook',
    label: 'Anti-Webhook',
    category: 'Integration',
    sentence: 'Webhooks created, changed or used for spam.',
    counts: [
      'Webhooks deleted. Creating or changing one counts a quarter, as does deleting one that one created within thirty days; the one that a bot creates in each channel counts a tenth.',
      'Webhook messages that ping everyone: the webhook is deleted.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_integration',
    label: 'Anti-Integration',
    category: 'Integration',
    sentence: 'Integrations added, changed or removed.',
    counts: [
      'Integrations removed. Changing one counts half; adding one counts a quarter.',
      'Changes to who may use a command count a quarter.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_emoji',
    label: 'Anti-Bot Addition',
    category: 'Bot',
    sentence: 'Bots added by anyone but an owner.',
    counts: ['Every bot that is added; the bot is removed, too.'],
    usual: { minute: 1, hour: 1 },
  },
  {
    key: 'anti_everyone',
    label: 'Anti-Everyone',
    category: 'Mention',
    sentence: '@everyone and @here pings in bulk.',
    counts: [
      'Messages that ping @everyone or @here, or roles that most members hold.',
      'Where only some see the channel, or @everyone is pinged in a private thread, they count by the share of members whom they reach.',
    ],
    usual: { minute: 3, hour: 8 },
  },
  {
    key: 'anti_guild_update',
    label: 'Anti-Guild Update',
    category: 'Server Protection',
    sentence: 'Name, icon, vanity link and other settings of the server changed.',
    counts: [
      'Name or icon changed, or verification lowered. Changing name or icon again within an hour counts a quarter.',
      'AutoMod rules deleted or switched off count half.',
      'Deleting an emoji, a sticker or a sound counts a tenth.',
      'Other settings, onboarding, the server guide, events and invites count in part.',
      'AutoMod rules that match every message count whole; one that also times everybody out for more than an hour is enough by itself.',
      'Changing or removing the vanity link, or leaving Community, is enough by itself. A first vanity link counts in part.',
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
  // Every key is a module's: all of them come from the list above.
  z.strictObject(Object.fromEntries(modules.map(module => [module.key, make(module)])) as Record<ModuleKey, T>)

export const moduleSwitches = keyed(({ label }) => field.toggle(label).default(true)).meta({
  title: 'Modules',
  merges: true,
})

/** The name of a module; the key itself where there is no such module. */
export const moduleLabel = (key: string): string => modules.find(one => one.key === key)?.label ?? key

/** Punishments by module, in place of the global one; null where the global one applies. */
export const overrides = entriesDescribedAs(
  keyed(({ label }) => field.choice(label, punishments).nullable().default(null)).meta({
    title: 'Punishments of modules',
  }),
  ({ name, value }) =>
    `${moduleLabel(name)}: ${punishments.find(one => one.value === value)?.label ?? 'as the global punishment'}`,
)

/**
 * How much one member may do of what a module counts. The action that reaches the limit of a minute or an hour is one
 * too many.
 */
const limit = z.object({ minute: z.int().min(1).max(100), hour: z.int().min(1).max(1000) })
export type Limit = z.output<typeof limit>
export const limitsSchema = entriesDescribedAs(
  keyed(({ usual }) => limit.default(usual)).meta({ title: 'Limits', merges: true }),
  ({ name, value }) => `${moduleLabel(name)}: ${value.minute} a minute, ${value.hour} an hour`,
)
