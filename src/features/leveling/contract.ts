import { z } from 'zod'
import { contract, endpoint, field, file, limited, entriesDescribedAs, person, pressKey, settingsForm } from '#contract'
import { announcingEndpoints } from './announcing/contract.ts'
import { xpChange } from './xp-changes/contract.ts'
import { importEndpoints } from './import/contract.ts'
import { activityDay } from './earning/contract.ts'
import { knownNames } from './template.ts'
import { roleEffect, roleProgress, roleResultReply } from './role-changes/contract.ts'

/** The XP of one message before rates, and how long until the next one earns any. */
export const messageXp = { least: 1, most: 20, cooldownMs: 5000 } as const
export const highestReward = 1000
/** The most XP somebody can have or be given at once: far beyond what anybody earns, and exact as a number. */
export const mostXp = 1_000_000_000
/** Text, voice, category, announcement, stage, forum, media: a category includes all channels in it. */
const anywhere = [0, 2, 4, 5, 13, 15, 16] as const

const reward = z.object({
  level: field.number('Level', { min: 2, max: highestReward }),
  roleId: field.role('Role', { assignable: true }),
})
export type Reward = z.output<typeof reward>

const rewards = z
  .array(reward)
  .max(50, 'List at most 50 level roles.')
  .superRefine((list, check) => {
    for (const [index, { roleId }] of list.entries())
      if (list.findIndex(one => one.roleId === roleId) < index)
        check.addIssue({ code: 'custom', path: [index, 'roleId'], message: 'This role is already in the list.' })
  })
  .meta({ title: 'Level roles' })

const rewardMode = field.choice(
  'When a member reaches the next one',
  [
    { value: 'stack', label: 'They keep the earlier roles' },
    { value: 'replace', label: 'It replaces the earlier role' },
  ],
  {},
)
export type RewardMode = z.output<typeof rewardMode>

const rate = { min: 0, max: 1000, unit: '%' } as const
const rateList = <S extends z.ZodRawShape>(shape: S, title: string) =>
  z
    .array(z.object({ ...shape, percent: field.number('Rate', rate) }))
    .max(50, `${title}: list at most 50.`)
    .meta({ title })
const roleRates = rateList({ roleId: field.role('Role') }, 'Rates of roles')
const channelRates = rateList({ channelId: field.channel('Channel', { channelTypes: anywhere }) }, 'Rates of channels')

const settings = z.object({
  enabled: field
    .toggle('Ranking', {
      help: 'Members earn XP and levels by writing.',
      posted: 'ranking',
      shown: 'stats.enabled',
    })
    .default(false),
  levelupMessage: field
    .message('Level-up message', {
      postedIn: 'levelupChannel',
      help: 'Plain text, sent when a member reaches a level. Empty sends nothing.',
      fills: knownNames,
    })
    .default('{member:mention} reached level {level}.'),
  levelupChannel: field
    .channel('Level-up channel', {
      posts: true,
      help: 'Empty sends the message where the XP was earned.',
    })
    .nullable()
    .default(null),
  announce: field
    .choice(
      'Announce',
      [
        { value: 'always', label: 'Every level' },
        { value: 'rewards', label: 'Only levels that give a role' },
        { value: 'never', label: 'Never' },
      ],
      { postedIn: 'levelupChannel' },
    )
    .default('always'),
  levelRoles: entriesDescribedAs(rewards, (one, names) => `Level ${one.level}: ${names.role(one.roleId)}`).default([]),
  rewardMode: rewardMode.default('stack'),
  xpRate: field.number('XP rate', { ...rate, help: '100 % is 1 to 20 XP for a message.' }).default(100),
  roleRates: entriesDescribedAs(roleRates, (one, names) => `${names.role(one.roleId)}: ${one.percent} %`).default([]),
  channelRates: entriesDescribedAs(
    channelRates,
    (one, names) => `${names.channel(one.channelId)}: ${one.percent} %`,
  ).default([]),
  noXpChannels: field
    .channels('Channels without XP', {
      channelTypes: anywhere,
      help: 'Messages there, and in their threads, earn nothing. A category stands for all its channels.',
    })
    .default([]),
  noXpRoles: field.roles('Roles without XP', { help: 'Members with one of these earn nothing.' }).default([]),
})

const row = z.object({
  user: person,
  rank: z.number(),
  level: z.number(),
  /** The XP within the level, and how much the next level needs. */
  xp: z.number(),
  needed: z.number(),
  total: z.number(),
  messages: z.number(),
})
export type BoardRow = z.output<typeof row>

