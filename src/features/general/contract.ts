import { z } from 'zod'
import { contract, endpoint, field, onOff, settingsForm } from '#contract'

/** Characters a prefix may have, on each surface. */
export const longestPrefix = { dashboard: 5, command: 2 } as const

/**
 * Also what Unicode does not count as a space but shows nothing, and marks that need a letter before them. The sign that
 * makes a symbol an emoji shows nothing by itself, but belongs to many emoji.
 */
const unprintable = /[\p{C}\p{Z}\u2800]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}|^\p{M}/u
/** What would begin a mention, end the code quotes that the prefix is shown in, or escape what follows. */
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
  /** Seconds; 0 is none. */
  cooldown: z.number(),
})
export type CommandSummary = z.output<typeof command>

const settings = z.object({
  prefix: prefix.default('.'),
  flagTranslation: field
    .toggle('Flag Translation', {
      help: 'Translate a message when somebody reacts to it with a flag.',
      shown: 'flag_translation.enabled',
    })
    .default(false),
  inviteTracking: field
    .toggle('Invite Tracking', { help: 'Remember who invited whom.', shown: 'invite.tracking' })
    .default(false),
})

export default contract('general', {
  title: 'Server settings',
  summary: 'The command prefix and other basics of this server.',
  icon: 'settings-2',
  docs: 'Getting Started',
  page: { path: 'basic', name: 'Server Settings', area: '', order: 3 },
  settings,
  endpoints: {
    botStatus: endpoint({
      summary: 'Tells how many servers and members the bot looks after; no name and no id leaves with the figures.',
      method: 'GET',
      path: '/debug/bot-status',
      needs: 'anyone',
      reply: z.object({
        guildCount: z.number(),
        guilds: z.array(z.object({ memberCount: z.number() })),
      }),
    }),
    stats: endpoint({
      summary: 'Counts the members of the server anew at Discord.',
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
            /** False for what cannot be switched off. */
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
      keys: 'snake_case',
      settings,
    }),
  },
})
