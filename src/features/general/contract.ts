import { z } from 'zod'
import { contract, endpoint, field, onOff, entriesDescribedAs, settingsForm } from '#contract'
import { memberRoleEndpoints } from './member-roles/contract.ts'

/** Characters a prefix may have, on each surface. */
export const longestPrefix = { dashboard: 5, command: 2 } as const

/**
 * Includes characters that Unicode does not count as spaces but that are invisible, and marks that need a letter before
 * them. The selector that turns a symbol into an emoji is invisible too, but is part of many emoji.
 */
const unprintable = /[\p{C}\p{Z}\u2800]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|^\p{M}/u
/** Characters that would begin a mention, end the code quotes around the prefix, or escape what follows. */
const trap = /[@`\\]/u

/** What is wrong with `prefix`, as a sentence, or undefined when it may be used. Length is checked by the surface. */
export function prefixProblem(prefix: string): string | undefined {
  if (prefix.length === 0) return 'The prefix cannot be empty.'
  if (unprintable.test(prefix)) return 'The prefix cannot contain spaces or invisible characters.'
  if (trap.test(prefix)) return 'The prefix cannot contain @, a backtick or a backslash.'
  if (prefix.startsWith('/')) return 'The prefix cannot start with /, which Discord keeps for its own commands.'
  return undefined
}

const prefix = field
  .text('Bot Prefix', {
    max: longestPrefix.dashboard,
    min: 1,
    help: 'The prefix used to trigger bot commands (max 5 characters)',
  })
  .superRefine((value, check) => {
    const problem = prefixProblem(value)
    if (problem) check.addIssue({ code: 'custom', message: problem })
  })

const command = z.object({
  name: z.string(),
  category: z.string(),
  description: z.string(),
  aliases: z.array(z.string()),
  /** With the default prefix: `.setprefix <prefix>`. */
  usage: z.string(),
  /** `/purge bots [amount]`; null for a command that can only be typed. */
  slashUsage: z.string().nullable(),
  examples: z.array(z.string()),
  /** Readable names of what the caller needs: 'Manage Server'. */
  needs: z.array(z.string()),
  /** Seconds; 0 means none. */
  cooldown: z.number(),
  options: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      required: z.boolean(),
      /** What the option accepts, in words: 'a duration such as 1h 30m, at most 28 days'. */
      accepts: z.string(),
    }),
  ),
})
export type CommandSummary = z.output<typeof command>

const places = { channelTypes: [0, 2, 4, 5, 13, 15, 16] }
const rule = {
  disabled: field.toggle('Switched off', { help: 'Nobody in this server can use it.' }),
  allowRoles: field.roles('Only these roles', {
    help: 'When there are any, nobody else can use it. They still need the rights above.',
  }),
  denyRoles: field.roles('Not these roles', { help: 'Takes precedence over the roles that are allowed.' }),
  allowChannels: field.channels('Only these channels', {
    ...places,
    help: 'When there are any, it cannot be used elsewhere. A category stands for its channels.',
  }),
  denyChannels: field.channels('Not these channels', {
    ...places,
    help: 'Takes precedence over the channels that are allowed.',
  }),
}
/** A server's rule for one command. */
export const commandRule = z.strictObject(rule)
export type CommandRule = z.output<typeof commandRule>
export const noRule: CommandRule = {
  disabled: false,
  allowRoles: [],
  denyRoles: [],
  allowChannels: [],
  denyChannels: [],
}

const commandAccess = z.object({
  /** The key that its rule is stored under: 'purgebots', or the title of a menu entry. */
  name: z.string(),
  /** `.purgebots`, or the title. */
  title: z.string(),
  category: z.string(),
  description: z.string(),
  /** `/purge bots`; null for commands that are only typed or chosen from a menu. */
  slash: z.string().nullable(),
  /** Readable names of what the caller needs: 'Manage Server'. */
  needs: z.array(z.string()),
  /** Members who manage the server can always use it. */
  openToManagers: z.boolean(),
  rule: commandRule,
  /** The overrides in Discord's own settings, for this command or for all commands. */
  discord: z.array(
    z.object({
      kind: z.enum(['role', 'user', 'channel']),
      name: z.string(),
      allowed: z.boolean(),
      of: z.enum(['command', 'all']),
    }),
  ),
})
export type CommandAccess = z.output<typeof commandAccess>

const basics = z.object({
  prefix: prefix.default('.'),
})

/** More than the number of commands. */
const mostRules = 500

const commandRules = entriesDescribedAs(
  z
    .record(z.string().max(32), commandRule)
    .refine(rules => Object.keys(rules).length <= mostRules, `At most ${mostRules} commands have rules.`)
    .meta({ title: 'Who may use which command' }),
  ({ name, value }, names) => {
    const roles = (ids: readonly string[]) => ids.map(names.role).join(', ')
    const channels = (ids: readonly string[]) => ids.map(names.channel).join(', ')
    const { disabled, allowRoles, denyRoles, allowChannels, denyChannels } = value
    const words = [
      ...(disabled ? ['off'] : []),
      ...(allowRoles.length > 0 ? [`only ${roles(allowRoles)}`] : []),
      ...(denyRoles.length > 0 ? [`not ${roles(denyRoles)}`] : []),
      ...(allowChannels.length > 0 ? [`only in ${channels(allowChannels)}`] : []),
      ...(denyChannels.length > 0 ? [`not in ${channels(denyChannels)}`] : []),
    ]
    return `${name}: ${words.join(', ')}`
  },
)

const settings = z.object({
  ...basics.shape,
  commandRules: commandRules.default({}),
})

export default contract('general', {
  title: 'Server settings',
  asks: {
    ViewChannel: 'to see commands',
    SendMessages: 'to answer them',
    SendMessagesInThreads: 'to answer in threads',
    EmbedLinks: 'to answer in its usual form',
    AttachFiles: 'to send cards, pictures and transcripts',
    ReadMessageHistory: 'to reply to the message that called it',
    AddReactions: 'to react to messages',
    UseExternalEmojis: 'to use emoji of other servers',
  },
  summary: 'The command prefix and other basics of this server.',
  words: ['prefix', 'basic settings', 'configuration', 'setup', 'import', 'export', 'copy settings'],
  icon: 'settings-2',
  core: true,
  docs: 'Getting Started',
  page: { path: 'basic', name: 'Server Settings', area: '', order: 3 },
  settings,
  endpoints: {
    ...memberRoleEndpoints,
    commandAccess: endpoint({
      summary: 'Lists every command with who may use it in the server: rights, the rules of the server and of Discord.',
      method: 'GET',
      path: '/guild/:guildId/command-access',
      needs: 'view',
      reply: z.object({ commands: z.array(commandAccess) }),
    }),
    setCommandRule: endpoint({
      summary: 'Decides which roles may use a command, in which channels, or that nobody may.',
      method: 'PATCH',
      path: '/guild/:guildId/command-access/:command',
      needs: 'manage',
      body: commandRule.partial(),
      channels: { allowChannels: ['ViewChannel'], denyChannels: ['ViewChannel'] },
      reply: z.object({ command: commandAccess }),
    }),
    botStatus: endpoint({
      summary: 'Returns how many servers and members the bot serves, without any names or IDs.',
      method: 'GET',
      path: '/debug/bot-status',
      needs: 'anyone',
      reply: z.object({
        guildCount: z.number(),
        guilds: z.array(z.object({ memberCount: z.number() })),
      }),
    }),
    uptime: endpoint({
      summary: 'Returns how much of the time since its first start, at most the last 30 days, this copy was connected.',
      method: 'GET',
      path: '/uptime',
      needs: 'anyone',
      reply: z.object({
        /** Null if it was never connected; both in milliseconds. */
        uptime: z.object({ upMs: z.number(), spanMs: z.number() }).nullable(),
      }),
    }),
    stats: endpoint({
      summary: 'Fetches the server’s current member count from Discord.',
      method: 'GET',
      path: '/guild/:guildId/stats',
      needs: 'visit',
      reply: z.object({ stats: z.object({ memberCount: z.number() }) }),
    }),
    modules: endpoint({
      summary: 'Lists every feature and whether it is switched on in the server.',
      method: 'GET',
      path: '/guild/:guildId/modules',
      needs: 'visit',
      reply: z.object({
        modules: z.array(
          z.object({
            name: z.string(),
            title: z.string(),
            category: z.string().nullable(),
            enabled: z.boolean(),
            /** False for a feature that cannot be switched off. */
            switchable: z.boolean(),
          }),
        ),
      }),
    }),
    switchModule: endpoint({
      summary: 'Switches a feature on or off.',
      method: 'PATCH',
      path: '/guild/:guildId/modules/:module',
      needs: 'visit',
      body: z.strictObject({ enabled: onOff }),
      reply: z.object({ name: z.string(), enabled: z.boolean() }),
    }),
    commands: endpoint({
      summary: 'Lists every command with its usage, aliases and the permissions it asks for.',
      method: 'GET',
      path: '/commands',
      needs: 'anyone',
      reply: z.object({ commands: z.array(command) }),
    }),
  },
  forms: {
    basic: settingsForm({
      summary: 'Saves the command prefix and the other basics of the server.',
      address: '/guild/:guildId/basic',
      flag: 'basicUpdate',
      settings: basics,
    }),
  },
})