export default contract('leveling', {
  title: 'Levels',
  asks: {
    ManageRoles: 'to give level roles',
  },
  summary: 'Experience for messages, a rank and a leaderboard.',
  words: ['XP', 'ranks', 'experience', 'leaderboard', 'level roles', 'rewards'],
  icon: 'trending-up',
  uses: ['invites', 'reputation'],
  docs: 'Levels',
  page: { path: 'progression', area: 'BESIC FEATURES', order: 1 },
  front: {
    order: 5,
    text: 'Experience for conversation, not for noise. Level-up messages go where you want them.',
  },
  settings,
  endpoints: {
    ...announcingEndpoints,
    leaderboard: endpoint({
      summary: 'Lists members by XP, most first.',
      method: 'GET',
      path: '/guild/:guildId/progression/leaderboard',
      needs: 'view',
      query: z.object({
        search: limited(100, 'The search').optional(),
        limit: z.coerce.number().int().min(1).max(100).default(25),
        offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
      }),
      reply: z.object({ rows: z.array(row), total: z.number() }),
    }),
    standing: endpoint({
      summary: 'Shows the level and XP of one person, even of somebody who has left and so has no rank.',
      method: 'GET',
      path: '/guild/:guildId/progression/members/:userId',
      needs: 'view',
      /** Null without XP. Somebody who has left keeps their XP, and has no rank until they return. */
      reply: z.object({ standing: row.omit({ user: true }).extend({ rank: z.number().nullable() }).nullable() }),
    }),
    activity: endpoint({
      summary: 'Shows what somebody did on each of the last 30 days: XP earned, messages and time in voice channels.',
      method: 'GET',
      path: '/guild/:guildId/progression/members/:userId/activity',
      needs: 'view',
      reply: z.object({ days: z.array(activityDay) }),
    }),
    changeMember: endpoint({
      summary: 'Gives somebody XP, takes some away, sets it or resets it.',
      method: 'POST',
      path: '/guild/:guildId/progression/members/:userId',
      needs: 'manage',
      body: z.strictObject({
        action: z.enum(['give', 'take', 'set', 'reset']),
        /** The XP; left out for a reset. */
        amount: field.number('Amount', { min: 0, max: mostXp }).optional(),
        key: pressKey.optional(),
      }),
      reply: z.object({ level: z.number(), xp: z.number() }),
    }),
    resetAll: endpoint({
      summary: 'Takes all XP from every member, and their level roles if asked to; it can be undone.',
      method: 'POST',
      idempotent: 'It is refused while it runs; afterward nobody has XP.',
      path: '/guild/:guildId/progression/reset',
      needs: 'manage',
      permissionsIf: { take_roles: ['ManageRoles'] },
      body: z.strictObject({ confirm: z.literal('reset'), take_roles: z.boolean().default(false) }),
      reply: z.object({ members: z.number(), batch: z.string() }),
    }),
    changes: endpoint({
      summary: 'Lists changes of XP made by people, newest first.',
      method: 'GET',
      path: '/guild/:guildId/progression/changes',
      needs: 'view',
      query: z.object({ before: z.coerce.number().int().positive().optional() }),
      reply: z.object({ changes: z.array(xpChange) }),
    }),
    undo: endpoint({
      summary: 'Undoes a change of XP with its level roles, and all that was changed together, such as an import.',
      method: 'POST',
      idempotent: 'A change that has been undone is refused.',
      path: '/guild/:guildId/progression/undo',
      needs: 'manage',
      body: z.strictObject({ batch: z.string().max(100) }),
      reply: z.object({ members: z.number() }),
    }),
    ...importEndpoints,
    roleResult: endpoint({
      summary: 'Lists the level roles that an import, a reset or a run for everybody gave and took.',
      method: 'GET',
      path: '/guild/:guildId/progression/batches/:batch/roles',
      needs: 'view',
      query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
      reply: roleResultReply,
    }),
    roleResultFile: endpoint({
      summary: 'Exports all of these role changes as a CSV file.',
      method: 'GET',
      path: '/guild/:guildId/progression/batches/:batch/roles.csv',
      needs: 'view',
      reply: file('text/csv'),
    }),
    export: endpoint({
      summary: 'Exports all levels of the server as a CSV file.',
      method: 'GET',
      path: '/guild/:guildId/progression/export',
      needs: 'view',
      reply: file('text/csv'),
    }),
    previewRoles: endpoint({
      summary: 'Shows who would get or lose which level role, without changing anything.',
      method: 'POST',
      onlyAsks: true,
      path: '/guild/:guildId/progression/roles/preview',
      needs: 'manage',
      body: z.strictObject({ level_roles: rewards, reward_mode: rewardMode, take_roles: z.boolean().default(false) }),
      reply: z.object({ members: z.number(), effects: z.array(roleEffect) }),
    }),
    applyRoles: endpoint({
      summary: 'Starts giving every member the level roles they should have.',
      method: 'POST',
      idempotent: 'A new run replaces one that is running.',
      path: '/guild/:guildId/progression/roles/apply',
      needs: 'manage',
      permissions: ['ManageRoles'],
      body: z.strictObject({
        /** Also takes level roles that a member's level does not include. */
        take_roles: z.boolean().default(false),
      }),
      reply: z.object({ progress: roleProgress.nullable() }),
    }),
    roleProgress: endpoint({
      summary: 'Shows the progress of the last run that gave out level roles.',
      method: 'GET',
      path: '/guild/:guildId/progression/roles/apply',
      needs: 'view',
      reply: z.object({ progress: roleProgress.nullable() }),
    }),
  },
  forms: {
    stats: settingsForm({
      summary: 'Saves the settings of levels.',
      address: '/guild/:guildId/basic',
      flag: 'statsUpdate',
      section: 'stats',
      keys: 'snake_case',
      settings,
    }),
  },
})
